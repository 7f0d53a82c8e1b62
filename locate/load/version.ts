import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** Call it in each transaction that changes what lookups read, so that their caches are read again. */
export async function bumpVersion(client: Queryable): Promise<void> {
  await client.query(
    'UPDATE geo.version SET version = greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)',
  )
}

/** A row that failed is tried again after a minute, then after longer pauses, at last once in an hour. */
export const RETRY_SQL = (tries: string): string =>
  `now() + least(interval '1 minute' * 2 ^ least(${tries}, 6), interval '1 hour')`
