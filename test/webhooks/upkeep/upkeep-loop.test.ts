import { describe, expect, it } from 'vitest'
import { createReplay, getReplay } from '../../../webhooks/replay/replays.ts'
import { follow, listFollows } from '../../../webhooks/subscriptions/follows.ts'
import { action, bill } from '../../support/builders/webhook-events.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createDispatcherWorld } from '../../support/webhooks/dispatcher-world.ts'

const world = await createDispatcherWorld()
const { database, owner, endpoints, publisher } = world

describe('a dispatcher', () => {
  it('runs a replay by itself, and sends the found deliveries at once', async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    const { receiver, id } = await world.newEndpoint()
    await endpoints.disable(owner, id)
    const dispatcher = await world.start()
    await publisher.publish([action(1), action(2), action(3)])
    await world.caughtUp()
    await endpoints.enable(owner, id)
    expect(receiver.received).toHaveLength(0)
    const wanted = { since, until: null, status: 'skipped', events: null } as const
    const made = await createReplay(database, owner, id, wanted, { is_dry_run: false, now: new Date() })
    await eventually(() => receiver.received.length === 3)
    expect(await getReplay(database, owner, id, made.id)).toMatchObject({
      state: 'done',
      queued: { failed: 0, skipped: 3, missing: 0 },
    })
    await dispatcher.stop()
  })

  it('learns from the log that bills were merged, even from a backfill', async () => {
    await follow(database, owner, bill.id, new Date())
    const dispatcher = await world.start()
    await publisher.publish([
      {
        type: 'bill.merged',
        key: bill.ocd_id,
        sequence: 50,
        backfill: true,
        body: { id: bill.id, ocd_id: bill.ocd_id, bill, into: { id: 8, ocd_id: 'ocd-bill/8' } },
      },
    ])
    await world.caughtUp()
    const page = { since: undefined, include_removed: false, after: undefined, limit: 9 }
    expect((await listFollows(database, owner, page)).map(({ bill_id }) => bill_id)).toEqual([8])
    await dispatcher.stop()
  })
})
