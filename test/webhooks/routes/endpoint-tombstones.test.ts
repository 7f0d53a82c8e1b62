import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { databaseNow } from '../../support/stores/database-now.ts'
import { type Caller, createWebhookApi } from '../../support/webhooks/webhook-server.ts'

const { service, call, callerWith } = await createWebhookApi()

let emitted = 0
/** An account with this many endpoints, and their ids. */
async function ownerOf(count: number): Promise<{ caller: Caller; ids: number[] }> {
  emitted += 1
  const caller = await callerWith(`owner ${emitted}`, 'business')
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const url = `https://gone${emitted}-${index}.example.com/`
    const { body } = await call('POST', '/webhook_endpoints', { url, events: ['*'] }, caller)
    ids.push(body.id)
  }
  return { caller, ids }
}

const remove = async (id: number, caller: Caller) =>
  (await call('DELETE', `/webhook_endpoints/${id}`, undefined, caller)).status

async function walk(query: string, caller: Caller): Promise<{ id: number; deleted?: true }[]> {
  const items = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const end: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { status, body } = await call('GET', `/webhook_endpoints?${query}${end}`, undefined, caller)
    expect(status, JSON.stringify(body)).toBe(200)
    items.push(...body.data)
    cursor = body.next_cursor
  }
  return items
}

const idsIn = (items: readonly { id: number }[]) => items.map(({ id }) => id)

describe('a deleted endpoint', () => {
  it.each([1, 2, 200])('is listed in its place among the changes, in pages of %i', async (limit) => {
    const { caller, ids } = await ownerOf(4)
    const [one, two, three, four] = ids as [number, number, number, number]
    const since = `updated_since=${await databaseNow(service.database)}&limit=${limit}`
    const change = (id: number) =>
      call('PATCH', `/webhook_endpoints/${id}`, { description: 'changed' }, caller)
    await change(three)
    expect(await remove(two, caller)).toBe(204)
    await change(one)
    expect(idsIn(await walk(since, caller))).toEqual([three, one])
    const items = await walk(`${since}&include=deleted`, caller)
    expect(idsIn(items)).toEqual([three, two, one])
    expect(items[1]).toEqual({ id: two, deleted: true, updated_at: expect.any(String) })
    expect(idsIn(await walk(`limit=${limit}`, caller))).toEqual([one, three, four])
    const all = await walk(`limit=${limit}&include=deleted`, caller)
    expect(all.map(({ id, deleted = false }) => [id, deleted])).toEqual([
      [one, false],
      [two, true],
      [three, false],
      [four, false],
    ])
  })

  it('is only shown to its owner, and can be deleted only once, by its owner', async () => {
    const [{ caller, ids }, stranger] = [await ownerOf(1), await ownerOf(0)]
    expect(await remove(ids[0]!, stranger.caller)).toBe(404)
    const done = await Promise.all([remove(ids[0]!, caller), remove(ids[0]!, caller)])
    expect(done.toSorted()).toEqual([204, 404])
    expect(await walk('include=deleted', caller)).toHaveLength(1)
    expect(await walk('include=deleted', stranger.caller)).toEqual([])
    expect(await walk('include=deleted&updated_since=1970-01-01', stranger.caller)).toEqual([])
  })

  it('frees its address and its slot for a new endpoint with a new id', async () => {
    const { caller, ids } = await ownerOf(20)
    const body = { url: `https://gone${emitted}-0.example.com/`, events: ['*'] }
    const make = () => call('POST', '/webhook_endpoints', body, caller)
    expect((await make()).body.code).toBe('limit_reached')
    await remove(ids[0]!, caller)
    const again = await make()
    expect(again.status).toBe(201)
    expect(ids).not.toContain(again.body.id)
    expect((await make()).body.code).toBe('limit_reached')
    await remove(ids[1]!, caller)
    expect((await make()).body.code).toBe('conflict')
  })

  it('rejects a cursor of a walk that leaves it out', async () => {
    const { caller } = await ownerOf(2)
    const { next_cursor } = (await call('GET', '/webhook_endpoints?limit=1', undefined, caller)).body
    const url = `/webhook_endpoints?limit=1&include=deleted&cursor=${next_cursor}`
    expect((await call('GET', url, undefined, caller)).body.code).toBe('cursor_mismatch')
    expect((await call('GET', '/webhook_endpoints?include=all', undefined, caller)).status).toBe(400)
  })
})

describe('a tombstone', () => {
  it('is shown for 400 days, and a request for an earlier time must load everything again', async () => {
    const projected = await createProjectedSchema(service)
    const story = new EventBuilder()
    const bill = story.bill()
    await projected.apply(story.take())
    const { caller, ids } = await ownerOf(2)
    await call('POST', '/follows', { bill_id: bill.id }, caller)
    const since = service.clock.now().toISOString()
    await remove(ids[0]!, caller)
    await call('DELETE', `/follows/${bill.id}`, undefined, caller)
    service.clock.advance(400 * DAY_MS)
    for (const [path, id] of [
      ['/webhook_endpoints', ids[0]],
      ['/follows', bill.id],
    ]) {
      const ask = (query: string) => call('GET', `${path}?${query}`, undefined, caller)
      const [gone] = (await ask(`updated_since=${since}&include=deleted`)).body.data.filter(
        ({ deleted }: { deleted?: true }) => deleted,
      )
      expect(gone, String(path)).toMatchObject({ id, deleted: true })
    }
    service.clock.advance(1)
    for (const path of ['/webhook_endpoints', '/follows']) {
      const ask = async (query: string) => {
        const { status, body } = await call('GET', `${path}?${query}`, undefined, caller)
        return [status, body.code]
      }
      expect(await ask(`updated_since=${since}&include=deleted`)).toEqual([410, 'resync_required'])
      // A client that reads from the beginning has stored nothing yet. Without `include`, a client misses nothing.
      expect(await ask('updated_since=1970-01-01&include=deleted')).toEqual([200, undefined])
      expect(await ask(`updated_since=${since}`)).toEqual([200, undefined])
      expect(await ask('include=deleted')).toEqual([200, undefined])
    }
  })
})
