import type { PoolClient } from 'pg'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { dayIn } from '../dates/wall-clock.ts'
import { isRemoved, type NewStored, type StoredOf } from './stored-entities.ts'

/** Comments are accepted through the end of the last day, Eastern time. */
export const TIME_ZONE = findJurisdiction('us')!.time_zone

/**
 * Saves the last days of the emitted comment periods. A period that was over when it was first seen closes
 * without an event, because no notification could have been in time. A closed period closes again if its last
 * day moves into the future, or if it was open and is shortened.
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

/** Gives the last day on which a stored regulation accepts comments. */
export function lastDay(content: object): string | null {
  if (isRemoved(content)) return null
  const { regulation, comment_period } = content as StoredOf['regulation']
  const closesOn = comment_period?.closes_on ?? null
  // A withdrawn regulation accepts no comments, so nothing is left to close.
  return regulation.state === 'withdrawn' || dayOf(closesOn) !== closesOn ? null : closesOn
}
