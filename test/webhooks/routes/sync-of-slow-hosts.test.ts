import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { follow, unfollow } from '../../../webhooks/subscriptions/follows.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { createWebhookService, fanOut } from '../../support/webhooks/webhook-service.ts'

const { service, call, business } = await createWebhookApi()
const { database, settings } = service
await createProjectedSchema(service)
/** Another host, whose clock is five minutes slow. */
const slow = await createWebhookService({ database: { database, settings }, key: randomBytes(32) })
slow.clock.advance(-300_000)
const now = () => slow.clock.now()

let made = 0
async function newEndpoint(filter = {}): Promise<number> {
  made += 1
  const url = `https://slow${made}.example.com/`
  return (await call('POST', '/webhook_endpoints', { url, events: ['*'], filter })).body.id
}

async function walk(path: string, since: string) {
  const { body, headers } = await call('GET', `${path}?updated_since=${since}&include=deleted&limit=200`)
  expect(body.next_cursor).toBeNull()
  return {
    through: String(headers['x-sync-through']),
    ids: body.data.map(({ id }: { id: number }) => id) as number[],
  }
}

/** The ids that the next walk lists after a change; all earlier rows are more than a minute old. */
async function emittedOf(path: string, change: () => Promise<unknown>): Promise<number[]> {
  const { through } = await walk(path, '1970-01-01')
  await database.query(`UPDATE webhook.follow SET updated_at = updated_at - interval '10 minutes'`)
  await database.query(`UPDATE webhook.endpoint SET updated_at = updated_at - interval '10 minutes'`)
  await database.query(`UPDATE webhook.removed_endpoint SET updated_at = updated_at - interval '10 minutes'`)
  await change()
  return (await walk(path, through)).ids
}

const merge = (billId: number, intoId: number) =>
  fanOut(
    database,
    { moves: [], events: [], merges: [{ bill_id: billId, into_id: intoId }], parked: [] },
    now(),
  )

describe('a client that continues from X-Sync-Through', () => {
  it('gets changes of followed bills from a host whose clock is five minutes slow', async () => {
    expect(await emittedOf('/follows', () => follow(database, business, 1, now()))).toEqual([1])
    expect((await emittedOf('/follows', () => merge(1, 2))).toSorted()).toEqual([1, 2])
    expect(await emittedOf('/follows', () => unfollow(database, business, 2))).toEqual([2])
    expect(await emittedOf('/follows', () => follow(database, business, 2, now()))).toEqual([2])
  })

  it('gets changes of endpoints from a host whose clock is five minutes slow', async () => {
    const id = await newEndpoint({ bill_ids: [11] })
    const { endpoints } = slow
    const changes: Record<string, () => Promise<unknown>> = {
      merge: () => merge(11, 12),
      update: () => endpoints.update(business, id, { description: 'changed' }),
      rotate: () => endpoints.rotateSecret(business, id, 0),
      pause: () => endpoints.pause(business, id),
      disable: () => endpoints.disable(business, id),
      enable: () => endpoints.enable(business, id),
      remove: () => endpoints.remove(business, id),
    }
    for (const [name, change] of Object.entries(changes))
      expect(await emittedOf('/webhook_endpoints', change), name).toEqual([id])
    const create = () => endpoints.create(business, { url: 'http://127.0.0.1:9099/new', events: ['*'] })
    expect(await emittedOf('/webhook_endpoints', create)).toHaveLength(1)
  })
})
