import type { PoolClient } from 'pg'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { addDays, dayIn, wallClock } from '../dates/wall-clock.ts'
import { encodeEmission } from '../emit/emission.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import { newRunId } from '../run-context/run-record.ts'
import { TIME_ZONE } from '../state/comment-deadlines.ts'
import { advanceSequences, type Identity, lockEntities } from '../state/identities.ts'

/** A batch is one transaction with the locks of this many regulations. */
const BATCH = 500

/**
 * Emits `regulation.comment_period_closed` for every period whose last day is over, once per last day. Gives the
 * number of events. If two hosts run it at once, each event is emitted once, because the row is checked again under
 * the regulation's lock.
 */
export async function closeCommentPeriods(context: OperatorOptions): Promise<number> {
  const now = context.clock.now()
  const today = dayIn(now, TIME_ZONE)
  const runId = newRunId(now)
  let emitted = 0
  for (let after = 0; ; ) {
    const { rows } = await context.database.query<{ entity_id: number }>(
      `SELECT entity_id FROM ingest.comment_deadline
       WHERE closed_at IS NULL AND closes_on < $1::date AND entity_id > $2 ORDER BY entity_id LIMIT $3`,
      [today, after, BATCH],
    )
    const last = rows.at(-1)
    if (last === undefined) return emitted
    const entityIds = rows.map(({ entity_id }) => entity_id)
    emitted += await inTransaction(context.database, (client) =>
      closeSome(client, context, entityIds, { now, today, run_id: runId }),
    )
    after = last.entity_id
  }
}

type Due = Identity & { readonly closes_on: string; readonly jurisdiction: string | null }
type Moment = { readonly now: Date; readonly today: string; readonly run_id: string }

async function closeSome(
  client: PoolClient,
  { codec, settings }: OperatorOptions,
  entityIds: readonly number[],
  { now, today, run_id }: Moment,
): Promise<number> {
  const sequences = await lockEntities(client, entityIds)
  const { rows: due } = await client.query<Due>(
    `UPDATE ingest.comment_deadline d SET closed_at = $3
     FROM ingest.entity e
     WHERE d.entity_id = ANY ($1::bigint[]) AND d.closed_at IS NULL AND d.closes_on < $2::date AND e.id = d.entity_id
     RETURNING d.entity_id, e.ocd_id, e.kafka_key, to_char(d.closes_on, 'YYYY-MM-DD') AS closes_on`,
    [entityIds, today, now.toISOString()],
  )
  const rows: OutboxRow[] = []
  const moved: { entity_id: number; sequence: number }[] = []
  for (const one of due.toSorted((a, b) => a.entity_id - b.entity_id)) {
    const sequence = sequences.get(one.entity_id) ?? 0
    const emission = {
      ...one,
      sequence,
      facts: [{ type: 'regulation.comment_period_closed', part: { closed_on: one.closes_on } } as const],
      bill: null,
      source: 'comment-deadlines/us',
      observed_at: endOfDay(one.closes_on),
      run_id,
      backfill: false,
    }
    rows.push(await encodeEmission(emission, codec, settings))
    moved.push({ entity_id: one.entity_id, sequence: sequence + 1 })
  }
  await advanceSequences(client, moved)
  await insertOutbox(client, rows)
  return due.length
}

/** The midnight that ends a day there, RFC 3339: in winter and in summer. */
function endOfDay(day: string): string {
  const next = addDays(day, 1)
  const midnights = ['-05:00', '-04:00'].map((offset) => new Date(`${next}T00:00:00${offset}`))
  const midnight = midnights.find((at) => wallClock(at, TIME_ZONE) === `${next} 00:00:00`) ?? midnights[0]!
  return midnight.toISOString()
}
