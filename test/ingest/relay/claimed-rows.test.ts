import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { frameEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { ackRows, claimRows } from '../../../ingest/relay/claimed-rows.ts'
import type { PartitionLease } from '../../../ingest/relay/partition-leases.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const PARTITIONS = 40
const ROWS = PARTITIONS * 50

let session: PoolClient
let old: PoolClient
const leases = Array.from({ length: PARTITIONS }, (_, partition): PartitionLease => {
  return { topic: 'legislog.bills.v1', partition, has_claimed: false, claimed_to: 0n }
})

/** Enough deleted rows to make the primary key a level higher than the other index, which was rebuilt since. */
const ROWS_OF_BEFORE = 160_000

/**
 * Earlier rows stay in the indexes, since an old snapshot might see them. Postgres has counted none of them, so it prefers
 * the lower index to find an id, although the id is the last column there.
 */
beforeEach(async () => {
  const { database } = await createTestDatabase()
  old = await database.connect()
  session = await database.connect()
  await session.query(
    `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
     SELECT 'legislog.bills.v1', 0, '', 1, '' FROM generate_series(1, $1::int)`,
    [ROWS_OF_BEFORE],
  )
  await session.query('DELETE FROM ingest.outbox')
  await session.query('REINDEX INDEX ingest.outbox_partition')
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
  for (const lease of leases) lease.claimed_to = BigInt(ROWS_OF_BEFORE + ROWS)
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

async function rowsLeft(): Promise<number> {
  const { rows } = await session.query<{ left: number }>('SELECT count(*)::int AS left FROM ingest.outbox')
  return rows[0]!.left
}

/** The number of index and table blocks that statements have read. */
async function lookedInto(): Promise<number> {
  await session.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await session.query<{ blocks: number }>(
    `SELECT (heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int AS blocks
     FROM pg_statio_all_tables WHERE relid = 'ingest.outbox'::regclass`,
  )
  return rows[0]!.blocks
}

async function blocksOf<T>(work: () => Promise<T>): Promise<{ blocks: number; result: T }> {
  const before = await lookedInto()
  const result = await work()
  return { blocks: (await lookedInto()) - before, result }
}

/** Two indexes and the table, a few blocks each, for a row that is found, updated and deleted. */
const BLOCKS_A_ROW = 12

describe('claiming outbox rows', () => {
  it('reads only the rows that it claims, whatever plan Postgres prefers', async () => {
    await insertRows()
    const claimed = await blocksOf(() => claimRows(session, leases, 0n, 300))
    expect(claimed.result).toHaveLength(ROWS)
    expect(claimed.blocks).toBeLessThan(BLOCKS_A_ROW * ROWS)
    const acked = await blocksOf(() => ackRows(session, claimed.result, []))
    expect(acked.blocks).toBeLessThan(BLOCKS_A_ROW * ROWS)
    expect(await rowsLeft()).toBe(0)
  })

  it('does not read a whole backlog to claim its oldest rows', async () => {
    for (let n = 0; n < 20; n++) await insertRows()
    const one = leases.slice(0, 1)
    const claimed = await blocksOf(() => claimRows(session, one, 0n, 300))
    expect(claimed.result).toHaveLength(400)
    expect(claimed.blocks).toBeLessThan(BLOCKS_A_ROW * 400)
    const ids = claimed.result.map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
})

describe('acknowledging outbox rows', () => {
  it('deletes exactly the claimed rows, even if the table was rewritten in between', async () => {
    await old.query('ROLLBACK')
    await insertRows()
    const rows = await claimRows(session, leases.slice(0, 10), 0n, 300)
    expect(rows).toHaveLength(500)
    await session.query('VACUUM FULL ingest.outbox')
    await ackRows(session, rows, [])
    expect(await rowsLeft()).toBe(ROWS - 500)
  })
})
