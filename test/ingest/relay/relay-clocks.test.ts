import { beforeAll, describe, expect, it } from 'vitest'
import { setClockBack } from '../../../cli/commands/clock.ts'
import { describeStatus } from '../../../cli/status/describe-status.ts'
import { openLogEnds } from '../../../cli/status/log-ends.ts'
import { readStatus } from '../../../cli/status/read-status.ts'
import { createRelay, type Relay, relayUntilDrained } from '../../../ingest/relay/relay.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { advanceWatermark } from '../../../projections/watermark/watermark.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { StampLimit } from '../../../runtime/log-clock/stamp-limit.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createTestApi } from '../../support/api/test-api.ts'
import {
  createOffsetClockDatabase,
  type OffsetClockDatabase,
} from '../../support/clocks/offset-database-clock.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { fillOutbox } from '../../support/log/outbox.ts'
import { headerOf, readTopic } from '../../support/log/read-topic.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

const bills = 'legislog.bills.v1'
const YEAR_S = 365 * 86_400
const TOLERANCE_S = 300

let settings: Settings
let moved: OffsetClockDatabase
let database: Database
let relay: Relay
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  settings = await createTestTopics(test.settings)
  await ensureReadSchema(test.database, settings)
  moved = await createOffsetClockDatabase(settings, test.database)
  database = moved.database
  await move()
  relay = createRelay(options())
  relay.start()
  cleanUp(() => relay.stop())
})

const options = () => ({
  settings,
  database,
  kafka: createKafka(settings, 'legislog-test'),
  log: createLog('relay', 'silent'),
})

const emit = () => fillOutbox(database, settings, [{ key: 'ocd-bill/1', values: ['one'] }])
const outbox = async () => (await database.query('SELECT FROM ingest.outbox')).rows.length
async function inOneYear(): Promise<string> {
  const { rows } = await database.query<{ at: string }>(`SELECT now() + interval '1 year' AS at`)
  return rows[0]!.at
}

const move = () => advanceWatermark(database, 'read_0001', { tolerance_s: TOLERANCE_S })

describe('the relay, while the database clock is a year ahead,', () => {
  it('stamps nothing, leaves the log clock unchanged, and resumes when the clock is right again', async () => {
    await moved.jump(YEAR_S)
    await emit()
    await eventually(() => relay.health().error !== undefined)
    expect(relay.health()).toMatchObject({
      is_ready: false,
      error: expect.stringMatching(
        /^the database says that it is 20.*, and this host 20.*Set the clock that is wrong/,
      ),
    })
    const { floor_at, database_at } = await move()
    expect(Date.parse(database_at) - Date.parse(floor_at)).toBeGreaterThan((YEAR_S - 3_600) * 1000)
    expect(await outbox()).toBe(1)
    await expect(relayUntilDrained(options())).rejects.toMatchObject({ code: 'clock_ahead' })

    await moved.jump(0)
    await eventually(async () => (await outbox()) === 0, { timeout_ms: 20_000 })
    await eventually(() => relay.health().is_ready && relay.health().error === undefined)
    const stamps = (await readTopic(settings, bills)).map((record) => headerOf(record, 'ce_recordedtime'))
    expect(Date.parse(stamps[0]!)).toBeLessThan(Date.now() + TOLERANCE_S * 1000)
  })
})

