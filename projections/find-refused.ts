import { type Database, withSession } from '../runtime/postgres.ts'
import { isTransient } from '../runtime/transient.ts'
import { applyBatch, type Batch, type BatchContext } from './apply-batch.ts'
import type { Decoded } from './decode-batch.ts'

/**
 * Finds the event that the database does not take, by halves: the last of the shortest prefix that fails. Nothing is
 * committed. Throws what may pass; undefined where the whole batch is taken after all.
 */
export async function findRefused(
  database: Database,
  batch: Batch,
  context: BatchContext,
): Promise<{ readonly decoded: Decoded; readonly error: Error } | undefined> {
  let taken = 0
  let failing = batch.events.length
  let error = await refusalOf(database, batch, failing, context)
  if (error === undefined) return undefined
  while (failing - taken > 1) {
    const middle = (taken + failing) >> 1
    const refusal = await refusalOf(database, batch, middle, context)
    if (refusal === undefined) taken = middle
    else {
      failing = middle
      error = refusal
    }
  }
  return { decoded: batch.events[failing - 1]!, error }
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
    if (isTransient(error) || !(error instanceof Error)) throw error
    return error
  }
}
