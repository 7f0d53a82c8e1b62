import { beforeAll, describe, expect, it } from 'vitest'
import { action } from '../support/builders/webhook-events.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createOwnPostgres, type OwnPostgres } from '../support/servers/own-postgres.ts'
import { createDispatcherWorld, type DispatcherWorld } from '../support/webhooks/dispatcher-world.ts'

let postgres: OwnPostgres
let world: DispatcherWorld
let receiver: Receiver
let emitted = 0

beforeAll(async () => {
  postgres = await createOwnPostgres()
  world = await createDispatcherWorld(postgres.createDatabase)
  receiver = (await world.newEndpoint()).receiver
})

/** A dispatcher with one attempt in flight, whose Postgres stops before the answer arrives. */
async function sendingTo(answer_ms: number) {
  receiver.clear()
  receiver.answer({ kind: 'slow', ms: answer_ms })
  const dispatcher = await world.start()
  emitted += 1
  await world.publisher.publish([action(emitted)])
  await eventually(() => receiver.received.length === 1)
  await postgres.stop()
  return dispatcher
}

describe('a dispatcher that is stopped while Postgres is away', () => {
  it('still ends, and deliveries with unwritten results are sent again under their keys', async () => {
    const dispatcher = await sendingTo(500)
    await dispatcher.stop()
    await postgres.start()
    receiver.answer({ kind: 'ok' })
    const next = await world.start()
    await eventually(() => receiver.received.length === 2, { timeout_ms: 60_000 })
    await next.stop()
    expect(new Set(receiver.keys()).size).toBe(1)
  })

  it('writes the results if Postgres comes back in time', async () => {
    const dispatcher = await sendingTo(8_000)
    const stopped = dispatcher.stop()
    await postgres.start()
    await stopped
    const { rows } = await world.database.query<{ status: string }>(
      'SELECT status FROM webhook.delivery WHERE key = $1',
      receiver.keys(),
    )
    expect(rows).toEqual([{ status: 'delivered' }])
    expect(receiver.received).toHaveLength(1)
  })
})
