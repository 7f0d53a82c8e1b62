import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneJournal } from '../../ingest/journal/prune-journal.ts'
import { dropExpired } from '../../projections/read-schemas/drop-read-schema.ts'
import { ensureReadSchema, listReadSchemas } from '../../projections/read-schemas/read-schema.ts'
import { createLog } from '../../runtime/log.ts'
import { createUpkeepLoop } from '../../webhooks/upkeep/upkeep-loop.ts'
import { createManualClock, type ManualClock } from '../support/clocks/manual-clock.ts'
import {
  createOffsetClockDatabase,
  type OffsetClockDatabase,
} from '../support/clocks/offset-database-clock.ts'
import { createTestDatabase, type TestDatabase } from '../support/stores/database.ts'

const log = createLog('test', 'silent')
const TWO_YEARS_MS = 730 * 86_400_000
const kept = { relay_journal_hours: 24, relay_journal_bytes: 1_000_000 }

let test: TestDatabase
let moved: OffsetClockDatabase
let clock: ManualClock

beforeAll(async () => {
  test = await createTestDatabase()
  moved = await createOffsetClockDatabase(test.settings, test.database)
})

/** Stores one hour-old item of each kind. */
beforeEach(async () => {
  await moved.jump(0)
  clock = createManualClock(new Date().toISOString())
  const { database } = test
  await ensureReadSchema(database, test.settings)
  await database.query(
    `TRUNCATE ingest.journal, webhook.event CASCADE;
     DELETE FROM control.read_schema WHERE name = 'read_0009';
     INSERT INTO ingest.journal (topic, partition, first_offset, end_offset, last_id, batch, relayed_at)
       VALUES ('legislog.bills.v1', 0, 0, 1, 'id', '\\x00', now() - interval '1 hour');
     INSERT INTO webhook.event (ce_id, type, recorded_at, body, created_at)
       VALUES ('one', 'bill.action', now(), '{}', now() - interval '1 hour');
     INSERT INTO control.read_schema (name, is_live, keep_until, code, feed_epoch, watermark, state)
       SELECT 'read_0009', false, now() + interval '1 hour', code, feed_epoch, watermark, state
       FROM control.read_schema WHERE is_live`,
  )
})

async function cleanAll(): Promise<void> {
  const { database } = moved
  await pruneJournal(database, kept, clock)
  await dropExpired(database, log, clock)
  const chores = createUpkeepLoop({ database, settings: test.settings, clock, log, wake: () => {} })
  expect(await chores.clean()).toBe(true)
}

async function left() {
  const { rows } = await test.database.query<{ batches: number; bodies: number }>(
    `SELECT (SELECT count(*)::int FROM ingest.journal) AS batches,
       (SELECT count(*)::int FROM webhook.event WHERE body IS NOT NULL) AS bodies`,
  )
  const schemas = (await listReadSchemas(test.database)).map(({ name }) => name)
  return { ...rows[0], schemas }
}

describe('data that is deleted because of its age', () => {
  it.each<[string, number, number]>([
    ['a host', 0, TWO_YEARS_MS],
    ['the database', TWO_YEARS_MS, 0],
  ])('stays while the clock of %s is two years ahead', async (_whose, database_ms, host_ms) => {
    await moved.jump(database_ms / 1000)
    clock.advance(host_ms)
    await cleanAll()
    expect(await left()).toEqual({ batches: 1, bodies: 1, schemas: ['read_0001', 'read_0009'] })
  })

  it('is deleted if it is old by both clocks', async () => {
    await moved.jump(TWO_YEARS_MS / 1000)
    clock.advance(TWO_YEARS_MS)
    await cleanAll()
    expect(await left()).toEqual({ batches: 0, bodies: 0, schemas: ['read_0001'] })
  })
})
