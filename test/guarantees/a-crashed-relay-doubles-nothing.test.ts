import { beforeAll, describe, expect, it } from 'vitest'
import type { Projections } from '../../projections/service/start-projections.ts'
import { topics } from '../../schemas/log/topics.ts'
import { action, bill } from '../support/builders/webhook-events.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { createPostgresProxy, type Held, type PostgresProxy } from '../support/faults/postgres-proxy.ts'
import { acking, claiming } from '../support/faults/transaction-moments.ts'
import { eventually } from '../support/harness/eventually.ts'
import { startMain } from '../support/harness/main-process.ts'
import { createPublisher, type Publication } from '../support/log/publish.ts'
import { headerOf, readTopic } from '../support/log/read-topic.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { untilCounted } from '../support/service/until-counted.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let projections: Projections
let receiver: Receiver
let sample: EditedSample

beforeAll(async () => {
  service = await createWholeService()
  projections = await service.startProjections()
  await service.startDispatcher()
  const relay = service.startRelay()
  await service.ingestSample()
  await service.caughtUp()
  await relay.stop()
  sample = await editSample()
  receiver = (await service.createEndpoint(['bill.action'])).receiver
}, 120_000)

/** An action of a bill that was never ingested. */
function strange(sequence: number): Publication {
  const unknown = { ...bill, id: 1_000_007 }
  const { body } = action(sequence) as Publication & { type: 'bill.action' }
  return {
    type: 'bill.action',
    key: unknown.ocd_id,
    sequence,
    body: { ...body, id: unknown.id, bill: unknown },
  }
}

/** Kills a relay at a moment, and waits until Postgres has ended its sessions. */
async function crashRelay(reach: (proxy: PostgresProxy) => Promise<Held>): Promise<void> {
  const proxy = await createPostgresProxy(service.settings.database_url)
  const reached = reach(proxy)
  const { child, ended } = startMain(['relay'], { ...service.settings, database_url: proxy.url })
  const held = await reached
  child.kill('SIGKILL')
  await ended
  held.cut()
  await eventually(async () => {
    const { rows } = await service.database.query<{ sessions: number }>(
      `SELECT count(*)::int AS sessions FROM pg_stat_activity
       WHERE application_name = 'legislog relay' AND datname = current_database()`,
    )
    return rows[0]!.sessions === 0
  })
}

/** Adds an action to each bill and returns the number of events. */
async function ingestNotes(note: string): Promise<number> {
  await addNotes(sample, note)
  const { events, by_type } = await service.ingest('openstates-scraper', sample.folder)
  expect(by_type['bill.action']).toBe(events)
  return events
}

async function logged(): Promise<number> {
  const all = await Promise.all(topics.map(({ name }) => readTopic(service.settings, name)))
  return all.flat().length
}

describe.sequential('a relay that is killed', () => {
  it.each([
    ['after publishing events, before marking them', acking, 2],
    ['after stamping events, before publishing them', claiming, 1],
  ] as const)('%s still gives each event one effect', async (_name, moment, times) => {
    const [before, totals, received] = [await logged(), { ...projections.totals() }, receiver.received.length]
    const events = await ingestNotes(`${times}`)
    await crashRelay((proxy) => (times === 2 ? proxy.holdBefore(moment) : proxy.holdAnswer(moment)))
    expect(await logged()).toBe(before + (times - 1) * events)

    const relay = service.startRelay()
    await service.caughtUp()
    await service.delivered()
    await relay.stop()
    expect(await logged()).toBe(before + times * events)
    await untilCounted([projections], totals.applied + events)
    expect(projections.totals()).toMatchObject({
      applied: totals.applied + events,
      repeated: totals.repeated + (times - 1) * events,
      parked: 0,
    })
    expect(await service.verify()).toMatchObject({ is_equal: true, holes: [], parked: [] })
    expect(receiver.received).toHaveLength(received + events)
    expect(new Set(receiver.keys()).size).toBe(receiver.received.length)
  })
})

describe('the sequence of an entity', () => {
  it('has no gap in the log and is in order, except for repeats, after all these crashes', async () => {
    const last = new Map<string, number>()
    for (const { name } of topics) {
      for (const record of await readTopic(service.settings, name)) {
        const [subject, sequence] = [headerOf(record, 'ce_subject'), Number(headerOf(record, 'ce_sequence'))]
        const before = last.get(subject) ?? 0
        expect(sequence).toBeLessThanOrEqual(before + 1)
        last.set(subject, Math.max(before, sequence))
      }
    }
    expect(last.size).toBeGreaterThan(20)
  })

  it('is reported by verify if a foreign writer broke it: nothing is parked, and late events have no effect', async () => {
    const publisher = await createPublisher(service.settings, service.database)
    const total = projections.totals().applied
    await publisher.publish([strange(2)])
    await eventually(() => projections.totals().applied === total + 1)
    const { repeated } = projections.totals()
    const hole = { ocd_id: 'ocd-bill/7', topic: 'legislog.bills.v1', after: 0, next: 2 }
    expect(await service.verify()).toMatchObject({ is_equal: false, differing: 0, holes: [hole], parked: [] })

    await publisher.publish([strange(1), strange(3)])
    await eventually(() => projections.totals().applied === total + 2)
    expect(projections.totals()).toMatchObject({ repeated: repeated + 1, parked: 0 })
    expect(await service.verify()).toMatchObject({ is_equal: false, differing: 0, holes: [hole], parked: [] })
  })
})
