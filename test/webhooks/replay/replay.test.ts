import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { stepReplay } from '../../../webhooks/replay/replay-step.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionOf, actionsOf } from '../../support/webhooks/webhook-service.ts'

const { service, call, callerWith } = await createWebhookApi()
await createProjectedSchema(service)
let next = 1
let accounts = 0

async function endpointFor(body: object = {}) {
  // A replay of one test must not see events of another.
  service.clock.advance(DAY_MS)
  const since = service.clock.now().toISOString()
  accounts += 1
  const caller = await callerWith(`account ${accounts}`, 'business')
  const receiver = await createReceiver()
  const made = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'], ...body }, caller)
  const path = `/webhook_endpoints/${made.body.id}`
  return {
    receiver,
    since,
    caller,
    path,
    act: (verb: string) => call('POST', `${path}/${verb}`, undefined, caller),
    replay: (options: object = {}) => call('POST', `${path}/replay`, { since, ...options }, caller),
    shown: async (id: number) => (await call('GET', `${path}/replays/${id}`, undefined, caller)).body,
    async emit(count: number, change: Parameters<typeof actionOf>[1] = {}) {
      await service.fanOut(actionsOf(count, next).map((_, index) => actionOf(next + index, change)))
      next += count
      service.clock.advance(1_000)
      await service.sweep()
    },
  }
}

/** Runs every step that is due now. */
async function step(): Promise<number> {
  let queued = 0
  for (;;) {
    const made = await stepReplay(service.database, service.clock.now())
    if (made === undefined) return queued
    queued += made.queued
  }
}

describe('a replay', () => {
  it('sends events that came while the endpoint was disabled once, under their keys', async () => {
    const { receiver, act, emit: announce, replay, shown } = await endpointFor()
    await announce(2)
    await act('disable')
    await announce(3)
    await act('enable')
    const asked = await replay({ status: 'skipped' })
    expect(asked.status).toBe(202)
    expect(asked.headers.location).toMatch(new RegExp(`/replays/${asked.body.id}$`))
    expect(asked.body).toMatchObject({ state: 'running', dry_run: false, progress: 0 })
    expect(await step()).toBe(3)
    await service.sweep()
    expect(await shown(asked.body.id)).toMatchObject({
      state: 'done',
      progress: 1,
      queued: { failed: 0, skipped: 3, missing: 0 },
    })
    expect(new Set(receiver.keys()).size).toBe(5)
    expect(receiver.keys()).toHaveLength(5)
    const again = await replay()
    expect(again.body.id).not.toBe(asked.body.id)
    expect(await step()).toBe(0)
    await service.sweep()
    expect(receiver.keys()).toHaveLength(5)
  })

  it('sends failed deliveries, and restarts their schedule', async () => {
    const { receiver, emit: announce, replay } = await endpointFor()
    receiver.answer({ kind: 'status', status: 422 })
    await announce(2)
    receiver.answer({ kind: 'ok' })
    receiver.clear()
    expect((await replay({ status: 'skipped' })).status).toBe(202)
    expect(await step()).toBe(0)
    await replay({ status: 'failed' })
    expect(await step()).toBe(2)
    await service.sweep()
    expect(receiver.received).toHaveLength(2)
  })

  it('finds events that are older than the endpoint, by its current filter', async () => {
    const first = await endpointFor()
    await first.emit(2, { bill_id: 701 })
    await first.emit(2, { bill_id: 702, description: 'About school meals' })
    const receiver = await createReceiver()
    const made = await call(
      'POST',
      '/webhook_endpoints',
      { url: receiver.url, events: ['bill.action'], filter: { topic: 'school meal' } },
      first.caller,
    )
    const path = `/webhook_endpoints/${made.body.id}/replay`
    const dry = await call('POST', path, { since: first.since, dry_run: true }, first.caller)
    expect(dry.body).toMatchObject({ state: 'done', dry_run: true, queued: { missing: 2 } })
    await service.sweep()
    expect(receiver.received).toHaveLength(0)
    await call('POST', path, { since: first.since, status: 'missing' }, first.caller)
    expect(await step()).toBe(2)
    await service.sweep()
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.bill_id)).toEqual([702, 702])
    await call('POST', path, { since: first.since }, first.caller)
    expect(await step()).toBe(0)
  })

  it('is limited to a hundred a second, and a repeated request returns the same replay', async () => {
    const { act, emit: announce, replay, shown, receiver } = await endpointFor()
    await act('disable')
    await announce(250)
    await act('enable')
    const asked = await replay()
    expect((await replay()).body.id).toBe(asked.body.id)
    const other = await replay({ status: 'failed' })
    expect([other.status, other.body.code]).toEqual([409, 'conflict'])
    expect(await step()).toBe(100)
    expect(await shown(asked.body.id)).toMatchObject({ state: 'running', progress: 0.4 })
    expect(await step()).toBe(0)
    service.clock.advance(1_000)
    expect(await step()).toBe(100)
    service.clock.advance(1_000)
    expect(await step()).toBe(50)
    await service.sweep()
    expect(receiver.received).toHaveLength(250)
  })

  it('is stopped by its owner, and when its endpoint is disabled', async () => {
    const { act, emit: announce, replay, path, caller, shown } = await endpointFor()
    await act('disable')
    await announce(120)
    expect((await replay()).body.code).toBe('conflict')
    await act('enable')
    const first = await replay()
    await step()
    const stopped = await call('DELETE', `${path}/replays/${first.body.id}`, undefined, caller)
    expect(stopped.body).toMatchObject({ state: 'stopped', state_reason: 'owner' })
    service.clock.advance(1_000)
    expect(await step()).toBe(0)
    const second = await replay()
    await act('disable')
    expect(await step()).toBe(0)
    expect(await shown(second.body.id)).toMatchObject({ state: 'stopped', state_reason: 'endpoint_disabled' })
    const list = await call('GET', `${path}/replays?limit=1`, undefined, caller)
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([second.body.id])
    expect(list.body.next_cursor).not.toBeNull()
  })

  it('reaches 30 days back, and is hidden from other accounts', async () => {
    const { replay, path } = await endpointFor()
    const old = new Date(service.clock.now().getTime() - 30 * DAY_MS - 1).toISOString()
    expect((await replay({ since: old })).status).toBe(400)
    expect((await replay({ since: 'now' })).status).toBe(400)
    expect((await replay({ until: '2020-01-01' })).status).toBe(400)
    for (const future of [new Date(service.clock.now().getTime() + 1).toISOString(), '9999-12-31']) {
      expect(await replay({ since: future })).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
    }
    expect((await replay({ since: '10000-01-01' })).status).toBe(400)
    expect((await call('POST', `${path}/replay`, { since: '2026-03-02' })).status).toBe(404)
    expect((await call('GET', `${path}/replays`)).status).toBe(404)
  })

  it('checks each event once when two dispatchers work on it', async () => {
    const { act, emit: announce, replay, shown } = await endpointFor()
    await act('disable')
    await announce(150)
    await act('enable')
    const asked = await replay()
    for (let second = 0; second < 3; second += 1) {
      await Promise.all([step(), step(), step()])
      service.clock.advance(1_000)
    }
    expect(await shown(asked.body.id)).toMatchObject({ state: 'done', queued: { skipped: 150 } })
  })
})
