import { beforeAll, describe, expect, it } from 'vitest'
import { checkLogIsKnown } from '../../cli/context/check-log.ts'
import { findStoreFaults } from '../../cli/health/store-faults.ts'
import type { RecoverOptions } from '../../ingest/recover/recover.ts'
import { createRelay } from '../../ingest/relay/relay.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { readLogFaults } from '../../runtime/kafka/log-guard/log-faults.ts'
import { createLog } from '../../runtime/log.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { uniquePrefix } from '../support/log/topic-names.ts'
import { createTestTopics } from '../support/log/topics.ts'
import { type EditedSample, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { eventsIn, type LogCopy, olderKafka, readWholeLog } from '../support/service/log-copies.ts'
import { recoverInto } from '../support/service/recovering.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let sample: EditedSample
let receiver: Receiver
const log = createLog('test', 'silent')

const kafkaOf = (settings: Settings) => createKafka(settings, 'legislog-test')

const countOf = async (settings: Settings) => eventsIn(await readWholeLog(settings))

/** The content for a reader: everything except the time of the broker. */
const contentOf = (logOf: LogCopy) =>
  [...logOf].map(([place, records]) => [
    place,
    records.map(({ offset, key, headers, value }) => [String(offset), key, { ...headers }, String(value)]),
  ])

/** Runs work with the services that publish, project and send, and stops them. */
async function withServices(settings: Settings, work: () => Promise<unknown>): Promise<void> {
  const relay = service.startRelay(settings)
  const projections = await service.startProjections(undefined, settings, kafkaOf(settings))
  const dispatcher = await service.startDispatcher(settings, kafkaOf(settings))
  try {
    await work()
    await service.inSync()
    await service.delivered()
  } finally {
    await Promise.all([relay.stop(), projections.stop(), dispatcher.stop()])
  }
}

async function watermark(): Promise<string> {
  const { rows } = await service.database.query<{ watermark: string }>(
    "SELECT watermark FROM control.read_schema WHERE name = 'read_0001'",
  )
  return rows[0]!.watermark
}

/** The faults that `status` and `up` report for a Kafka that answers. */
const kafkaFaults = ({ topic_prefix }: Settings) =>
  findStoreFaults(
    { ...service.settings, topic_prefix },
    [{ name: 'kafka', private: true, state: 'ready', address: service.settings.kafka_brokers.join() }],
    service.database,
  )

const REFUSED = expect.stringMatching(
  /^kafka: the log lacks events that were relayed to it .*legislog ingest recover$/,
)

/** Every user of this log reports its fault; nothing is written to it, and the watermark does not move. */
async function expectRefused(settings: Settings): Promise<void> {
  // No process has noticed the fault yet.
  expect(await readLogFaults(service.database)).toEqual([])
  expect(await kafkaFaults(settings)).toEqual([REFUSED])
  const [before, length] = [await watermark(), await countOf(settings)]
  await expect(checkLogIsKnown(settings, service.database, log)).rejects.toMatchObject({ code: 'log_behind' })

  const relay = createRelay({ settings, database: service.database, kafka: kafkaOf(settings), log })
  cleanUp(() => relay.stop())
  relay.start()
  await expect(relay.done).rejects.toMatchObject({ code: 'log_behind' })
  expect(relay.health()).toMatchObject({ is_ready: false, error: expect.stringContaining('was relayed') })

  const projections = await service.startProjections(undefined, settings, kafkaOf(settings))
  await expect(projections.done).rejects.toMatchObject({ code: 'log_behind' })
  expect(projections.health()).toMatchObject({ is_ready: false, watermark: undefined })

  const dispatcher = await service.startDispatcher(settings, kafkaOf(settings))
  await eventually(() => dispatcher.health().reader.state === 'halted')
  expect(dispatcher.health()).toMatchObject({
    is_ready: false,
    error: expect.stringContaining('was relayed'),
  })
  await Promise.all([relay.stop(), projections.stop(), dispatcher.stop()])

  expect(await watermark()).toBe(before)
  expect(await countOf(settings)).toBe(length)
  const faults = await readLogFaults(service.database)
  expect([...new Set(faults.map(({ noticed_by }) => noticed_by))].sort()).toEqual([
    'read_0001',
    'relay',
    'webhooks',
  ])
}

const recover = (settings: Settings, options: Partial<RecoverOptions> = {}) =>
  recoverInto(settings, service, options)

async function outboxRows(): Promise<number> {
  const { rows } = await service.database.query<{ waiting: number }>(
    'SELECT count(*) AS waiting FROM ingest.outbox',
  )
  return rows[0]!.waiting
}

/** The end of each partition of the log before the last bills came. */
let earlier: Map<string, number>

const amend = (title: string, id: string) =>
  sample.bills((bills) => {
    bills[0]!.title += title
    bills[1]!.actions.push(sampleAction('2026-03-30', `Heard in committee${title}`))
    return [...bills, { ...bills[2]!, _id: id, identifier: `HB ${id}` }]
  })

beforeAll(async () => {
  service = await createWholeService()
  sample = await editSample()
  await withServices(service.settings, async () => {
    await service.ingestSample()
    await service.ingest('openstates-scraper', sample.folder)
    ;({ receiver } = await service.createEndpoint(['*']))
  })
  const ends = await readWholeLog(service.settings)
  earlier = new Map([...ends].map(([place, records]) => [place, records.length]))
}, 120_000)

it('status reports no fault of a log that has every relayed event', async () => {
  expect(await kafkaFaults(service.settings)).toEqual([])
})

describe('an empty Kafka', () => {
  let empty: Settings

  beforeAll(async () => {
    empty = await createTestTopics(service.settings)
  })

  it('is refused by every user of the log', () => expectRefused(empty), 60_000)

  it('is refused even if it lacks the topics', async () => {
    const without = { ...service.settings, topic_prefix: uniquePrefix() }
    await expect(checkLogIsKnown(without, service.database, log)).rejects.toMatchObject({
      code: 'log_behind',
    })
    expect(await kafkaFaults(without)).toEqual([REFUSED])
  })

  it('loses nothing that is ingested meanwhile, and has no effect afterwards', async () => {
    await amend(' (as amended)', '9001')
    // The effect is the same as if Kafka were away: events wait in the outbox.
    const { events } = await service.ingest('openstates-scraper', sample.folder, { mode: 'live' })
    expect(events).toBeGreaterThan(0)
    const before = await watermark()
    await withServices(service.settings, async () => {})
    expect(await readLogFaults(service.database)).toEqual([])
    expect((await watermark()) > before).toBe(true)
    expect(await service.verify()).toMatchObject({ is_equal: true, holes: [] })
    const { rows } = await service.database.query<{ emitted: number }>(
      'SELECT count(*) AS emitted FROM webhook.event',
    )
    const keys = receiver.keys()
    expect([keys.length, new Set(keys).size]).toEqual([rows[0]!.emitted, rows[0]!.emitted])
    expect(keys.length).toBeGreaterThan(0)
  }, 60_000)
})

describe('an older Kafka', () => {
  it('is refused, and gets back its missing events, byte for byte at their old offsets', async () => {
    const whole = await readWholeLog(service.settings)
    const older = await olderKafka(service, earlier)
    await expectRefused(older)
    const lacking = eventsIn(whole) - (await countOf(older))
    expect(lacking).toBeGreaterThan(0)
    const [keys, before] = [receiver.keys().length, await watermark()]
    expect(await recover(older)).toMatchObject({ put_back: lacking, sent_again: 0, incomplete: [], ahead: 0 })
    expect(contentOf(await readWholeLog(older))).toEqual(contentOf(whole))
    expect(await recover(older)).toMatchObject({ put_back: 0, sent_again: 0 })
    await withServices(older, async () => {
      await amend(' (twice)', '9002')
      await service.ingest('openstates-scraper', sample.folder, { mode: 'live' })
    })
    expect((await watermark()) > before).toBe(true)
    expect(await outboxRows()).toBe(0)
    const all = receiver.keys()
    expect(all.length).toBeGreaterThan(keys)
    expect(new Set(all).size).toBe(all.length)
    expect((await countOf(older)) > eventsIn(whole)).toBe(true)
  }, 90_000)
})
