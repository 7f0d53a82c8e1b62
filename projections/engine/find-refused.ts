import { findFirstRefused } from '../../runtime/postgres/first-refused.ts'
import { type Database, withSession } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Decoded } from '../fold/decode-records.ts'
import { applyBatch, type Batch, type BatchContext } from './apply-batch.ts'

/**
 * Finds the event that the database refuses, by bisection: the last event of the shortest prefix that fails. Commits
 * nothing. Throws transient errors, refusals without any event, and refusals of the batch as a whole, such as
 * `positions_moved`. Returns undefined if the database takes the whole batch after all.
 */
export async function findRefused(
  database: Database,
  batch: Batch,
  context: BatchContext,
): Promise<{ readonly decoded: Decoded; readonly error: Error } | undefined> {
  const { events } = batch
  const refusalOfFirst = (length: number) => refusalOf(database, batch, length, context)
  const refusal = await refusalOfFirst(events.length)
  if (refusal === undefined) return undefined
  const { index, error } = await findFirstRefused(events.length, refusal, refusalOfFirst)
  return { decoded: events[index]!, error }
}

async function refusalOf(
  database: Database,
  batch: Batch,
  length: number,
  context: BatchContext,
): Promise<Error | undefined> {
  try {
    await withSession(database, async (client) => {
      await client.query('BEGIN')
      await applyBatch(client, { ...batch, events: batch.events.slice(0, length) }, context)
    })
    return undefined
  } catch (error) {
    if (isTransient(error) || error instanceof LegislogError || !(error instanceof Error)) throw error
    return error
  }
}
