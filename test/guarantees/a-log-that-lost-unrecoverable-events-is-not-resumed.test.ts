import { beforeAll, describe, expect, it } from 'vitest'
import { requestDerivation } from '../../ingest/derivations/request-derivation.ts'
import { takeDerivations } from '../../ingest/derivations/take-derivations.ts'
import { journalRecords } from '../../ingest/journal/journal.ts'
import type { RecoverOptions } from '../../ingest/recover/recover.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { rewindPositions } from '../../webhooks/log/positions.ts'
import { derivation } from '../legislature/event-bodies.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { copyOf, readWholeLog } from '../support/service/log-copies.ts'
import { rebuildOf, startFollowing } from '../support/service/rebuilding.ts'
import { recoverInto } from '../support/service/recovering.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let sample: EditedSample
let receiver: Receiver
/**
 * A Kafka that never got the events of two bills. Postgres still has the events of one bill, but not of the other.
 */
let damaged: Settings
let keptBill: string
let lostBill: string
/** What a model says about the bill without stored events: its event is lost too. */
let lostDerivation: string

const addBill = (identifier: string) =>
  sample.bills((bills) => [
    ...bills,
    { ...bills[2]!, _id: identifier, identifier, title: `Of ${identifier}` },
  ])

async function ocdIdOf(title: string): Promise<string> {
  const { rows } = await service.database.query<{ ocd_id: string }>(
    `SELECT e.ocd_id FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id
     WHERE h.content #>> '{core,title}' = $1`,
    [title],
  )
  return rows[0]!.ocd_id
}

/** A model describes the bill. Gives the public id of what it says. */
async function describeBill(billOcdId: string): Promise<string> {
  const { settings, database, codec } = service
  const log = createLog('test', 'silent')
  await requestDerivation(database, billOcdId, derivation())
  await takeDerivations({ settings, database, codec, log, clock: systemClock })
  const { rows } = await database.query<{ ocd_id: string }>(
    "SELECT ocd_id FROM ingest.entity WHERE entity_type = 'derivation'",
  )
  return rows[0]!.ocd_id
}

const titles = async (readSchema: string) => {
  const { rows } = await service.database.query<{ title: string }>(
    `SELECT title FROM ${readSchema}.bills WHERE title LIKE 'Of HB 9%' ORDER BY 1`,
  )
  return rows.map(({ title }) => title)
}

const recover = (settings: Settings, options: Partial<RecoverOptions> = {}) =>
  recoverInto(settings, service, options)

beforeAll(async () => {
  service = await createWholeService()
  sample = await editSample()
  const relay = service.startRelay()
  const projections = await service.startProjections()
  const dispatcher = await service.startDispatcher()
  await service.ingest('openstates-scraper', sample.folder)
  await service.caughtUp()
  ;({ receiver } = await service.createEndpoint(['*']))
  for (const identifier of ['HB 9001', 'HB 9002']) {
    await addBill(identifier)
    await service.ingest('openstates-scraper', sample.folder, { mode: 'live' })
    await service.caughtUp()
  }
  ;[keptBill, lostBill] = [await ocdIdOf('Of HB 9001'), await ocdIdOf('Of HB 9002')]
  lostDerivation = await describeBill(lostBill)
  await service.caughtUp()
  await service.delivered()
  await Promise.all([relay.stop(), projections.stop(), dispatcher.stop()])
  const gone = new Set([keptBill, lostBill, lostDerivation])
  damaged = await copyOf(
    service.settings,
    await readWholeLog(service.settings),
    ({ headers }) => !gone.has(String(headers.ce_subject)),
  )
  for await (const [first, ...others] of journalRecords(service.database)) {
    const subjects = [first, ...others].map((record) => record?.headers.ce_subject)
    if (!subjects.includes(lostBill) && !subjects.includes(lostDerivation)) continue
    await service.database.query(
      'DELETE FROM ingest.journal WHERE topic = $1 AND partition = $2 AND first_offset = $3',
      [first!.topic, first!.partition, String(first!.offset)],
    )
  }
}, 120_000)

describe('a log with lost events, some without a copy,', () => {
  it('is not continued until an operator accepts the loss, and nothing is written until then', async () => {
    await expect(recover(damaged)).rejects.toMatchObject({
      code: 'log_behind',
      message: expect.stringContaining('--accept-loss'),
    })
    const { rows } = await service.database.query('SELECT FROM ingest.outbox')
    expect(rows).toHaveLength(0)
  })

  it('gets back copied events under their ids, and the others as new events from sources and models', async () => {
    const before = await readWholeLog(service.settings)
    const report = await recover(damaged, { onAcceptedLoss: rewindPositions })
    expect(report).toMatchObject({ put_back: 0, restated: 2, incomplete: [], unreadable: [] })
    const relay = service.startRelay(damaged)
    await relay.drained()
    await relay.stop()
    const eventsOf = (logOf: typeof before, ocdId: string) =>
      [...logOf.values()]
        .flat()
        .filter(({ headers }) => headers.ce_subject === ocdId)
        .map(({ headers, value }) => {
          const { ce_recordedtime: _, ...same } = headers
          return { ...same, value: String(value) } as Record<string, unknown>
        })
    const after = await readWholeLog(damaged)
    expect(eventsOf(after, keptBill)).toEqual(eventsOf(before, keptBill))
    expect(report.sent_again).toBe(eventsOf(before, keptBill).length)
    for (const lost of [lostBill, lostDerivation]) {
      const [old, again] = [eventsOf(before, lost), eventsOf(after, lost)]
      expect(old.length).toBeGreaterThan(0)
      expect(again.map((event) => event.ce_type)).toEqual(old.map((event) => event.ce_type))
      expect(again.map((event) => Number(event.ce_sequence))).toEqual(
        old.map((_, index) => old.length + index + 1),
      )
      expect(new Set(again.map((event) => event.ce_backfill))).toEqual(new Set(['true']))
    }
    expect(await recover(damaged)).toMatchObject({ put_back: 0, sent_again: 0, restated: 0, incomplete: [] })
  }, 60_000)

  it('stops read schemas that have read it until they are rebuilt, with both bills in them', async () => {
    const onDamaged = { ...service, settings: damaged }
    const projections = await service.startProjections(
      undefined,
      damaged,
      createKafka(damaged, 'legislog-test'),
    )
    await expect(projections.done).rejects.toMatchObject({ code: 'log_epoch' })
    await projections.stop()
    startFollowing(onDamaged)
    service.startRelay(damaged)
    const report = await rebuildOf(onDamaged, { signal: AbortSignal.timeout(60_000) })
    expect(report).toMatchObject({ swapped: true })
    expect(await liveReadSchema(service.database)).toBe('read_0002')
    expect(await titles('read_0002')).toEqual(['Of HB 9001', 'Of HB 9002'])
  }, 90_000)

  it('causes no second webhook, and sends new events to endpoints that were created after its end', async () => {
    const sent = receiver.keys()
    await service.startDispatcher(damaged, createKafka(damaged, 'legislog-test'))
    await addBill('HB 9003')
    await service.ingest('openstates-scraper', sample.folder, { mode: 'live' })
    await eventually(async () => {
      const emitted = receiver.received.map(({ body }) => body)
      return emitted.some((body) => body.includes('Of HB 9003'))
    })
    await service.delivered()
    const keys = receiver.keys()
    expect(keys.length).toBeGreaterThan(sent.length)
    expect(new Set(keys).size).toBe(keys.length)
  }, 60_000)
})
