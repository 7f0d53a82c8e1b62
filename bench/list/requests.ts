import { Pool } from 'undici'

export type Answered = {
  readonly per_s: number
  readonly p50_ms: number
  readonly p99_ms: number
  readonly count: number
}

/** Requests one path after another over a number of connections, for some time; every response must be 200. */
export async function ask(
  origin: string,
  token: string,
  paths: readonly string[],
  connections: number,
  seconds: number,
): Promise<Answered> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const took_ms: number[] = []
  const headers = { authorization: `Bearer ${token}` }
  const began = performance.now()
  const until = began + seconds * 1000
  let next = 0
  const askOn = async () => {
    while (performance.now() < until) {
      const start = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: paths[next++ % paths.length]!,
        headers,
      })
      await body.arrayBuffer()
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
      took_ms.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  const passed_s = (performance.now() - began) / 1000
  await pool.close()
  took_ms.sort((a, b) => a - b)
  const at = (share: number) => took_ms[Math.floor(took_ms.length * share)] ?? 0
  return { per_s: took_ms.length / passed_s, p50_ms: at(0.5), p99_ms: at(0.99), count: took_ms.length }
}
