import { setTimeout as delay } from 'node:timers/promises'
import { summarizeDerived } from '../../derive/service/derive-report.ts'
import { summarizeGeo } from '../../locate/load/geo-report.ts'
import { type ProjectionStatus, projectionStatus } from '../../projections/service/status.ts'
import type { Ends } from '../../projections/watermark/log-ends.ts'
import { describeClockAhead, readClocks } from '../../runtime/log-clock/clock-ahead.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { countDeferred } from '../../webhooks/fan-out/deferred-events.ts'
import { summaryOf } from './describe-status.ts'
import type { LogEnds } from './log-ends.ts'
import type { Status } from './status.ts'

const POLL_MS = 100

/** Asks again until nothing is behind. Throws `service_failed` after the timeout, with what is still waited for. */
export async function whenCaughtUp(
  database: Database,
  ends: LogEnds,
  timeout_s: number,
  tolerance_s: number,
): Promise<Status> {
  const until = performance.now() + timeout_s * 1000
  for (;;) {
    const status = await readStatus(database, ends, tolerance_s)
    if (status.caught_up) return status
    if (performance.now() > until) {
      throw new LegislogError('service_failed', `not caught up after ${timeout_s} s: ${summaryOf(status)}`)
    }
    await delay(POLL_MS)
  }
}

export async function readStatus(database: Database, logEnds: LogEnds, tolerance_s: number): Promise<Status> {
  // The outbox first: what leaves it meanwhile is seen in the log.
  const { rows } = await database.query<{ outbox: number }>('SELECT count(*) AS outbox FROM ingest.outbox')
  const outbox = rows[0]!.outbox
  const clockError = describeClockAhead(await readClocks(database), tolerance_s) ?? null
  const { ends, kafka_error } = await askForEnds(logEnds)
  const readSchemas = await projectionStatus(database, ends)
  const webhookLagEvents = await webhookLag(database, ends)
  const live = readSchemas.find(({ is_live }) => is_live)
  const caughtUp =
    kafka_error === null &&
    outbox === 0 &&
    live !== undefined &&
    isRead(live) &&
    (webhookLagEvents ?? 0) === 0
  return {
    caught_up: caughtUp,
    kafka_error,
    clock_error: clockError,
    outbox,
    read_schemas: readSchemas,
    webhook_lag_events: webhookLagEvents,
    addresses: await summarizeGeo(database),
    derived: (await summarizeDerived(database)) ?? null,
  }
}

/** A position beyond the end belongs to a different log. */
const isRead = ({ partitions, halted, waiting }: ProjectionStatus): boolean =>
  halted === null &&
  waiting.length === 0 &&
  partitions.every(({ lag_events, claimed, next, end }) => lag_events === 0 && claimed === 0 && next <= end)

async function askForEnds(logEnds: LogEnds): Promise<{ ends: Ends | undefined; kafka_error: string | null }> {
  try {
    return { ends: await logEnds.read(), kafka_error: null }
  } catch (error) {
    return { ends: undefined, kafka_error: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The dispatcher has a position for each partition that it has ever read. Events that wait for the read model are not dispatched
 * yet. Events behind a parked one are not counted: an operator must act first.
 */
async function webhookLag(database: Database, ends: Ends | undefined): Promise<number | null> {
  const { rows } = await database.query<{ lag: number | null }>(
    `SELECT sum(greatest(coalesce(e.high, c.end_offset, 0) - w.next, 0))::bigint AS lag
     FROM webhook.position w LEFT JOIN control.partition_clock c USING (topic, partition)
     LEFT JOIN unnest($1::text[], $2::int[], $3::bigint[]) AS e (topic, partition, high) USING (topic, partition)`,
    [ends?.topics ?? [], ends?.partitions ?? [], ends?.highs ?? []],
  )
  const { lag } = rows[0]!
  return lag === null ? null : lag + (await countDeferred(database)).unread
}
