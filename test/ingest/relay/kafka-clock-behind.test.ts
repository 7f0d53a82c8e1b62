import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRelay, type Relay, relayUntilDrained } from '../../../ingest/relay/relay.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { StampLimit } from '../../../runtime/log-clock/stamp-limit.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import {
  createOffsetClockDatabase,
  type OffsetClockDatabase,
} from '../../support/clocks/offset-database-clock.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { fillOutbox } from '../../support/log/outbox.ts'
import { headerOf, readTopic } from '../../support/log/read-topic.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const bills = 'legislog.bills.v1'
/** Slightly more than clocks may differ: some seconds later Kafka's clock reaches these stamps. */
const AHEAD_S = 303
const KEYS = 40

let settings: Settings
let moved: OffsetClockDatabase
let relay: Relay

beforeAll(async () => {
  const test = await createTestDatabase()
  settings = await createTestTopics(test.settings)
  moved = await createOffsetClockDatabase(settings, test.database)
})

afterEach(() => void vi.useRealTimers())

const options = () => ({
  settings,
  database: moved.database,
  kafka: createKafka(settings, 'legislog-test'),
  log: createLog('relay', 'silent'),
  kafka_clock_pause_ms: 300,
})

const outbox = async () => (await moved.database.query('SELECT FROM ingest.outbox')).rows.length

async function setClocks(ahead_s: number): Promise<void> {
  await moved.jump(ahead_s)
  vi.useRealTimers()
  if (ahead_s > 0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead_s * 1000, shouldAdvanceTime: true })
}

describe("the relay, while Kafka's clock is behind the others,", () => {
  it('sends at most one message that readers park, reports the fault, and sends the rest later', async () => {
    await setClocks(AHEAD_S)
    const keys = Array.from({ length: KEYS }, (_, index) => `ocd-bill/${index}`)
    await fillOutbox(
      moved.database,
      settings,
      keys.map((key) => ({ key, values: ['one'] })),
    )
    await expect(relayUntilDrained(options())).rejects.toMatchObject({ code: 'clock_ahead' })
    relay = createRelay(options())
    relay.start()
    cleanUp(() => relay.stop())
    await eventually(() => relay.health().error !== undefined)
    expect(relay.health()).toMatchObject({
      is_ready: false,
      error: expect.stringMatching(/^Kafka says that it is 20.*Set the clock that is wrong/),
    })
    expect(await outbox()).toBe(KEYS)
    const early = await readTopic(settings, bills)
    expect(new Set(early.map(({ key }) => String(key))).size).toBe(1)

    await setClocks(0)
    await eventually(async () => (await outbox()) === 0, { timeout_ms: 30_000 })
    await eventually(() => relay.health().is_ready && relay.health().error === undefined)
    const limit = new StampLimit(settings)
    const shown = (await readTopic(settings, bills)).filter(
      (record) => !limit.isAhead(String(headerOf(record, 'ce_recordedtime')), record.appended_at),
    )
    expect(shown.map(({ key }) => String(key)).toSorted()).toEqual(keys.toSorted())
  }, 60_000)
})
