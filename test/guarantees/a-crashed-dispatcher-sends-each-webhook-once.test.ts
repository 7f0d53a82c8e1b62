import { describe, expect, it } from 'vitest'
import { action, statusChange, vote } from '../support/builders/webhook-events.ts'
import { createPostgresProxy, type Held, type PostgresProxy } from '../support/faults/postgres-proxy.ts'
import { committing, movingPositions } from '../support/faults/transaction-moments.ts'
import { eventually } from '../support/harness/eventually.ts'
import { startMain } from '../support/harness/main-process.ts'
import { everyNth } from '../support/harness/nightly.ts'
import { createDispatcherWorld, type DispatcherWorld } from '../support/webhooks/dispatcher-world.ts'

const EVENTS = 60

type Case = { world: DispatcherWorld; proxy: PostgresProxy; endpoints: Endpoint[] }
type Endpoint = Awaited<ReturnType<DispatcherWorld['newEndpoint']>>

/** Two subscriptions, one of them of every type, and events of three types for one bill. */
async function createCase(): Promise<Case> {
  const world = await createDispatcherWorld()
  const endpoints = [await world.newEndpoint(), await world.newEndpoint(['bill.action', 'vote.recorded'])]
  await world.publisher.publish(
    Array.from({ length: EVENTS }, (_, index) => {
      if (index % 3 === 0) return vote(index + 1)
      return index % 3 === 1 ? action(index + 1) : statusChange(index + 1, 'introduced', 'passed_lower')
    }),
  )
  return { world, proxy: await createPostgresProxy(world.settings.database_url), endpoints }
}

const startDispatcher = ({ world, proxy }: Case) =>
  startMain(['webhooks'], { ...world.settings, database_url: proxy.url, log_level: 'silent' })

async function stored({ world }: Case): Promise<{ events: number; deliveries: number }> {
  const { rows } = await world.database.query<{ events: number; deliveries: number }>(
    'SELECT (SELECT count(*) FROM webhook.event) AS events, (SELECT count(*) FROM webhook.delivery) AS deliveries',
  )
  return rows[0]!
}

async function isSentOnce(given: Case): Promise<void> {
  await given.world.start()
  const owed = [EVENTS, (EVENTS / 3) * 2]
  await eventually(
    () => given.endpoints.every(({ receiver }, index) => receiver.received.length >= owed[index]!),
    { timeout_ms: 30_000 },
  )
  await eventually(async () => {
    const { rows } = await given.world.database.query(
      'SELECT status, attempt, count(*) AS count FROM webhook.delivery GROUP BY status, attempt',
    )
    expect(rows).toEqual([{ status: 'delivered', attempt: 1, count: owed[0]! + owed[1]! }])
    return true
  })
  for (const [index, { receiver, eventsOf }] of given.endpoints.entries()) {
    expect(receiver.received).toHaveLength(owed[index]!)
    expect(new Set(receiver.keys()).size).toBe(owed[index])
    expect(new Set(eventsOf().map(({ id }) => id)).size).toBe(owed[index])
  }
}

/** Starts a dispatcher, kills it at a moment, and cuts its connections. */
async function isKilledAt(
  given: Awaited<ReturnType<typeof createCase>>,
  reached: Promise<Held>,
): Promise<void> {
  const { child, ended } = startDispatcher(given)
  const held = await reached
  child.kill('SIGKILL')
  await ended
  held.cut()
}

describe.concurrent('a dispatcher that is killed', () => {
  it.each(
    everyNth(2, [
      ['before its COMMIT', 'no delivery if the COMMIT is lost', committing],
      ['before it has moved its positions', 'no event', movingPositions],
    ] as const),
  )(
    '%s has written %s, and the next dispatcher sends each webhook once',
    async (_when, _what, moment) => {
      const given = await createCase()
      await isKilledAt(given, given.proxy.holdBefore(moment))
      expect(await stored(given)).toEqual({ events: 0, deliveries: 0 })
      await isSentOnce(given)
    },
    120_000,
  )

  it('after its COMMIT and before the first request, sends each webhook once', async () => {
    const given = await createCase()
    await isKilledAt(given, given.proxy.holdAnswer(committing))
    const { events } = await stored(given)
    expect(events).toBeGreaterThan(0)
    await isSentOnce(given)
  }, 120_000)
})

describe('a dispatcher whose connection breaks in COMMIT', () => {
  it('checks the positions to see whether it committed, and sends each webhook once', async () => {
    const given = await createCase()
    const reached = given.proxy.holdAnswer(committing)
    const { child } = startDispatcher(given)
    const held = await reached
    held.cut()
    await given.world.caughtUp()
    await isSentOnce(given)
    expect(child.exitCode).toBeNull()
  }, 120_000)
})
