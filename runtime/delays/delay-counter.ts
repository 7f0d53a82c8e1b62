import { DAY_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { type PeriodicWrite, startPeriodicWrite } from '../postgres/periodic-write.ts'
import type { Database, Queryable } from '../postgres/postgres.ts'
import { delayClasses, delayClassOf } from './delay-classes.ts'

/** The target of events: readers of changes, or receivers of webhooks. */
export type DelayTarget = 'api' | 'webhook'

/** SQL for the database's time, ms since 1970, rounded up. */
export const DATABASE_NOW_MS = 'ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8'

/**
 * Events of a place that reached their target at one time (ms since 1970 by the database's clock), and their delays.
 */
export type Delayed = {
  readonly jurisdiction: string
  readonly at_ms: number
  readonly delay_ms: number
  readonly events: number
}

/** Once a day, a write also deletes rows that are old enough. */
export type DelayCounter = PeriodicWrite & { count(delayed: Delayed): void }

type Sum = { readonly jurisdiction: string; readonly day: string; readonly counts: number[] }
type Sums = Map<string, Sum>

const FLUSH_MS = 5_000
const KEPT_DAYS = 30
/** Places and days. Anything beyond is not counted until the next write succeeds. */
const MAX_SUMS = 5_000

const ADD = `
  INSERT INTO control.delay_count AS d (target, jurisdiction, day, counts)
  SELECT $1, n.jurisdiction, n.day, n.counts
  FROM json_to_recordset($2::json) AS n (jurisdiction text, day date, counts bigint[])
  -- in one order, so that two processes never wait for each other
  ORDER BY n.jurisdiction COLLATE "C", n.day
  ON CONFLICT (jurisdiction, target, day) DO UPDATE SET
    counts = (SELECT array_agg(b.old + b.new ORDER BY b.place)
              FROM unnest(d.counts, excluded.counts) WITH ORDINALITY AS b (old, new, place))`

/**
 * Counts delays by place, day and length, and writes the sums every few seconds in a separate statement, so
 * that callers do not wait. If the process is killed, counts that were not yet written are lost.
 */
export function createDelayCounter(options: {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
  readonly target: DelayTarget
}): DelayCounter {
  const { database, log, target } = options
  let sums: Sums = new Map()
  let cleanedOn = ''

  async function write(): Promise<void> {
    if (sums.size === 0) return
    const batch = sums
    sums = new Map()
    await add(database, target, batch).catch((error: unknown) => {
      putBack(sums, batch)
      throw error
    })
    await cleanOn([...batch.values()].at(-1)!.day)
  }

  async function cleanOn(today: string): Promise<void> {
    if (today === cleanedOn) return
    await database.query(
      'DELETE FROM control.delay_count WHERE target = $1 AND day < $2::date - $3::integer',
      [target, today, KEPT_DAYS],
    )
    cleanedOn = today
  }

  const writing = startPeriodicWrite({
    write,
    every_ms: FLUSH_MS,
    log,
    failure: 'delays were not written',
  })
  return { count: (delayed) => countIn(sums, delayed), ...writing }
}

/** Counts them in the caller's transaction. */
export async function addDelays(
  client: Queryable,
  target: DelayTarget,
  delays: readonly Delayed[],
): Promise<void> {
  const sums: Sums = new Map()
  for (const delayed of delays) countIn(sums, delayed)
  if (sums.size > 0) await add(client, target, sums)
}

async function add(client: Queryable, target: DelayTarget, sums: Sums): Promise<void> {
  await client.query(ADD, [target, JSON.stringify([...sums.values()])])
}

function countIn(sums: Sums, { jurisdiction, at_ms, delay_ms, events }: Delayed): void {
  const days = Math.floor(at_ms / DAY_MS)
  const key = `${days} ${jurisdiction}`
  let sum = sums.get(key)
  if (sum === undefined) {
    if (sums.size >= MAX_SUMS) return
    const day = new Date(days * DAY_MS).toISOString().slice(0, 10)
    sum = { jurisdiction, day, counts: new Array<number>(delayClasses).fill(0) }
    sums.set(key, sum)
  }
  sum.counts[delayClassOf(delay_ms)]! += events
}

function putBack(sums: Sums, unwritten: Sums): void {
  for (const [key, sum] of unwritten) {
    const known = sums.get(key)
    if (known === undefined) sums.set(key, sum)
    else for (const [place, events] of sum.counts.entries()) known.counts[place]! += events
  }
}
