import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts'
import type { Log } from '../../runtime/log.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import { type PeriodicWrite, startPeriodicWrite } from '../../runtime/postgres/periodic-write.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { latencyClasses, latencyClassOf } from './latency-classes.ts'

export type CallCounter = PeriodicWrite & {
  /** One call of an account that was answered. Both prefixes of a route count as one. */
  count(accountId: number, method: string, route: string, status: number, duration_ms: number): void
  /** Removes the days that were kept long enough. */
  removeOld(): Promise<void>
}

type Sum = {
  readonly account_id: number
  /** Days since 1970, in UTC. */
  readonly day: number
  readonly method: string
  readonly route: string
  readonly status: number
  requests: number
  duration_ms: number
  readonly buckets: number[]
}

const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
const noCalls = () => new Array<number>(latencyClasses).fill(0)
const rowOf = (sum: Sum) => ({ ...sum, day: dayOf(sum.day), duration_ms: Math.round(sum.duration_ms) })

const FLUSH_MS = 10_000
const CLEAN_MS = HOUR_MS
/** Number of sums in one statement. */
const BATCH = 1_000
/** Above this number, a new account or route is not counted until the next successful write. */
const MAX_SUMS = 20_000

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
 * Counts calls by account, day, route and status, and writes the sums every few seconds: never one write for
 * each request. A killed server loses the calls that it has counted but not written.
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
  const dropped = new Counter({
    name: 'legislog_api_calls_uncounted_total',
    help: 'Calls that usage reports miss, since Postgres did not take the sums',
    registers: [registry],
  })

  /** Adds calls that could not be written to the newer ones. */
  function putBack(unwritten: Map<string, Sum>): void {
    for (const [key, sum] of unwritten) {
      const known = sums.get(key)
      if (known === undefined && sums.size >= MAX_SUMS) dropped.inc(sum.requests)
      else if (known === undefined) sums.set(key, sum)
      else {
        known.requests += sum.requests
        known.duration_ms += sum.duration_ms
        for (const [place, calls] of sum.buckets.entries()) known.buckets[place]! += calls
      }
    }
  }

  async function write(): Promise<void> {
    const batch = sums
    sums = new Map()
    while (batch.size > 0) {
      const part = [...batch.entries().take(BATCH)]
      await database
        .query(add, [JSON.stringify(part.map(([, sum]) => rowOf(sum)))])
        .catch((error: unknown) => {
          putBack(batch)
          throw error
        })
      for (const [key] of part) batch.delete(key)
    }
  }

  async function removeOld(): Promise<void> {
    const now = await readEarlierClock(database, clock)
    const day = dayOf(Math.floor(now.getTime() / DAY_MS) - keep_days)
    await database.query('DELETE FROM account.request_count WHERE day < $1', [day])
  }

  const writing = startPeriodicWrite({
    write,
    every_ms: FLUSH_MS,
    log,
    failure: 'the calls of accounts were not written',
  })
  const cleaning = setInterval(() => {
    removeOld().catch((error: unknown) => log.warn({ err: error }, 'old numbers of calls were not removed'))
  }, CLEAN_MS)
  cleaning.unref()

  return {
    count(accountId, method, url, status, duration_ms) {
      const day = Math.floor(clock.now().getTime() / DAY_MS)
      const route = url.startsWith('/api/') ? url.slice(4) : url
      const key = `${accountId} ${day} ${status} ${method} ${route}`
      let sum = sums.get(key)
      if (sum === undefined) {
        if (sums.size >= MAX_SUMS) return dropped.inc()
        sum = {
          account_id: accountId,
          day,
          method,
          route,
          status,
          requests: 0,
          duration_ms: 0,
          buckets: noCalls(),
        }
        sums.set(key, sum)
      }
      sum.requests += 1
      sum.duration_ms += duration_ms
      sum.buckets[latencyClassOf(duration_ms)]! += 1
    },
    flush: writing.flush,
    removeOld,
    async close() {
      clearInterval(cleaning)
      await writing.close()
    },
  }
}
