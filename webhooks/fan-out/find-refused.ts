import pg from 'pg'
import type { LogBatch } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { ParkedRecord } from '../../runtime/log-consumer/store-schema.ts'
import { findFirstRefused } from '../../runtime/postgres/first-refused.ts'
import { type Database, withSession } from '../../runtime/postgres/postgres.ts'
import type { ErrorCode } from '../../schemas/errors.ts'
import type { ReadBatch } from '../log/log-batch.ts'

const CODE: ErrorCode = 'event_refused'

/** Says if Postgres refuses a value as invalid or too large; a retry would fail too. */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^(22|54)/.test(error.code ?? '')
}

type Search = {
  readonly database: Database
  readonly reduce: (batch: LogBatch) => Promise<ReadBatch>
  readonly write: (client: pg.PoolClient, batch: ReadBatch) => Promise<unknown>
}

/**
 * Finds the message that Postgres refuses, by bisection: the last message of the shortest prefix of the batch that
 * fails. Commits nothing. Returns undefined if Postgres takes the whole batch after all.
 */
export async function findRefused(batch: LogBatch, search: Search): Promise<ParkedRecord | undefined> {
  const records = batch.slices.flatMap((slice) => slice.records)
  const refusal = await refusalOf(batch, search)
  if (refusal === undefined) return undefined
  const { index, error } = await findFirstRefused(records.length, refusal, (length) =>
    refusalOf(beginningOf(batch, length), search),
  )
  return { record: records[index]!, code: CODE, error: error.message }
}

function beginningOf({ epoch, slices }: LogBatch, count: number): LogBatch {
  let left = count
  return {
    epoch,
    slices: slices.map((slice) => {
      const records = slice.records.slice(0, left)
      left -= records.length
      return { ...slice, records }
    }),
  }
}

async function refusalOf(
  batch: LogBatch,
  { database, reduce, write }: Search,
): Promise<pg.DatabaseError | undefined> {
  const reduced = await reduce(batch)
  try {
    await withSession(database, async (client) => {
      await client.query('BEGIN')
      await write(client, reduced)
    })
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}
