import { setTimeout as delay } from 'node:timers/promises'
import { type DeliveriesWorld, inFlightOf, type Scenario, type Spent } from './world.ts'

export type Drained = {
  readonly per_s: number
  readonly own_us: number
  readonly stores_us: number
}

type Sample = { readonly at_ms: number; readonly pending: number; readonly spent: Spent }

/**
 * Measures the speed of sending a backlog of deliveries to endpoints that answer at once. A slow endpoint has
 * the same backlog as each of them.
 */
export async function measureDrain(
  world: DeliveriesWorld,
  scenario: Scenario,
  deliveries: number,
  body_bytes: number,
): Promise<Drained> {
  const quick = scenario.endpoints - (scenario.slow ? 1 : 0)
  const paths = [
    ...Array.from({ length: quick }, (_, index) => `/quick/${index}`),
    ...(scenario.slow ? ['/slow/0'] : []),
  ]
  const ids = await world.makeEndpoints(paths, inFlightOf(scenario))
  const events = Math.floor(deliveries / quick)
  await fillBacklog(world, events, body_bytes)
  const watched = ids.slice(0, quick)
  const first = await whenPending(world, watched, (pending) => pending < events * quick)
  const last = await whenPending(world, watched, (pending) => pending === 0)
  const each = (spent_ms: number) => (spent_ms * 1000) / first.pending
  return {
    per_s: (first.pending * 1000) / (last.at_ms - first.at_ms),
    own_us: each(last.spent.own_ms - first.spent.own_ms),
    stores_us: each(last.spent.stores_ms - first.spent.stores_ms),
  }
}

async function fillBacklog({ database }: DeliveriesWorld, events: number, body_bytes: number): Promise<void> {
  const run = `bench ${Date.now()}`
  await database.query(
    `INSERT INTO webhook.event (ce_id, type, recorded_at, body, created_at)
     SELECT $2 || n, 'bill.action', now(),
       convert_to(json_build_object('id', n, 'text', repeat(md5(n::text), $3::int / 32))::text, 'UTF8'), now()
     FROM generate_series(1, $1::int) n`,
    [events, run, body_bytes],
  )
  await database.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
     SELECT 'bench-' || e.id || '-' || p.id, e.id, p.id, 'pending', now(), now(), now()
     FROM webhook.event e CROSS JOIN webhook.endpoint p WHERE e.ce_id LIKE $1 || '%'`,
    [run],
  )
  await database.query('ANALYZE webhook.delivery, webhook.event')
}

async function whenPending(
  world: DeliveriesWorld,
  endpointIds: readonly number[],
  holds: (pending: number) => boolean,
): Promise<Sample> {
  for (;;) {
    const { rows } = await world.database.query<{ pending: number }>(
      "SELECT count(*) AS pending FROM webhook.delivery WHERE status = 'pending' AND endpoint_id = ANY($1)",
      [endpointIds],
    )
    const { pending } = rows[0]!
    if (holds(pending)) return { at_ms: performance.now(), pending, spent: world.spent() }
    await delay(100)
  }
}
