import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { frameEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { ackRows, claimRows } from '../../../ingest/relay/claimed-rows.ts'
import type { PartitionLease } from '../../../ingest/relay/partition-leases.ts'
import { SettledIds } from '../../../ingest/relay/settled-ids.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

let database: Database
let session: PoolClient
let settled: SettledIds
let lease: PartitionLease

beforeEach(async () => {
  database = (await createTestDatabase()).database
  session = await connect()
  settled = new SettledIds()
  lease = { topic: 'legislog.bills.v1', partition: 3, has_claimed: false, claimed_to: 0n }
  await session.query(
    `INSERT INTO control.partition_clock (topic, partition) VALUES ('legislog.bills.v1', 3)`,
  )
})

afterEach(() => session.release())

const connect = (): Promise<PoolClient> => database.connect()

async function insert(client: Pick<PoolClient, 'query'>, rows: number): Promise<void> {
  await client.query(
    `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
     SELECT 'legislog.bills.v1', 3, 'one', 1, $1 FROM generate_series(1, $2)`,
    [frameEvents([{ headers: { ce_subject: 'one' }, value: Buffer.from('{}') }]), rows],
  )
}

/** A round of the relay that acknowledges its claims at once. */
async function round(): Promise<number[]> {
  await settled.look(session)
  const rows = await claimRows(session, [lease], settled.upTo, 300)
  await ackRows(session, rows, [])
  return rows.map(({ id }) => Number(id))
}

async function readEntries(): Promise<number> {
  await session.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await session.query<{ read: string }>(
    `SELECT idx_tup_read::text AS read FROM pg_stat_all_indexes WHERE indexrelname = 'outbox_partition'`,
  )
  return Number(rows[0]!.read)
}

describe('the id up to which the outbox is settled', () => {
  it('never passes a row that is not yet committed, however many rows follow it', async () => {
    const late = await connect()
    await late.query('BEGIN')
    await insert(late, 1)
    for (let count = 0; count < 5; count += 1) {
      await insert(database, 2)
      expect(await round()).toHaveLength(2)
      expect(await round()).toEqual([])
    }
    expect(settled.upTo).toBe(0n)
    await late.query('COMMIT')
    late.release()
    expect(await round()).toEqual([1])
  })

  it('passes ids of transactions that were rolled back', async () => {
    const late = await connect()
    await late.query('BEGIN')
    await insert(late, 3)
    await insert(database, 1)
    expect(await round()).toEqual([4])
    await late.query('ROLLBACK')
    late.release()
    await eventually(async () => {
      expect(await round()).toEqual([])
      return lease.claimed_to === 4n
    })
  })

  it('never passes rows that a claim left for the next one', async () => {
    await insert(database, 1_000)
    const claimed: number[] = []
    for (let rows = await round(); rows.length > 0; rows = await round()) claimed.push(...rows)
    expect(claimed).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
  })

  it('saves a claim from reading dead rows that an old snapshot keeps', async () => {
    const old = await connect()
    await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await old.query('SELECT count(*) FROM ingest.outbox')
    for (let count = 0; count < 10; count += 1) {
      await insert(database, 300)
      expect(await round()).toHaveLength(300)
    }
    await round()
    expect(lease.claimed_to).toBe(3_000n)
    const before = await readEntries()
    await insert(database, 5)
    expect(await round()).toHaveLength(5)
    expect((await readEntries()) - before).toBeLessThan(50)
    await old.query('ROLLBACK')
    old.release()
  })
})
