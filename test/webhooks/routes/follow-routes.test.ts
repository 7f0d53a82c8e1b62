import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { databaseNow } from '../../support/stores/database-now.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'

const { service, call, callerWith } = await createWebhookApi()
const bills: BuiltBill[] = []

beforeAll(async () => {
  const projected = await createProjectedSchema(service)
  const story = new EventBuilder()
  story.jurisdiction()
  story.session('2025-2026')
  for (const identifier of ['HB 1', 'HB 2', 'HB 3', 'HB 4'])
    bills.push(story.bill({ identifier, title: `About ${identifier}` }))
  await projected.apply(story.take())
})

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('the /v1/follows routes', () => {
  it('follow a bill by number or ocd_id, once, until it is unfollowed', async () => {
    const caller = await callerWith('a follower', 'developer')
    const [first, second] = bills
    const made = await call('POST', '/follows', { bill_id: first!.id }, caller)
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`/v1/follows/${first!.id}`)
    expect(made.body).toMatchObject({
      id: first!.id,
      bill: { id: first!.id, ocd_id: first!.ocd_id, identifier: 'HB 1', title: 'About HB 1' },
    })
    expect((await call('POST', '/follows', { ocd_id: first!.ocd_id }, caller)).status).toBe(200)
    expect((await call('POST', '/follows', { ocd_id: second!.ocd_id }, caller)).status).toBe(201)
    expect(idsOf((await call('GET', '/follows', undefined, caller)).body)).toEqual([first!.id, second!.id])
    const path = `/follows/${encodeURIComponent(first!.ocd_id)}`
    expect((await call('GET', path, undefined, caller)).body.id).toBe(first!.id)
    expect((await call('DELETE', path, undefined, caller)).status).toBe(204)
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(method, path, undefined, caller)).status).toBe(404)
    expect((await call('GET', '/follows')).body.data).toEqual([])
  })

  it('list followed and unfollowed bills by change', async () => {
    const caller = await callerWith('a syncing follower', 'business')
    for (const { id } of bills) await call('POST', '/follows', { bill_id: id }, caller)
    const since = await databaseNow(service.database)
    await call('DELETE', `/follows/${bills[1]!.id}`, undefined, caller)
    await call('DELETE', `/follows/${bills[2]!.id}`, undefined, caller)
    await call('POST', '/follows', { bill_id: bills[2]!.id }, caller)
    const query = `updated_since=${since}`
    const list = async (more = '') => (await call('GET', `/follows?${query}${more}`, undefined, caller)).body
    expect(idsOf(await list())).toEqual([bills[2]!.id])
    const first = await list('&include=deleted&limit=1')
    expect(first.data).toEqual([{ id: bills[1]!.id, deleted: true, updated_at: expect.any(String) }])
    expect(idsOf(await list(`&include=deleted&limit=1&cursor=${first.next_cursor}`))).toEqual([bills[2]!.id])
    const pages = await call('GET', '/follows?limit=2', undefined, caller)
    expect(idsOf(pages.body)).toEqual([bills[0]!.id, bills[2]!.id])
    expect(pages.headers.link).toContain('rel="next"')
    const last = await call('GET', `/follows?limit=2&cursor=${pages.body.next_cursor}`, undefined, caller)
    expect(idsOf(last.body)).toEqual([bills[3]!.id])
  })

  it.each([
    ['POST', '/follows', { bill_id: 999_999 }, 404],
    ['POST', '/follows', { ocd_id: 'ocd-bill/none' }, 404],
    ['POST', '/follows', {}, 400],
    ['POST', '/follows', { bill_id: 1, ocd_id: 'ocd-bill/x' }, 400],
    ['GET', '/follows/x', undefined, 400],
    ['GET', '/follows/0', undefined, 400],
    ['DELETE', '/follows/999999', undefined, 404],
    ['GET', '/follows?updated_since=soon', undefined, 400],
    ['GET', '/follows?limit=0', undefined, 400],
  ] as const)('reject %s %s with %j', async (method, url, body, status) => {
    expect((await call(method, url, body)).status).toBe(status)
  })

  it('unfollow a bill by its number after the bill is gone', async () => {
    await service.database.query(
      'INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at) SELECT id, 555, now(), now() FROM account.account',
    )
    expect((await call('GET', '/follows/555')).body).toMatchObject({ id: 555, bill: null })
    expect((await call('DELETE', '/follows/555')).status).toBe(204)
  })
})
