import { beforeAll, describe, expect, it } from 'vitest'
import { dropParked } from '../../../projections/parked-retry/drop-parked.ts'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import type { Projections } from '../../../projections/service/start-projections.ts'
import type { Dispatcher } from '../../../webhooks/dispatcher.ts'
import { listParkedWebhooks } from '../../../webhooks/fan-out/parked-events.ts'
import { action, bill } from '../../support/builders/webhook-events.ts'
import type { Receiver } from '../../support/fakes/receiver.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createPublisher, type Publisher } from '../../support/log/publish.ts'
import { rebuildOf } from '../../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../../support/service/whole-service.ts'

let service: WholeService
let publisher: Publisher
let receiver: Receiver
let projections: Projections
const dispatchers: Dispatcher[] = []

beforeAll(async () => {
  service = await createWholeService()
  publisher = await createPublisher(service.settings, service.database)
  receiver = (await service.createEndpoint(['bill.action'])).receiver
  dispatchers.push(await service.startDispatcher())
}, 60_000)

const emitted = (): string[] =>
  receiver.received.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: { bill_id: number; action_id: string } }
    return `${data.bill_id} ${data.action_id}`
  })

async function held(): Promise<number> {
  const { rows } = await service.database.query<{ count: number }>(
    'SELECT count(*) AS count FROM webhook.deferred_event',
  )
  return rows[0]!.count
}

const parkedLane = async (key: string) =>
  (await eventually(async () =>
    (await listParked(service.database)).find((parkedKey) => parkedKey.key === key),
  ))!

/** Bad events are of bills that no other test uses. */
describe('an unprojected event', { timeout: 60_000 }, () => {
  it('waits until it is projected, and is then sent once, in order', async () => {
    await publisher.publish([action(1), action(2), action(1, { bill_id: 8 }), action(3)])
    await eventually(async () => (await held()) === 4)
    expect(emitted()).toEqual([])
    projections = await service.startProjections()
    await eventually(() => receiver.received.length === 4, { timeout_ms: 20_000 })
    expect(emitted().filter((one) => one.startsWith('7 '))).toEqual([
      '7 action-1',
      '7 action-2',
      '7 action-3',
    ])
    expect(await held()).toBe(0)
  })

  it('waits behind the faulty event if its key is parked, while other keys do not wait', async () => {
    receiver.clear()
    const poisoned = { bill_id: 20 }
    await publisher.publish([
      action(1, poisoned),
      // No bill can have so many events: the projector refuses it, but a dispatcher could send it.
      { ...action(2_000_000, poisoned) },
      action(2, poisoned),
      action(1, { bill_id: 21 }),
    ])
    await eventually(() => emitted().length === 2)
    expect(emitted().toSorted()).toEqual(['20 action-20-1', '21 action-21-1'])
    await eventually(async () => (await held()) === 2)

    const parkedKey = await parkedLane('ocd-bill/20')
    await dropParked(service.database, parkedKey)
    await retryParked({
      database: service.database,
      codec: service.codec,
      parkedKey,
      announce: async () => {},
    })
    await eventually(() => emitted().includes('20 action-20-2'), { timeout_ms: 15_000 })
    expect(emitted()).not.toContain('20 action-20-2000000')
    // The dropped event is stored, and no receiver gets it.
    await eventually(async () => (await held()) === 0)
    expect(await listParkedWebhooks(service.database)).toMatchObject([
      { key: 'ocd-bill/20', code: 'event_not_shown', error: expect.stringContaining('dropped') },
    ])
  })

  it('is never sent if it has the key of another bill, an impossible date, or too large a sequence', async () => {
    receiver.clear()
    await publisher.publish([
      { ...action(1, { bill_id: 30 }), key: 'ocd-bill/31' },
      { ...action(1, { bill_id: 32 }), headers: { ce_time: '2026-02-30T00:00:00Z' } },
      { ...action(1, { bill_id: 33 }), headers: { ce_sequence: '9007199254740991' } },
      { ...action(1, { bill_id: 34 }), headers: { ce_recordedtime: '2026-02-30T00:00:00.000000Z' } },
      action(1, { bill_id: 35 }),
    ])
    await eventually(() => emitted().length === 1)
    await parkedLane('ocd-bill/34')
    expect(emitted()).toEqual(['35 action-35-1'])
    const parked = await listParkedWebhooks(service.database)
    expect(
      parked
        .filter(({ code }) => code === 'event_undecodable')
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual([31, 32, 33, 34].map((id) => `ocd-bill/${id}`))
  })

  it('is not sent if it came after a later event of its bill, and repeats of sent events are not parked', async () => {
    receiver.clear()
    await publisher.publish([
      action(4),
      { ...action(2), headers: { ce_id: 'another' } },
      action(4),
      action(5),
    ])
    await eventually(() => emitted().includes('7 action-5'))
    await eventually(async () => (await held()) === 0)
    expect(emitted().toSorted()).toEqual(['7 action-4', '7 action-5'])
    const parked = await listParkedWebhooks(service.database)
    expect(parked.filter(({ key }) => key === bill.ocd_id)).toMatchObject([
      { code: 'event_not_shown', error: expect.stringContaining('a later event of its entity') },
    ])
  })

  it('waits while projectors are stopped, and is sent when they run again', async () => {
    receiver.clear()
    await projections.stop()
    await publisher.publish([action(6), action(2, { bill_id: 8 })])
    await eventually(async () => (await held()) === 2)
    dispatchers.push(await service.startDispatcher())
    expect(emitted()).toEqual([])
    projections = await service.startProjections()
    await eventually(() => emitted().length === 2, { timeout_ms: 20_000 })
    await eventually(async () => (await held()) === 0)
    expect(emitted().toSorted()).toEqual(['7 action-6', '8 action-8-2'])
  })

  it('is not sent if the read schema before a rebuild had skipped it', async () => {
    receiver.clear()
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
    await publisher.publish([action(7), { ...action(3), headers: { ce_id: 'another still' } }])
    await service.caughtUp()
    await projections.stop()
    await rebuildOf(service)
    await service.startDispatcher()
    await publisher.publish([action(8)])
    await service.startProjections('read_0002')
    await eventually(() => emitted().includes('7 action-8'))
    await eventually(async () => (await held()) === 0)
    expect(emitted().toSorted()).toEqual(['7 action-7', '7 action-8'])
  })
})
