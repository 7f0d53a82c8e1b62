import { setTimeout as delay } from 'node:timers/promises'
import { retryUntilAnswered } from '../service/retry-until.ts'
import type { DeliveriesWorld } from './world.ts'

export type Recovery = {
  /** Events that were published before the endpoint answered again. */
  readonly events: number
  /** From when it answers again. */
  readonly first_s: number
  readonly last_s: number
}

const BEFORE_S = 3
const MAX_WAIT_MS = 120_000

/** Measures how soon an endpoint has everything after it answered 500 for some seconds under a steady load. */
export async function measureRecovery(
  world: DeliveriesWorld,
  load: { readonly events_per_s: number; readonly seconds: number; readonly first: number },
): Promise<Recovery> {
  const { events_per_s, seconds, first } = load
  await world.makeEndpoints(['/timed/0'], 4)
  // The receiver and the dispatcher may have been started a moment ago.
  await retryUntilAnswered(() => collect(world))
  let next = first
  let goesOn = true
  const publishing = (async () => {
    const began = performance.now()
    const sent: Promise<void>[] = []
    while (goesOn) {
      sent.push(world.publisher.publish(next))
      next += 1
      await delay(Math.max(0, began + ((next - first) * 1_000) / events_per_s - performance.now()))
    }
    await Promise.all(sent)
  })()
  const came = new Map<number, number>()
  const keep = async () => {
    await delay(200)
    for (const [number, at_ms] of await collect(world)) came.set(number, at_ms)
  }
  while (came.size < BEFORE_S * events_per_s) await keep()
  await answer(world, '/failing')
  await delay(seconds * 1_000)
  await answer(world, '/answering')
  const answered_ms = Date.now()
  const events = next - first
  const owed = () => [...came].filter(([number]) => number < first + events)
  while (owed().length < events && Date.now() < answered_ms + MAX_WAIT_MS) await keep()
  goesOn = false
  await publishing
  if (owed().length < events) throw new Error(`${events - owed().length} of ${events} events never came`)
  const after = owed()
    .map(([, at_ms]) => at_ms)
    .filter((at_ms) => at_ms >= answered_ms)
    .sort((a, b) => a - b)
  const secondsOf = (at_ms: number | undefined) => ((at_ms ?? answered_ms) - answered_ms) / 1_000
  return { events, first_s: secondsOf(after[0]), last_s: secondsOf(after.at(-1)) }
}

const answer = ({ origin }: DeliveriesWorld, path: string) => fetch(origin + path, { method: 'PUT' })

async function collect({ origin }: DeliveriesWorld): Promise<[number, number][]> {
  return (await (await fetch(origin)).json()) as [number, number][]
}
