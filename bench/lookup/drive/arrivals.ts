import { setTimeout as delay } from 'node:timers/promises'

export type Driven = {
  readonly count: number
  readonly per_s: number
  readonly p50_ms: number
  readonly p99_ms: number
}

/** Asks one question after another over a number of connections, for some time. */
export async function saturate(
  ask: () => Promise<void>,
  connections: number,
  seconds: number,
): Promise<Driven> {
  const took_ms: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  const askOn = async () => {
    while (performance.now() < until) {
      const start = performance.now()
      await ask()
      took_ms.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  return drivenOf(took_ms, (performance.now() - began) / 1000)
}

/**
 * Questions arrive at a fixed rate, whether earlier ones are answered or not. Each is timed from its arrival, so that a
 * wait for a connection counts too.
 */
export async function atRate(ask: () => Promise<void>, per_s: number, seconds: number): Promise<Driven> {
  const count = Math.max(1, Math.floor(per_s * seconds))
  // Nothing else is kept of a question: a collection of what the client keeps would count as a wait for the answer.
  const took_ms = new Float64Array(count)
  const answered = Promise.withResolvers<void>()
  let left = count
  const began = performance.now()
  const answer = async (index: number, due: number) => {
    await ask()
    took_ms[index] = performance.now() - due
    left -= 1
    if (left === 0) answered.resolve()
  }
  for (let index = 0; index < count; ) {
    const due = began + (index * 1000) / per_s
    if (performance.now() < due) {
      await delay(1)
      continue
    }
    answer(index, due).catch(answered.reject)
    index += 1
  }
  await answered.promise
  return drivenOf(took_ms, (performance.now() - began) / 1000)
}

function drivenOf(took_ms: readonly number[] | Float64Array, passed_s: number): Driven {
  const sorted = Float64Array.from(took_ms).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, per_s: sorted.length / passed_s, p50_ms: at(0.5), p99_ms: at(0.99) }
}
