import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { expireEndpoints } from '../../../webhooks/upkeep/expire-endpoints.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionsOf } from '../../support/webhooks/webhook-service.ts'

const { service, call, callerWith } = await createWebhookApi()
let next = 1

/** A new endpoint, with functions that add events and read its deliveries. */
async function endpointFor(caller?: Parameters<typeof call>[3]) {
  const receiver = await createReceiver()
  const { body } = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] }, caller)
  const path = `/webhook_endpoints/${body.id}`
  return {
    id: body.id as number,
    receiver,
    act: (verb: string) => call('POST', `${path}/${verb}`, undefined, caller),
    shown: async () => (await call('GET', path, undefined, caller)).body,
    async owe(count: number) {
      await service.fanOut(actionsOf(count, next))
      next += count
      await service.sweep()
    },
    async statuses() {
      const rows = await service.deliveries()
      return rows.filter(({ endpoint_id }) => endpoint_id === body.id).map(({ status }) => status)
    },
  }
}

describe('an endpoint with a large backlog', () => {
  it('is disabled in short statements, and its whole backlog is skipped', async () => {
    const { id, act } = await endpointFor()
    await act('pause')
    await service.database.query(
      `WITH event AS (
         INSERT INTO webhook.event (ce_id, type, recorded_at, created_at)
         SELECT 'waiting ' || n, 'bill.action', '2026-01-01', '2026-01-01' FROM generate_series(1, 45000) n RETURNING id
       )
       INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
       SELECT 'dlv_waiting' || id, id, $1, 'pending', '2026-01-01', '2026-01-01', '2026-01-01' FROM event`,
      [id],
    )
    expect((await act('disable')).body).toMatchObject({ status: 'disabled' })
    const { rows } = await service.database.query(
      'SELECT status, count(*) AS count FROM webhook.delivery WHERE endpoint_id = $1 GROUP BY status',
      [id],
    )
    expect(rows).toEqual([{ status: 'skipped', count: 45_000 }])
    await call('DELETE', `/webhook_endpoints/${id}`)
  })
})

describe('a paused endpoint', () => {
  it('gets its waiting deliveries when it is resumed', async () => {
    const { act, owe, shown, receiver, statuses } = await endpointFor()
    expect((await act('pause')).body).toMatchObject({ status: 'paused', status_reason: 'owner' })
    await owe(3)
    expect(receiver.received).toHaveLength(0)
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    expect((await act('resume')).body).toMatchObject({ status: 'enabled', status_reason: null })
    await service.sweep()
    expect(receiver.received).toHaveLength(3)
    expect((await shown()).status).toBe('enabled')
  })

  it('is disabled after a week, and its waiting deliveries are skipped', async () => {
    const { act, owe, shown, receiver, statuses } = await endpointFor()
    await act('pause')
    await owe(2)
    service.clock.advance(7 * DAY_MS - 1)
    await expireEndpoints(service.database, service.clock.now())
    expect((await shown()).status).toBe('paused')
    service.clock.advance(1)
    await expireEndpoints(service.database, service.clock.now())
    expect(await shown()).toMatchObject({ status: 'disabled', status_reason: 'paused_long' })
    expect(await statuses()).toEqual(['skipped', 'skipped'])
    expect(receiver.received).toHaveLength(0)
  })
})

describe('a disabled endpoint', () => {
  it('gets neither waiting nor new deliveries until it is enabled (W31)', async () => {
    const { act, owe, receiver, statuses } = await endpointFor()
    await act('pause')
    await owe(1)
    expect((await act('disable')).body).toMatchObject({ status: 'disabled', status_reason: 'owner' })
    await owe(1)
    expect((await act('enable')).body).toMatchObject({ status: 'enabled', status_reason: null })
    await owe(1)
    expect(await statuses()).toEqual(['skipped', 'skipped', 'delivered'])
    expect(receiver.received).toHaveLength(1)
  })

  it('cannot be paused or resumed', async () => {
    const { act, shown } = await endpointFor()
    await act('disable')
    for (const verb of ['pause', 'resume']) {
      const answer = await act(verb)
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    }
    expect((await shown()).status).toBe('disabled')
    expect((await act('disable')).status).toBe(200)
  })
})

describe('an account that loses the plan', () => {
  it('keeps its endpoints suspended, and gets new events when it has the plan again (W13)', async () => {
    const caller = await callerWith('downgraded', 'business')
    const { id, act, owe, shown, receiver, statuses } = await endpointFor(caller)
    await act('pause')
    await owe(1)
    await act('resume')
    const tier = (name: string) =>
      service.database.query('UPDATE account.account SET tier = $2 WHERE id = $1', [caller.id, name])
    await tier('developer')
    expect(await shown()).toMatchObject({ status: 'suspended', status_reason: 'plan' })
    await owe(1)
    await expireEndpoints(service.database, service.clock.now())
    expect(await statuses()).toEqual(['skipped', 'skipped'])
    const poor = { ...caller, tier: 'developer' } as const
    for (const verb of ['enable', 'resume']) {
      const answer = await call('POST', `/webhook_endpoints/${id}/${verb}`, undefined, poor)
      expect([answer.status, answer.body.code]).toEqual([403, 'plan_required'])
    }
    expect((await call('POST', `/webhook_endpoints/${id}/disable`, undefined, poor)).status).toBe(200)
    await tier('business')
    await act('enable')
    await owe(1)
    expect(await statuses()).toEqual(['skipped', 'skipped', 'delivered'])
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a deleted endpoint', () => {
  it('disappears at once, even if its deliveries take longer to delete', async () => {
    const { id, act, owe, statuses } = await endpointFor()
    await act('pause')
    await owe(2)
    await service.database.query(
      `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
       SELECT 'dlv_' || n, 1000000 + n, $1, 'skipped', now(), now(), now() FROM generate_series(1, 25000) n`,
      [id],
    )
    expect((await call('DELETE', `/webhook_endpoints/${id}`)).status).toBe(204)
    expect((await call('GET', `/webhook_endpoints/${id}`)).status).toBe(404)
    expect((await call('GET', `/webhook_deliveries?endpoint_id=${id}`)).body.data).toEqual([])
    await owe(1)
    expect((await statuses()).length).toBe(5_002)
    await expireEndpoints(service.database, service.clock.now())
    expect(await statuses()).toEqual([])
    const { rowCount } = await service.database.query('SELECT FROM webhook.endpoint WHERE id = $1', [id])
    expect(rowCount).toBe(0)
  })
})
