import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionsOf, fanOut } from '../../support/webhooks/webhook-service.ts'

const { service, call, business } = await createWebhookApi()

async function walk(query: string): Promise<{ ids: number[]; through: string }> {
  const ids: number[] = []
  let through = ''
  for (let cursor: string | null = ''; cursor !== null; ) {
    const end: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { status, body, headers } = await call('GET', `/webhook_events?${query}${end}`)
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(...body.data.map(({ id }: { id: number }) => id))
    through = String(headers['x-sync-through'])
    cursor = body.next_cursor
  }
  return { ids, through }
}

describe('GET /v1/webhook_events', () => {
  it('lists every event once to clients that continue from X-Sync-Through, at any limit', async () => {
    const since = service.clock.now().toISOString()
    await service.fanOut(actionsOf(5))
    service.clock.advance(1_000)
    await service.fanOut(actionsOf(3, 10))
    for (const limit of [1, 3, 200]) {
      const first = await walk(`updated_since=${since}&limit=${limit}`)
      expect(first.ids).toHaveLength(8)
      expect(first.ids).toEqual(first.ids.toSorted((a, b) => a - b))
    }
    const { ids, through } = await walk(`updated_since=${since}`)
    service.clock.advance(1_000)
    await service.fanOut(actionsOf(2, 20))
    const next = await walk(`updated_since=${through}`)
    expect(new Set([...ids, ...next.ids]).size).toBe(10)
    expect(next.ids).toHaveLength(5)
    const { body } = await call('GET', '/webhook_events?limit=1')
    expect(body.data[0]).toMatchObject({ event: 'bill.action', data: { bill_id: 7 } })
    expect((await walk('event=vote.recorded')).ids).toEqual([])
  })

  it('lists events of two dispatchers that arrive during a walk only in the next walk, and loses none', async () => {
    await service.fanOut(actionsOf(4, 30))
    const first = await call('GET', '/webhook_events?limit=200')
    // The clock of another dispatcher is behind.
    service.clock.advance(-3_600_000)
    await service.fanOut(actionsOf(4, 40))
    service.clock.advance(3_600_000)
    const next = await walk(`updated_since=${first.headers['x-sync-through']}`)
    const seen = first.body.data.map(({ id }: { id: number }) => id)
    const { rows } = await service.database.query<{ id: number }>('SELECT id FROM webhook.event ORDER BY id')
    expect([...new Set([...seen, ...next.ids])]).toEqual(rows.map(({ id }) => id))
  })

  it('misses no event while many dispatchers write', async () => {
    const before = service.clock.now().toISOString()
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        // Each dispatcher has its own partitions, and their clocks differ.
        const now = new Date(service.clock.now().getTime() + (index % 5) * 1_000)
        const events = actionsOf(3, 1_000 + 10 * index)
        return fanOut(service.database, { moves: [], events, merges: [], parked: [] }, now)
      }),
    )
    let isOver = false
    void writing.then(() => {
      isOver = true
    })
    const seen = new Set<number>()
    let through = before
    for (let last = false; !last; ) {
      last = isOver
      const next = await walk(`updated_since=${through}&limit=20`)
      for (const id of next.ids) seen.add(id)
      through = next.through
    }
    const { rows } = await service.database.query<{ id: number; created_at: string }>(
      'SELECT id, created_at FROM webhook.event WHERE created_at >= $1 ORDER BY id',
      [before],
    )
    expect(rows.length).toBeGreaterThanOrEqual(120)
    expect(rows.filter(({ id }) => !seen.has(id))).toEqual([])
    const times = rows.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted())
  })

  it('rejects a time before the stored bodies begin', async () => {
    const old = new Date(service.clock.now().getTime() - 31 * DAY_MS).toISOString()
    const refused = await call('GET', `/webhook_events?updated_since=${old}`)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_parameter'])
    expect((await call('GET', '/webhook_events?updated_since=x')).status).toBe(400)
  })

  it('uses an index', async () => {
    const { rows } = await service.database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM webhook.event
       WHERE body IS NOT NULL AND created_at >= '2026-01-01' AND created_at <= '2027-01-01'
         AND (created_at, id) > ('2026-01-01', 5) ORDER BY created_at, id LIMIT 51`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.*event_with_body/)
  })
})

describe('GET /v1/meta', () => {
  it('lists the IP addresses that webhooks come from', async () => {
    const { status, body } = await call('GET', '/meta', undefined, { ...business, scopes: ['read'] })
    expect([status, body]).toEqual([200, { webhook_egress: [...service.settings.webhook_egress] }])
  })
})
