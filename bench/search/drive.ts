import { Latencies } from '../measure/latencies.ts'

export type Driven = { readonly per_s: number; readonly count: number; readonly latencies: Latencies }

/** Asks one search after another over a number of connections, for some time. */
export async function askTogether(
  asks: readonly (() => Promise<unknown>)[],
  connections: number,
  seconds: number,
): Promise<Driven> {
  const latencies = new Latencies()
  const began = performance.now()
  const until = began + seconds * 1_000
  let next = 0
  const one = async () => {
    while (performance.now() < until) {
      const start = performance.now()
      await asks[next++ % asks.length]!()
      latencies.add(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const passed_s = (performance.now() - began) / 1_000
  return { per_s: latencies.count / passed_s, count: latencies.count, latencies }
}

/** Asks at a fixed rate, whether or not earlier answers are there. The wait counts from the planned start. */
export async function askAtRate(
  asks: readonly (() => Promise<unknown>)[],
  per_s: number,
  seconds: number,
): Promise<Driven> {
  const latencies = new Latencies()
  const count = Math.max(1, Math.round(per_s * seconds))
  const began = performance.now()
  const running: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const planned = began + (index * 1_000) / per_s
    const wait_ms = planned - performance.now()
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms))
    running.push(asks[index % asks.length]!().then(() => latencies.add(performance.now() - planned)))
  }
  await Promise.all(running)
  return { per_s, count, latencies }
}
