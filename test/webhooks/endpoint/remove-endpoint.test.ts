import { describe, expect, it } from 'vitest'
import { countEndpoints, readBacklog } from '../../../webhooks/delivery/backlog.ts'
import { writeResults } from '../../../webhooks/results/write-results.ts'
import { expireEndpoints } from '../../../webhooks/upkeep/expire-endpoints.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { type Caller, createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionOf } from '../../support/webhooks/webhook-service.ts'

const { service, business, call } = await createWebhookApi()
const caller: Caller = { ...business, scopes: ['webhooks', 'webhook_secrets'] }
let next = 1

/** More deliveries than one request deletes: the rest stays until the next cleaning. */
const LONG = 25_000

async function endpointWith(body: object = {}) {
  const receiver = await createReceiver()
  const request = { url: receiver.url, events: ['*'], ...body }
  const made = await call('POST', '/webhook_endpoints', request, caller)
  const path = `/webhook_endpoints/${made.body.id}`
  return {
    id: made.body.id as number,
    secret: made.body.secret as string,
    receiver,
    path,
    owe: () => service.fanOut([actionOf(next++)]),
    remove: () => call('DELETE', path, undefined, caller),
    /** Everything that any table stores about it, as text. */
    async held(): Promise<string> {
      const { rows } = await service.database.query<{ text: string }>(
        `SELECT coalesce(string_agg(text, ' '), '') AS text FROM (
           SELECT to_json(e)::text AS text FROM webhook.endpoint e WHERE id = $1
           UNION ALL SELECT to_json(n)::text FROM webhook.notice n WHERE endpoint_id = $1
           UNION ALL SELECT to_json(r)::text FROM webhook.removed_endpoint r WHERE id = $1) held`,
        [made.body.id],
      )
      return rows[0]!.text
    },
    async addMany(): Promise<void> {
      await service.database.query(
        `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
         SELECT 'dlv_' || $1::bigint || '_' || n, 1000000 + n, $1::bigint, 'skipped', now(), now(), now()
         FROM generate_series(1, ${LONG}) n`,
        [made.body.id],
      )
    },
  }
}

async function sealedOf(id: number): Promise<string[]> {
  const { rows } = await service.database.query<{
    secrets: { sealed: string }[]
    headers: { sealed: string }[]
  }>('SELECT secrets, headers FROM webhook.endpoint WHERE id = $1', [id])
  return [...rows[0]!.secrets, ...rows[0]!.headers].map(({ sealed }) => sealed)
}

describe('the deletion of an endpoint', () => {
  it('erases all text and secrets of its owner at once, even if its deliveries take longer', async () => {
    const endpoint = await endpointWith({
      description: 'the pager of Ada',
      filter: { subjects: ['Whistleblowers'] },
      headers: { 'X-Api-Key': 'k-12345' },
    })
    await call('POST', `${endpoint.path}/secret/rotate`, { overlap_seconds: 86_400 }, caller)
    await service.database.query(
      `INSERT INTO webhook.notice (account_id, endpoint_id, type, data, created_at)
       VALUES ($1, $2, 'endpoint.warning', json_build_object('url', $3::text), now())`,
      [caller.id, endpoint.id, endpoint.receiver.url],
    )
    await endpoint.addMany()
    const sealed = await sealedOf(endpoint.id)
    expect(sealed).toHaveLength(3)
    const kept = [endpoint.receiver.url, 'the pager of Ada', 'Whistleblowers', 'X-Api-Key', ...sealed]
    for (const text of kept) expect(await endpoint.held()).toContain(text)
    expect((await endpoint.remove()).status).toBe(204)
    const { rowCount } = await service.database.query('SELECT FROM webhook.endpoint WHERE id = $1', [
      endpoint.id,
    ])
    expect(rowCount).toBe(1)
    for (const text of kept) expect(await endpoint.held()).not.toContain(text)
    await expireEndpoints(service.database, service.clock.now())
    expect(JSON.parse(await endpoint.held())).toEqual({
      account_id: caller.id,
      id: endpoint.id,
      updated_at: expect.any(String),
    })
  })

  it('makes every route return 404', async () => {
    const { id, path, receiver, owe, remove, addMany } = await endpointWith()
    await owe()
    await service.sweep()
    const key = receiver.keys()[0]!
    const since = service.clock.now().toISOString()
    const replay = await call('POST', `${path}/replay`, { since }, caller)
    await addMany()
    await remove()
    const requests: Parameters<typeof call>[] = [
      ['GET', path],
      ['PATCH', path, { description: 'again' }],
      ['DELETE', path],
      ['POST', `${path}/enable`],
      ['POST', `${path}/pause`],
      ['POST', `${path}/resume`],
      ['POST', `${path}/disable`],
      ['POST', `${path}/test`],
      ['GET', `${path}/secret`],
      ['POST', `${path}/secret/rotate`],
      ['GET', `${path}/health`],
      ['GET', `${path}/notices`],
      ['GET', `${path}/deliveries`],
      ['GET', `${path}/replays`],
      ['GET', `${path}/replays/${replay.body.id}`],
      ['DELETE', `${path}/replays/${replay.body.id}`],
      ['POST', `${path}/replay`, { since }],
      ['GET', `/webhook_deliveries/${key}`],
      ['GET', `/webhook_deliveries/${key}/attempts`],
      ['POST', `/webhook_deliveries/${key}/resend`],
    ]
    for (const [method, url, body] of requests) {
      const answer = await call(method, url, body, caller)
      expect([method, url, answer.status, answer.body?.code]).toEqual([method, url, 404, 'not_found'])
    }
    expect((await call('GET', `/webhook_deliveries?endpoint_id=${id}`, undefined, caller)).body.data).toEqual(
      [],
    )
    expect(receiver.received).toHaveLength(1)
  })

  it('stops waiting and new deliveries, and removes the endpoint from every count', async () => {
    const counted = () =>
      Promise.all([countEndpoints(service.database), readBacklog(service.database, service.clock.now())])
    const before = await counted()
    const { id, receiver, owe, remove, addMany } = await endpointWith()
    await owe()
    await addMany()
    await remove()
    expect(await counted()).toEqual(before)
    expect(await owe()).toMatchObject({ events: 1, deliveries: 0 })
    await service.drain(id)
    await service.sweep()
    expect(receiver.received).toHaveLength(0)
    expect(await counted()).toEqual(before)
  })

  it('makes its last answer have no effect, even 410, and does not disturb the results of other endpoints', async () => {
    const { id, receiver, owe, remove, addMany } = await endpointWith()
    const other = await endpointWith({ events: ['endpoint.disabled'] })
    await owe()
    await service.drain(id)
    expect(receiver.received).toHaveLength(1)
    const result = service.results.find(({ endpoint_id }) => endpoint_id === id)!
    await addMany()
    await remove()
    const gone = { ...result, made: { ...result.made, outcome: 'gone', status: 410 } as const }
    expect(await writeResults(service.database, [gone], service.clock.now())).toEqual([])
    await service.sweep()
    expect(other.receiver.received).toHaveLength(0)
  })
})