describe('a log clock that followed a jump', () => {
  it('is reported by the relay and the status, and events wait', async () => {
    // The state after a database and hosts that were all a year ahead.
    await database.query(`UPDATE control.log_floor SET at = now() + interval '1 year'`)
    await emit()
    await eventually(() => relay.health().error !== undefined)
    expect(relay.health()).toMatchObject({
      is_ready: false,
      error: expect.stringMatching(/^the clock of the log stands at 20.*a clock has jumped/),
    })
    expect(await outbox()).toBe(1)
    const ends = openLogEnds(settings)
    const status = await readStatus(database, ends, TOLERANCE_S).finally(() => ends.close())
    expect(status).toMatchObject({
      caught_up: false,
      clock_error: expect.stringContaining('a clock has jumped'),
    })
    expect(describeStatus(status)).toContain('CLOCK AHEAD: the clock of the log stands at')
  })
  it('can be set back by a command; waiting events are sent, and old sync tokens are refused', async () => {
    await database.query(`UPDATE control.read_schema SET watermark = now() + interval '1 year'`)
    // Claimed during the jump, and not sent.
    await database.query(`UPDATE ingest.outbox SET recorded_at = now() + interval '1 year'`)
    const held_in_memory = new Map([[`${bills}:0`, { at: await inOneYear(), next: '0' }]])
    const api = await createTestApi(test)
    const ask = (since: string) => api.get(`/v1/bills?updated_since=${encodeURIComponent(since)}`)
    const before = new Date(Date.now() - 3_600_000).toISOString()
    const token = (await ask(before)).headers['x-sync-through'] as string
    expect(token > new Date(Date.now() + 300 * 86_400_000).toISOString()).toBe(true)
    expect((await ask(token)).statusCode).toBe(200)

    const { json } = await setClockBack(database, settings, false)
    expect(json).toMatchObject({ is_set: true, feed_epoch: 2, unstamped: 1 })
    await eventually(async () => (await outbox()) === 0, { timeout_ms: 20_000 })
    await eventually(() => relay.health().is_ready && relay.health().error === undefined)
    const stamps = (await readTopic(settings, bills)).map((record) => headerOf(record, 'ce_recordedtime'))
    expect(stamps).toEqual(stamps.toSorted())
    const latest = new Date(Date.now() + 2 * TOLERANCE_S * 1000).toISOString()
    expect(stamps.at(-1)! < latest).toBe(true)
    // A projector that remembers the jump does not repeat it.
    expect(
      (await advanceWatermark(database, 'read_0001', { drained_at: held_in_memory })).floor_at < latest,
    ).toBe(true)

    expect((await ask(token)).json()).toMatchObject({ status: 410, code: 'resync_required' })
    const again = await ask(before)
    expect(again.statusCode).toBe(200)
    expect((again.headers['x-sync-through'] as string) < latest).toBe(true)
    expect((await setClockBack(database, settings, false)).json).toMatchObject({ is_set: false })
  })

  it('is not set back if its time is near or the log has stamps from the jump', async () => {
    await database.query(`UPDATE control.log_floor SET at = now() + interval '1 hour'`)
    await expect(setClockBack(database, settings, false)).rejects.toMatchObject({
      code: 'clock_ahead',
      message: expect.stringMatching(/less than 30 days away.*--accept-missed/),
    })
    await database.query(
      `UPDATE control.position SET last_at = now() + interval '1 hour' WHERE partition = 1`,
    )
    await expect(setClockBack(database, settings, true)).rejects.toMatchObject({
      message: expect.stringContaining('the log itself is ahead'),
    })
    await database.query(`UPDATE control.position SET last_at = now() WHERE partition = 1`)
    expect((await setClockBack(database, settings, true)).json).toMatchObject({ is_set: true, feed_epoch: 3 })
  })
})

describe('a log with stamps from a jump of all clocks', () => {
  it('can be written again at once if the tolerance is greater than the jump', async () => {
    await relay.stop()
    await database.query(`UPDATE control.log_floor SET at = now() + interval '1 day'`)
    await emit()
    await expect(relayUntilDrained(options())).rejects.toMatchObject({ code: 'clock_ahead' })
    const tolerant = { ...settings, clock_tolerance_s: 2 * 86_400 }
    await relayUntilDrained({ ...options(), settings: tolerant })
    expect(await outbox()).toBe(0)
    const last = (await readTopic(settings, bills)).at(-1)!
    const stamp = headerOf(last, 'ce_recordedtime')
    expect(Date.parse(stamp)).toBeGreaterThan(Date.now() + 86_000_000)
    expect(new StampLimit(tolerant).isAhead(stamp, last.appended_at)).toBe(false)
  })
})
