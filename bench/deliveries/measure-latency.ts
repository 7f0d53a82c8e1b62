import { setTimeout as delay } from 'node:timers/promises'
import { Latencies } from '../measure/latencies.ts'
import { type DeliveriesWorld, inFlightOf, type Scenario } from './world.ts'

const WARM_UP_EVENTS = 50
const MAX_WAIT_MS = 60_000

/** From when an event is handed to Kafka to when its receiver has it, at so many events a second. The slow one is not asked. */
export async function measureLatency(
  world: DeliveriesWorld,
  scenario: Scenario,
  load: { readonly events_per_s: number; readonly seconds: number; readonly first: number },
): Promise<Latencies> {
  const timed = scenario.endpoints - (scenario.slow ? 1 : 0)
  await world.makeEndpoints(
    [
      ...Array.from({ length: timed }, (_, index) => `/timed/${index}`),
      ...(scenario.slow ? ['/slow/0'] : []),
    ],
    inFlightOf(scenario),
  )
  const sent_ms = new Map<number, number>()
  const events = WARM_UP_EVENTS + load.events_per_s * load.seconds
  const began = performance.now()
  for (let index = 0; index < events; index++) {
    const number = load.first + index
    await delay(Math.max(0, began + (index * 1000) / load.events_per_s - performance.now()))
    sent_ms.set(number, Date.now())
    await world.publisher.publish(number)
  }
  const times: [number, number][] = []
  for (const until = Date.now() + MAX_WAIT_MS; times.length < events * timed && Date.now() < until; ) {
    await delay(200)
    times.push(...((await (await fetch(world.origin)).json()) as [number, number][]))
  }
  if (times.length < events * timed) {
    const { rows } = await world.database.query(
      'SELECT status, last_error, count(*) AS count FROM webhook.delivery GROUP BY status, last_error',
    )
    throw new Error(
      `${scenario.name}: ${events * timed - times.length} deliveries never came: ${JSON.stringify(rows)}`,
    )
  }
  const latencies = new Latencies()
  for (const [number, at_ms] of times)
    if (number >= load.first + WARM_UP_EVENTS) latencies.add(at_ms - sent_ms.get(number)!)
  return latencies
}
