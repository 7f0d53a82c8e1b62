import type { PoolClient } from 'pg'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { dayIn } from '../dates/wall-clock.ts'
import type { NewStored, StoredOf } from './stored-entities.ts'
import { isRemoved } from './stored-entities.ts'

/** Comments are taken through the end of the last day, Eastern time. */
export const TIME_ZONE = findJurisdiction('us')!.time_zone

/**
 * Keeps the last days of what was just told. A period that was over when it was first heard of closes silently: nobody
 * could have been told in time. One that was told is told again where its last day moves into the future, or was open
 * and is cut short.
 */
export async function saveDeadlines(
  client: PoolClient,
  stored: readonly NewStored[],
  now: Date,
): Promise<void> {
  const regulations = stored.filter(({ entity }) => entity === 'regulation')
  if (regulations.length === 0) return
  const deadlines = regulations.map(({ entity_id, content }) => ({ entity_id, closes_on: lastDay(content) }))
  const dated = deadlines.filter(({ closes_on }) => closes_on !== null)
  await client.query(
    `INSERT INTO ingest.comment_deadline AS d (entity_id, closes_on, closed_at)
     SELECT w.entity_id, w.closes_on, CASE WHEN w.closes_on < $3::date THEN $4::timestamptz END
     FROM unnest($1::bigint[], $2::date[]) AS w (entity_id, closes_on)
     ON CONFLICT (entity_id) DO UPDATE SET closes_on = excluded.closes_on,
       closed_at = CASE WHEN excluded.closes_on < $3::date THEN d.closed_at END
     WHERE d.closes_on <> excluded.closes_on`,
    [
      dated.map(({ entity_id }) => entity_id),
      dated.map(({ closes_on }) => closes_on),
      dayIn(now, TIME_ZONE),
      now.toISOString(),
    ],
  )
  const gone = deadlines.filter(({ closes_on }) => closes_on === null)
  await client.query('DELETE FROM ingest.comment_deadline WHERE entity_id = ANY ($1::bigint[])', [
    gone.map(({ entity_id }) => entity_id),
  ])
}

/** Of a regulation as it is held: the last day on which comments are taken. */
export function lastDay(content: object): string | null {
  if (isRemoved(content)) return null
  const { regulation, comment_period } = content as StoredOf['regulation']
  const closesOn = comment_period?.closes_on ?? null
  // What is withdrawn takes no comments: nothing closes any more.
  return regulation.state === 'withdrawn' || dayOf(closesOn) !== closesOn ? null : closesOn
}
