import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionOf, actionsOf } from '../../support/webhooks/webhook-service.ts'

const { service, call, callerWith } = await createWebhookApi()

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

describe('GET /v1/webhook_deliveries', () => {
  it('lists all deliveries, the newest events first, at any limit and with filters', async () => {
    const caller = await callerWith('reads logs', 'business')
    const good = await createReceiver()
    const bad = await createReceiver({ kind: 'status', status: 400, body: 'no' })
    const ids: number[] = []
    for (const { url } of [good, bad]) {
      const { body } = await call('POST', '/webhook_endpoints', { url, events: ['*'] }, caller)
      ids.push(body.id)
    }
    await service.fanOut(actionsOf(7))
    await service.sweep()
    service.clock.advance(3_600_000)
    const later = service.clock.now().toISOString()
    await service.fanOut(actionsOf(2, 100))
    // A failing endpoint gets one probe at a time.
    for (let minute = 0; minute < 6; minute += 1) {
      await service.sweep()
      service.clock.advance(60_000)
    }

    const walk = async (query: string) => {
      const seen: { id: string; event_id: number; endpoint_id: number; status: string }[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const end: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body, status } = await call('GET', `/webhook_deliveries?${query}${end}`, undefined, caller)
        expect(status, JSON.stringify(body)).toBe(200)
        seen.push(...body.data)
        cursor = body.next_cursor
      }
      return seen
    }
    for (const limit of [1, 4, 200]) {
      const all = await walk(`limit=${limit}`)
      expect(all).toHaveLength(18)
      expect(new Set(all.map(({ id }) => id)).size).toBe(18)
      const order = all.map(({ event_id }) => event_id)
      expect(order).toEqual(order.toSorted((a, b) => b - a))
    }
    expect(await walk('status=failed&limit=4')).toHaveLength(9)
    expect((await walk('status=failed')).every(({ endpoint_id }) => endpoint_id === ids[1])).toBe(true)
    expect(await walk(`endpoint_id=${ids[0]}`)).toHaveLength(9)
    expect(await walk(`since=${later}`)).toHaveLength(4)
    expect(await walk(`since=${later}&status=delivered`)).toHaveLength(2)
    expect(await walk('event=vote.recorded')).toEqual([])
    expect(await walk('event=bill.action&limit=5')).toHaveLength(18)
    const stranger = await callerWith('reads nothing', 'business')
    expect((await call('GET', '/webhook_deliveries', undefined, stranger)).body.data).toEqual([])
    expect((await call('GET', '/webhook_deliveries?since=soon', undefined, caller)).status).toBe(400)
  })

  it('names the bill that its body is about', async () => {
    const caller = await callerWith('asks for the bill', 'business')
    await call('POST', '/webhook_endpoints', { url: (await createReceiver()).url, events: ['*'] }, caller)
    await service.fanOut(actionsOf(1, 400))
    const [listed] = (await call('GET', '/webhook_deliveries', undefined, caller)).body.data
    const { body: shown } = await call('GET', `/webhook_deliveries/${listed.id}`, undefined, caller)
    expect([listed.bill_id, shown.bill_id]).toEqual(Array(2).fill(JSON.parse(shown.body).data.bill_id))
    expect(listed.bill_id).toBeGreaterThan(0)
  })

  it('can be copied by updated_since: new deliveries and their changes, oldest change first', async () => {
    const caller = await callerWith('keeps a log', 'business')
    const bad = await createReceiver({ kind: 'status', status: 503, body: 'later' })
    const { body: endpoint } = await call(
      'POST',
      '/webhook_endpoints',
      { url: bad.url, events: ['*'] },
      caller,
    )
    const copy = new Map<string, { id: string; status: string; attempts: number }>()
    let since = '1970-01-01'
    const walk = async () => {
      const seen: string[] = []
      for (let end = ''; ; ) {
        const path = `/webhook_endpoints/${endpoint.id}/deliveries?updated_since=${since}&limit=2${end}`
        const { body, status, headers } = await call('GET', path, undefined, caller)
        expect(status, JSON.stringify(body)).toBe(200)
        for (const item of body.data) {
          copy.set(item.id, item)
          seen.push(`${item.updated_at} ${item.id}`)
        }
        if (body.next_cursor === null) {
          since = String(headers['x-sync-through'])
          break
        }
        end = `&cursor=${body.next_cursor}`
      }
      expect(seen).toEqual([...new Set(seen)].toSorted())
      return seen.length
    }
    await service.fanOut(actionsOf(5, 200))
    expect(await walk()).toBe(5)
    expect([...copy.values()].every(({ status, attempts }) => status === 'pending' && attempts === 0)).toBe(
      true,
    )
    service.clock.advance(120_000)
    await service.sweep()
    expect(await walk()).toBeGreaterThan(0)
    service.clock.advance(120_000)
    await walk()
    const { body: log } = await call('GET', '/webhook_deliveries?limit=200', undefined, caller)
    expect([...copy.values()].toSorted(byId)).toEqual(log.data.toSorted(byId))
    const mixed = await call(
      'GET',
      `/webhook_deliveries?updated_since=${since}&cursor=bm9uZQ`,
      undefined,
      caller,
    )
    expect(mixed.body.code).toBe('cursor_invalid')
  })

  it('reads index ranges for every status', async () => {
    const { rows: changed } = await service.database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT key FROM webhook.delivery WHERE endpoint_id = 1 AND changed_at >= now()
       ORDER BY changed_at, key LIMIT 51`,
    )
    expect(changed.map((row) => row['QUERY PLAN']).join('\n')).toContain('delivery_changed')
    for (const [status, index] of [
      ['failed', 'delivery_undelivered'],
      ['pending', 'delivery_pending'],
    ]) {
      const { rows } = await service.database.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT key FROM webhook.delivery WHERE endpoint_id = 1 AND status = '${status}'
         ORDER BY event_id DESC LIMIT 51`,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
    }
  })
})

