import { findFirstRefused } from '../../runtime/postgres/first-refused.ts'
import { type Database, withSession } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Decoded } from '../fold/decode-records.ts'
import { applyBatch, type Batch, type BatchContext } from './apply-batch.ts'

/**
 * Finds the event that the database does not take, by halves: the last of the shortest prefix that fails. Nothing is
 * committed. Throws what may pass, what is refused without any event, and what the batch as a whole is refused with, such as
 * `positions_moved`; undefined where the whole batch is taken after all.
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
