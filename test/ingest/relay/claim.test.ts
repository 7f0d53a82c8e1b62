import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { frameEvents } from '../../../ingest/observe/outbox-frame.ts'
import { claimRows } from '../../../ingest/relay/claim.ts'
import type { Lease } from '../../../ingest/relay/leases.ts'
import { createTestDatabase } from '../../support/database.ts'

const PARTITIONS = 40
const ROWS = PARTITIONS * 50

let session: PoolClient
let old: PoolClient
const leases = Array.from({ length: PARTITIONS }, (_, partition): Lease => {
  return { topic: 'legislog.bills.v1', partition, has_claimed: false, claimed_to: 0n }
})

/** Rows that were there before stay in the indexes, since an old snapshot might see them; Postgres has counted none. */
beforeEach(async () => {
  const { database } = await createTestDatabase()
  old = await database.connect()
  session = await database.connect()
  await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await old.query('SELECT FROM ingest.outbox')
  await session.query(
    `INSERT INTO control.partition_clock (topic, partition)
     SELECT 'legislog.bills.v1', n FROM generate_series(0, $1 - 1) n`,
    [PARTITIONS],
  )
  await insertRows()
  await session.query('DELETE FROM ingest.outbox')
  await session.query('ANALYZE ingest.outbox')
  for (const lease of leases) lease.claimed_to = BigInt(ROWS)
})

afterEach(async () => {
  await old.query('ROLLBACK')
  old.release()
  session.release()
})

async function insertRows(): Promise<void> {
  await session.query(
    `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
     SELECT 'legislog.bills.v1', n % $2::int, 'one', 1, $1 FROM generate_series(1, $3::int) n`,
    [frameEvents([{ headers: { ce_subject: 'one' }, value: Buffer.from('{}') }]), PARTITIONS, ROWS],
  )
}

async function readEntries(): Promise<number> {
  await session.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await session.query<{ read: number }>(
    `SELECT sum(idx_tup_read)::int AS read FROM pg_stat_all_indexes WHERE relname = 'outbox'`,
  )
  return rows[0]!.read
}

describe('a claim', () => {
  it('reads the rows that it takes and no others, whatever Postgres believes of the outbox', async () => {
    await insertRows()
    const before = await readEntries()
    const rows = await claimRows(session, leases, 0n)
    expect(rows).toHaveLength(ROWS)
    // Once where they are looked for, and once where they are stamped.
    expect((await readEntries()) - before).toBeLessThanOrEqual(2 * ROWS)
  })
})