describe('the attempts of a delivery', () => {
  it('are listed in pages, with excerpts and headers of the answers', async () => {
    const receiver = await createReceiver({
      kind: 'status',
      status: 503,
      body: 'busy',
      headers: { 'x-reason': 'maintenance', 'set-cookie': 'secret=1' },
    })
    const caller = await callerWith('has attempts', 'business')
    const { body: endpoint } = await call(
      'POST',
      '/webhook_endpoints',
      { url: receiver.url, events: ['*'] },
      caller,
    )
    await service.fanOut([actionOf(900)])
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await service.sweep()
      service.clock.advance(3 * 3_600_000)
    }
    const { body: log } = await call('GET', `/webhook_endpoints/${endpoint.id}/deliveries`, undefined, caller)
    const path = `/webhook_deliveries/${log.data[0].id}/attempts`
    const first = await call('GET', `${path}?limit=2`, undefined, caller)
    const second = await call('GET', `${path}?limit=2&cursor=${first.body.next_cursor}`, undefined, caller)
    const all = [...first.body.data, ...second.body.data]
    expect(all.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(all[0]).toMatchObject({
      outcome: 'retried',
      status: 503,
      response: 'busy',
      response_headers: { 'x-reason': 'maintenance' },
    })
    expect(JSON.stringify(all)).not.toContain('secret=1')
    expect((await call('GET', path)).status).toBe(404)
  })
})

describe('the health of an endpoint', () => {
  it('shows the waiting deliveries and the results of one day', async () => {
    const receiver = await createReceiver()
    const caller = await callerWith('looks after itself', 'business')
    const { body } = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] }, caller)
    const path = `/webhook_endpoints/${body.id}`
    const health = async () => (await call('GET', `${path}/health`, undefined, caller)).body
    await service.fanOut(actionsOf(1, 960))
    await service.sweep()
    service.clock.advance(25 * 3_600_000)
    await service.fanOut(actionsOf(2, 970))
    await service.sweep()
    receiver.answer({ kind: 'status', status: 400 })
    await service.fanOut(actionsOf(1, 980))
    await service.sweep()
    receiver.answer({ kind: 'status', status: 500 })
    await service.fanOut(actionsOf(1, 985))
    await service.sweep()
    const failing = await health()
    expect(failing).toMatchObject({
      endpoint: { id: body.id, status: 'enabled', failures_in_row: 2 },
      waiting: { deliveries: 1, is_capped: false },
      deliveries: { pending: 1, delivered: 2, failed: 1, skipped: 0 },
    })
    expect(failing.waiting.next_attempt_at > service.clock.now().toISOString()).toBe(true)
    await call('POST', `${path}/disable`, undefined, caller)
    expect(await health()).toMatchObject({
      endpoint: { status: 'disabled' },
      waiting: { deliveries: 0, next_attempt_at: null },
      deliveries: { pending: 0, skipped: 1 },
    })
    expect((await call('GET', `${path}/health`)).status).toBe(404)
  })
})

describe('the notices of an endpoint', () => {
  it('are only shown to its owner', async () => {
    const receiver = await createReceiver({ kind: 'status', status: 410 })
    const caller = await callerWith('is notified', 'business')
    const { body } = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] }, caller)
    await service.fanOut([actionOf(950)])
    await service.sweep()
    const path = `/webhook_endpoints/${body.id}/notices`
    const emitted = await call('GET', path, undefined, caller)
    expect(emitted.body.data).toMatchObject([{ event: 'endpoint.disabled', data: { reason: 'gone' } }])
    expect((await call('GET', path)).status).toBe(404)
  })
})
