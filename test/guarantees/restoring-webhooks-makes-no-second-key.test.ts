import { beforeAll, describe, expect, it } from 'vitest'
import type { Dispatcher } from '../../webhooks/dispatcher.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { backUpSchema, restoreSchema } from '../support/stores/ingest-state.ts'

let service: WholeService
let dispatcher: Dispatcher
let receiver: Receiver
let sample: EditedSample

type Sent = { readonly ce_id: string; readonly key: string; readonly id: number }

const deliveries = async () => {
  const { rows } = await service.database.query<Sent>(
    'SELECT e.ce_id, d.key, e.id FROM webhook.delivery d JOIN webhook.event e ON e.id = d.event_id ORDER BY e.ce_id',
  )
  return rows
}

async function news(note: string): Promise<void> {
  await addNotes(sample, note)
  await service.ingest('openstates-scraper', sample.folder)
  await service.caughtUp()
  await service.delivered()
}

async function restart(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  await dispatcher.stop()
  await meanwhile()
  dispatcher = await service.startDispatcher()
}

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  await service.startProjections()
  dispatcher = await service.startDispatcher()
  await service.ingestSample()
  sample = await editSample()
  receiver = (await service.createEndpoint(['*'])).receiver
})

describe('webhooks restored from an old backup', () => {
  it('send later events again under their former keys, and lose nothing', async () => {
    await restart()
    await news('before the backup')
    const old = await deliveries()
    await backUpSchema(service.database, 'webhook', 'old_webhooks')
    await news('after the backup')
    const first = await deliveries()
    const before = receiver.received.map(({ headers }) => headers['x-service-idempotency-key'])
    expect(first.length).toBeGreaterThan(old.length)
    const highest = Math.max(...first.map(({ id }) => id))
    expect(highest).toBeLessThan(1_000)

    await restart(() => restoreSchema(service.database, 'webhook', 'old_webhooks'))
    await service.caughtUp()
    await dispatcher.sweep()
    await service.delivered()

    const again = await deliveries()
    expect(again.map(({ ce_id, key }) => [ce_id, key])).toEqual(first.map(({ ce_id, key }) => [ce_id, key]))
    // No id is reused, although the ids since the backup are lost.
    const kept = new Set(old.map(({ key }) => key))
    const renumbered = again.filter(({ key }) => !kept.has(key)).map(({ id }) => id)
    expect(Math.min(...renumbered)).toBeGreaterThan(highest)
    const received = receiver.received.map(({ headers }) => headers['x-service-idempotency-key'])
    // Deliveries before the backup are not repeated. Later ones are, under the same key.
    expect(received).toHaveLength(before.length + first.length - old.length)
    expect(new Set(received)).toEqual(new Set(before))
  })

  it('reuse no event id', async () => {
    await news('afterwards')
    const ids = new Map<string, Set<string>>()
    for (const { body } of receiver.received) {
      const { id, data } = JSON.parse(body.toString()) as { id: number; data: { action_id?: string } }
      const key = String(id)
      ids.set(key, (ids.get(key) ?? new Set()).add(String(data.action_id)))
    }
    expect([...ids.values()].filter((events) => events.size > 1)).toEqual([])
  })
})
