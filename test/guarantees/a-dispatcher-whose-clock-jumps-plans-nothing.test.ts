import { expect, it } from 'vitest'
import type { Clock } from '../../runtime/clock.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { action } from '../support/builders/webhook-events.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createDispatcherWorld } from '../support/webhooks/dispatcher-world.ts'

const world = await createDispatcherWorld()
const { database, owner, endpoints, publisher } = world

/** The endpoint has failed for an hour, and its next attempt is due now. */
async function makeDue(): Promise<void> {
  await database.query(
    `UPDATE webhook.endpoint SET failures_in_row = 12, wait_until = NULL,
       first_failure_at = now() - interval '1 hour', last_failure_at = now() - interval '50 minutes'`,
  )
  await database.query(`UPDATE webhook.delivery SET due_at = now() - interval '1 second'`)
}

async function hasNoTurn(): Promise<boolean> {
  return (await database.query('SELECT FROM webhook.endpoint WHERE lease_token IS NOT NULL')).rowCount === 0
}

async function readDeliveries() {
  const { rows } = await database.query<{ status: string; is_soon: boolean }>(
    `SELECT status, due_at < now() + interval '12 hours' AS is_soon FROM webhook.delivery`,
  )
  return rows
}

it('an endpoint that fails while the host clock is six days ahead stays enabled, and later gets every webhook', async () => {
  let ahead_ms = 0
  const clock: Clock = { now: () => new Date(Date.now() + ahead_ms) }
  const { receiver, id } = await world.newEndpoint()
  receiver.answer({ kind: 'status', status: 500 })
  const dispatcher = await world.start({}, undefined, clock)
  expect(dispatcher.whyClocksApart()).toBeUndefined()
  await publisher.publish([action(1), action(2)])
  await world.caughtUp()
  await eventually(async () => (await endpoints.get(owner, id)).failures_in_row > 0)

  ahead_ms = 6 * DAY_MS
  // This holds at the moment of the jump, and after it was noticed.
  await makeDue()
  await dispatcher.sweep()
  expect(await endpoints.get(owner, id)).toMatchObject({ status: 'enabled' })
  expect(await readDeliveries()).toEqual([1, 2].map(() => ({ status: 'pending', is_soon: true })))
  await eventually(() => dispatcher.whyClocksApart() !== undefined)
  expect(dispatcher.whyClocksApart()).toMatch(/^this host says that it is 20.*, and the database 20/)
  // Results of earlier requests are also written.
  await eventually(hasNoTurn)
  await makeDue()
  const asked = receiver.received.length
  await publisher.publish([action(3)])
  await dispatcher.sweep()
  expect(receiver.received).toHaveLength(asked)
  expect(await endpoints.get(owner, id)).toMatchObject({ status: 'enabled', failures_in_row: 12 })
  expect(await readDeliveries()).toEqual([1, 2].map(() => ({ status: 'pending', is_soon: true })))

  receiver.answer({ kind: 'ok' })
  ahead_ms = 0
  await eventually(() => dispatcher.whyClocksApart() === undefined)
  await eventually(async () => {
    const rows = await readDeliveries()
    return rows.length === 3 && rows.every(({ status, is_soon }) => status === 'delivered' && is_soon)
  })
  expect(dispatcher.health()).toMatchObject({ is_ready: true, error: undefined })
}, 60_000)
