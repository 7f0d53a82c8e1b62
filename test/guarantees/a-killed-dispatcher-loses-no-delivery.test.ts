import { expect, it } from 'vitest'
import { action } from '../support/builders/webhook-events.ts'
import { eventually } from '../support/harness/eventually.ts'
import { killOnce, startMain } from '../support/harness/main-process.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createDispatcherWorld } from '../support/webhooks/dispatcher-world.ts'
import { expectDeliveredOnce } from '../support/webhooks/expect-delivered-once.ts'

const EVENTS = NIGHTLY ? 25_000 : 1_500
const KILLS = NIGHTLY ? 5 : 2
/** The requests that a process has sent to an endpoint and not yet recorded. */
const IN_HAND = 110
const world = await createDispatcherWorld()

it(
  'a dispatcher that is killed repeatedly loses nothing, and repeats unfinished deliveries under the same keys',
  async () => {
    const endpoints = [await world.newEndpoint(), await world.newEndpoint()]
    const receivers = endpoints.map(({ receiver }) => receiver)
    for (const receiver of receivers) receiver.answer({ kind: 'slow', ms: 1 })
    for (let first = 1; first <= EVENTS; first += 1_000) {
      const count = Math.min(1_000, EVENTS - first + 1)
      await world.publisher.publish(Array.from({ length: count }, (_, index) => action(first + index)))
    }
    const received = () => receivers.reduce((sum, one) => sum + one.received.length, 0)
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = (2 * EVENTS * kill) / (KILLS + 1)
      const dispatcher = startMain(['webhooks'], world.settings, { LOG_LEVEL: 'warn' })
      await killOnce(dispatcher, () => received() > enough, { timeout_ms: 60_000, interval_ms: 2 })
      // Its endpoints get requests again when their leases end, so the test ends them now.
      await world.database.query('UPDATE webhook.endpoint SET lease_until = now()')
    }
    startMain(['webhooks'], world.settings, { LOG_LEVEL: 'warn' })
    await eventually(() => received() >= 2 * EVENTS, { timeout_ms: 120_000 })
    const repeated = await expectDeliveredOnce(world.database, receivers, EVENTS, 60_000)
    expect(repeated).toBeLessThanOrEqual(KILLS * 2 * IN_HAND)
  },
  NIGHTLY ? 300_000 : 60_000,
)
