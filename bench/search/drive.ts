import { Pool } from 'undici'
import { Latencies } from '../measure/latencies.ts'

export type Driven = { readonly per_s: number; readonly count: number; readonly latencies: Latencies }

/** Requests of one API. */
export type Asker = { ask(path: string): Promise<unknown>; close(): Promise<void> }

export function createAsker(origin: string, token: string, connections: number): Asker {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const headers = { authorization: `Bearer ${token}` }
  return {
    async ask(path) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      const answer = await body.json()
      if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${JSON.stringify(answer)}`)
      return answer
    },
    close: () => pool.close(),
  }
}

/** Asks for one path after another over a number of connections, for some time. */
export async function askTogether(
  { ask }: Pick<Asker, 'ask'>,
  paths: readonly string[],
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
      await ask(paths[next++ % paths.length]!)
      latencies.add(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const passed_s = (performance.now() - began) / 1_000
  return { per_s: latencies.count / passed_s, count: latencies.count, latencies }
}

/** Asks at a fixed rate, whether or not earlier answers are there. The wait counts from the planned start. */
export async function askAtRate(
  { ask }: Pick<Asker, 'ask'>,
  paths: readonly string[],
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
    running.push(ask(paths[index % paths.length]!).then(() => latencies.add(performance.now() - planned)))
  }
  await Promise.all(running)
  return { per_s, count, latencies }
}
