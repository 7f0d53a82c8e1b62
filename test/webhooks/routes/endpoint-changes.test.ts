import { describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { databaseNow } from '../../support/stores/database-now.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionOf } from '../../support/webhooks/webhook-service.ts'

const { service, call, callerWith } = await createWebhookApi()
await createProjectedSchema(service)

let made = 0
async function endpointWith(body: object = {}, caller?: Parameters<typeof call>[3]) {
  made += 1
  const url = `https://changes${made}.example.com/`
  const answer = await call('POST', '/webhook_endpoints', { url, events: ['*'], ...body }, caller)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

describe('a change of an endpoint', () => {
  it('keeps members that are not named', async () => {
    const before = await endpointWith({
      description: 'first',
      max_in_flight: 7,
      filter: { subjects: ['Water'] },
    })
    const { status, body } = await call('PATCH', `/webhook_endpoints/${before.id}`, {
      events: ['vote.recorded'],
      rate_limit_per_s: 5,
      ordering: 'bill',
    })
    expect(status).toBe(200)
    const { secret: _, ...kept } = before
    expect(body).toEqual({
      ...kept,
      events: ['vote.recorded'],
      rate_limit_per_s: 5,
      ordering: 'bill',
      updated_at: body.updated_at,
    })
    expect(body.updated_at > before.updated_at).toBe(true)
    const again = await call('PATCH', `/webhook_endpoints/${before.id}`, {
      rate_limit_per_s: null,
      filter: {},
    })
    expect(again.body).toMatchObject({ rate_limit_per_s: null, filter: {}, ordering: 'bill' })
  })

  it('takes effect from the next event on, for its address and its filter', async () => {
    const [first, second] = [await createReceiver(), await createReceiver()]
    const { id } = await endpointWith({ url: first.url, filter: { bill_ids: [7] } })
    await service.fanOut([actionOf(1)])
    await service.drain(id)
    await call('PATCH', `/webhook_endpoints/${id}`, { url: second.url })
    await call('PATCH', `/webhook_endpoints/${id}`, { filter: { bill_ids: [8] } })
    await service.fanOut([actionOf(2), actionOf(3, { bill_id: 8 })])
    await service.drain(id)
    expect([first.received.length, second.received.length]).toEqual([1, 1])
    expect(JSON.parse(second.received[0]!.body).data.bill_id).toBe(8)
  })

  it.each([
    [{ url: 'https://10.0.0.1/' }, 422, 'blocked_address'],
    [{ url: 'ftp://example.com/' }, 422, 'invalid_body'],
    [{ filter: { jurisdictions: ['Atlantis'] } }, 422, 'invalid_body'],
    [{ filter: { topic: 'of the' } }, 422, 'invalid_body'],
    [{ secret: 'whsec_x' }, 400, 'FST_ERR_VALIDATION'],
    [{}, 400, 'FST_ERR_VALIDATION'],
    [{ max_in_flight: 21 }, 400, 'FST_ERR_VALIDATION'],
  ])('is refused if the body is %j', async (body, status, code) => {
    const { id } = await endpointWith()
    const answer = await call('PATCH', `/webhook_endpoints/${id}`, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('cannot use the address of another endpoint, or apply to the endpoint of another account', async () => {
    const caller = await callerWith('two of them', 'business')
    const [one, two] = [await endpointWith({}, caller), await endpointWith({}, caller)]
    const clash = await call('PATCH', `/webhook_endpoints/${two.id}`, { url: one.url }, caller)
    expect([clash.status, clash.body.code]).toEqual([409, 'conflict'])
    expect((await call('PATCH', `/webhook_endpoints/${one.id}`, { description: 'mine' })).status).toBe(404)
  })

  it('appears in the list of changes', async () => {
    const caller = await callerWith('syncs', 'business')
    const [one, two] = [await endpointWith({}, caller), await endpointWith({}, caller)]
    const since = await databaseNow(service.database)
    await call('PATCH', `/webhook_endpoints/${one.id}`, { description: 'changed' }, caller)
    const list = (query: string) => call('GET', `/webhook_endpoints?${query}`, undefined, caller)
    const ids = async (query: string) => (await list(query)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids(`updated_since=${since}`)).toEqual([one.id])
    const first = await list('updated_since=2020-01-01&limit=1')
    expect(first.headers['x-sync-through']).toMatch(/Z$/)
    expect(await ids(`updated_since=2020-01-01&limit=1&cursor=${first.body.next_cursor}`)).toEqual([one.id])
    expect(first.body.data[0].id).toBe(two.id)
    expect((await list('updated_since=yesterday')).status).toBe(400)
    expect((await list('limit=201')).status).toBe(400)
  })
})

describe('the custom headers of an endpoint', () => {
  it('are sent with every delivery and test, and their values are never shown', async () => {
    const receiver = await createReceiver()
    const endpoint = await endpointWith({
      url: receiver.url,
      headers: { 'X-Api-Key': 'k-12345', Authorization: 'Bearer abc' },
    })
    expect(endpoint.header_names).toEqual(['X-Api-Key', 'Authorization'])
    await service.fanOut([actionOf(11)])
    await service.drain(endpoint.id)
    await call('POST', `/webhook_endpoints/${endpoint.id}/test`)
    for (const { headers } of receiver.received)
      expect(headers).toMatchObject({ 'x-api-key': 'k-12345', authorization: 'Bearer abc' })
    expect(receiver.received).toHaveLength(2)
    const shown = JSON.stringify((await call('GET', `/webhook_endpoints/${endpoint.id}`)).body)
    expect(shown).not.toMatch(/k-12345|Bearer abc/)
    const { rows } = await service.database.query<{ row: string }>(
      'SELECT to_json(endpoint)::text AS row FROM webhook.endpoint WHERE id = $1',
      [endpoint.id],
    )
    expect(rows[0]!.row).not.toMatch(/k-12345|Bearer abc/)
  })

  it('can be changed one by one', async () => {
    const receiver = await createReceiver()
    const { id } = await endpointWith({ url: receiver.url, headers: { 'X-One': '1', 'X-Two': '2' } })
    const changed = await call('PATCH', `/webhook_endpoints/${id}`, {
      headers: { 'x-one': null, 'X-TWO': '3', 'X-Four': '4' },
    })
    expect(changed.body.header_names).toEqual(['X-TWO', 'X-Four'])
    await call('POST', `/webhook_endpoints/${id}/test`)
    expect(receiver.received[0]!.headers).toMatchObject({ 'x-two': '3', 'x-four': '4' })
    expect(receiver.received[0]!.headers).not.toHaveProperty('x-one')
  })

  it.each([
    [{ 'X-Break': 'a\r\nX-Other: b' }],
    [{ 'X-Null': 'a\0b' }],
    [{ 'X-Wide': 'é' }],
    [{ 'X Space': 'a' }],
    [{ 'X-Colon:': 'a' }],
    [{ '': 'a' }],
    [{ Host: 'elsewhere.example.com' }],
    [{ 'Content-Length': '1' }],
    [{ 'content-encoding': 'gzip' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ Connection: 'close' }],
    [{ Cookie: 'a=b' }],
    [{ 'Proxy-Authorization': 'a' }],
    [{ 'Webhook-Signature': 'v1,abc' }],
    [{ 'X-SERVICE-Signature': 'v1,abc' }],
    [{ 'User-Agent': 'a' }],
    [{ 'X-Long': 'a'.repeat(4_097) }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, 'a']))],
  ])('cannot be %j', async (headers) => {
    const refused = await call('POST', '/webhook_endpoints', {
      url: 'https://headers.example.com/',
      events: ['*'],
      headers,
    })
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_body'])
    expect(refused.body.message).not.toContain('v1,abc')
  })
})
