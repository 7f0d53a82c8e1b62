import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Database } from '../runtime/postgres.ts'
import { latencyClasses, latencyClassOf } from './latency.ts'

/** One call of an account that was answered. */
export type Call = {
  readonly account_id: number
  readonly method: string
  readonly route: string
  readonly status: number
  readonly duration_ms: number
}

export type CallCounter = {
  count(call: Call): void
  /** Writes what was counted since. */
  flush(): Promise<void>
  /** Removes the days that were kept long enough. */
  removeOld(): Promise<void>
  close(): Promise<void>
}

type Sum = {
  account_id: number
  day: string
  method: string
  route: string
  status: number
  requests: number
  duration_ms: number
  buckets: number[]
}

const FLUSH_MS = 10_000
const CLEAN_MS = 3_600_000
/** Sums of one statement. */
const BATCH = 1_000
/** With more, an account or a route that is new is not counted until the next write has gone well. */
const MOST_SUMS = 20_000

const add = `
  INSERT INTO account.request_count AS r
    (account_id, day, method, route, status, requests, duration_ms, buckets)
  SELECT n.account_id, n.day, n.method, n.route, n.status, n.requests, n.duration_ms, n.buckets
  FROM json_to_recordset($1::json) AS n (account_id bigint, day date, method text, route text, status smallint,
    requests bigint, duration_ms bigint, buckets bigint[])
  JOIN account.account a ON a.id = n.account_id
  -- in one order, so that two servers never wait for each other
  ORDER BY n.account_id, n.day, n.method, n.route, n.status
  ON CONFLICT (account_id, day, method, route, status) DO UPDATE SET
    requests = r.requests + excluded.requests,
    duration_ms = r.duration_ms + excluded.duration_ms,
    buckets = (SELECT array_agg(b.old + b.new ORDER BY b.place)
               FROM unnest(r.buckets, excluded.buckets) WITH ORDINALITY AS b (old, new, place)),
    updated_at = now()`

/**
 * Counts calls by account, day, route and status, and writes the sums every few seconds: never a write a request. What a
 * server has counted and not yet written is lost where it is killed.
 */
export function createCallCounter(options: {
  database: Database
  clock: Clock
  log: Log
  registry: Registry
  keep_days: number
}): CallCounter {
  const { database, clock, log, registry, keep_days } = options
  let sums = new Map<string, Sum>()
  let writing: Promise<void> = Promise.resolve()
  const dropped = new Counter({
    name: 'legislog_api_calls_uncounted_total',
    help: 'Calls that usage reports miss, since Postgres did not take the sums',
    registers: [registry],
  })

  function merge(sum: Sum): void {
    const key = `${sum.account_id} ${sum.day} ${sum.status} ${sum.method} ${sum.route}`
    const known = sums.get(key)
    if (known === undefined) {
      if (sums.size >= MOST_SUMS) dropped.inc(sum.requests)
      else sums.set(key, sum)
      return
    }
    known.requests += sum.requests
    known.duration_ms += sum.duration_ms
    for (const [place, calls] of sum.buckets.entries()) known.buckets[place]! += calls
  }

  async function write(): Promise<void> {
    const batch = [...sums.values()]
    sums = new Map()
    for (let start = 0; start < batch.length; start += BATCH) {
      try {
        await database.query(add, [JSON.stringify(batch.slice(start, start + BATCH))])
      } catch (error) {
        for (const sum of batch.slice(start)) merge(sum)
        throw error
      }
    }
  }

  function flush(): Promise<void> {
    writing = writing.catch(() => {}).then(write)
    return writing
  }

  async function removeOld(): Promise<void> {
    const day = new Date(clock.now().getTime() - keep_days * 86_400_000).toISOString().slice(0, 10)
    await database.query('DELETE FROM account.request_count WHERE day < $1', [day])
  }

  const tell = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const timers = [
    setInterval(() => void flush().catch(tell('the calls of accounts were not written')), FLUSH_MS),
    setInterval(() => void removeOld().catch(tell('old numbers of calls were not removed')), CLEAN_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    count({ account_id, method, route, status, duration_ms }) {
      const buckets = new Array<number>(latencyClasses).fill(0)
      buckets[latencyClassOf(duration_ms)] = 1
      const day = clock.now().toISOString().slice(0, 10)
      merge({
        account_id,
        day,
        method,
        route,
        status,
        requests: 1,
        duration_ms: Math.round(duration_ms),
        buckets,
      })
    },
    flush,
    removeOld,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await flush().catch(tell('the calls of accounts were not written'))
    },
  }
}
