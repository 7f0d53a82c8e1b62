import { dayOf } from '../../schemas/calendar-day.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/event.ts'
import { agencyPeriodWrites, releasedPeriodWrites } from '../agency-comment-periods.ts'
import { moved, tombstone } from '../change-index.ts'
import { ownRow, ownRows, type Projector, write } from '../projector.ts'
import {
  agencyWords,
  commentPeriodContent,
  commentPeriodOf,
  documentIds,
  numberKeys,
  regulationContent,
  regulationWords,
} from '../regulation-content.ts'
import { releasedTouches, releasedWrites } from '../released.ts'
import type { RowOf } from '../table.ts'
import {
  agencyCommentPeriodsTable,
  regulationsTable,
  regulationWordsTable,
} from '../tables/regulation-tables.ts'

type Taken =
  | 'regulation.published'
  | 'regulation.updated'
  | 'regulation.comment_period_changed'
  | 'regulation.comment_period_closed'
  | 'regulation.removed'
  | 'regulation.released'
type Held = RowOf<typeof regulationsTable>

/** Rules, proposed rules and notices. Whether comments are open is asked of the dates when a row is read. */
export const regulations: Projector<Taken> = {
  name: 'regulations',
  events: [
    'regulation.published',
    'regulation.updated',
    'regulation.comment_period_changed',
    'regulation.comment_period_closed',
    'regulation.removed',
    'regulation.released',
  ],
  tables: [regulationsTable, regulationWordsTable, agencyCommentPeriodsTable],
  touches: (event) =>
    event.type === 'regulation.released'
      ? [...releasedTouches(event, regulationsTable), ...releasedTouches(event, agencyCommentPeriodsTable)]
      : [ownRow(regulationsTable, event.body.id), ownRows(agencyCommentPeriodsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'regulation.released') {
      return [...releasedWrites(rows, event, regulationsTable), ...releasedPeriodWrites(rows, event)]
    }
    const row = regulationAfter(rows.get(regulationsTable, event.body.id), event)
    if (row === undefined) return []
    const writes = [write(regulationsTable, row), ...agencyPeriodWrites(rows, row, event)]
    if (event.type === 'regulation.published' || event.type === 'regulation.updated') {
      writes.push(write(regulationWordsTable, regulationWords(row.id, event.body.regulation)))
    }
    return writes
  },
}

/** The row as an event leaves it; undefined where there is none to leave. */
function regulationAfter(
  held: Held | undefined,
  event: LogEvent<Exclude<Taken, 'regulation.released'>>,
): Held | undefined {
  switch (event.type) {
    case 'regulation.published':
    case 'regulation.updated':
      return published(held, event)
    case 'regulation.removed':
      return held === undefined ? undefined : tombstone(held, event, 'removed')
    default:
      return commentPeriod(held, event)
  }
}

function published(
  held: Held | undefined,
  event: LogEvent<'regulation.published' | 'regulation.updated'>,
): Held {
  const { id, ocd_id, regulation: now } = event.body
  const before = held?.deleted ? undefined : held
  const comment_period = commentPeriodOf(before?.item ?? null)
  const reasons = event.type === 'regulation.published' ? (['introduced'] as const) : changes(before, event)
  return {
    id,
    ocd_id,
    jurisdiction: now.jurisdiction,
    document_number: now.document_number,
    publication_date: dayOf(now.publication_date),
    type: now.type,
    title: now.title,
    agencies: agencyWords(now.agencies),
    document_ids: documentIds(now),
    docket_ids: numberKeys(now.docket_ids),
    rins: numberKeys(now.rins),
    effective_on: dayOf(now.effective_on),
    comment_opens_on: before?.comment_opens_on ?? null,
    comment_closes_on: before?.comment_closes_on ?? null,
    comment_closed_on: before?.comment_closed_on ?? null,
    state: now.state,
    item: regulationContent(id, ocd_id, now, comment_period),
    deleted: false,
    ...moved(held, event, ...reasons),
  }
}

function changes(held: Held | undefined, { body }: LogEvent<'regulation.published' | 'regulation.updated'>) {
  if (held === undefined || held.title === body.regulation.title) return ['details'] as const
  return ['title', 'details'] as const
}

function commentPeriod(
  held: Held | undefined,
  event: LogEvent<'regulation.comment_period_changed' | 'regulation.comment_period_closed'>,
): Held {
  if (held === undefined) {
    throw new LegislogError(
      'evolve_failed',
      `regulation ${event.body.ocd_id} has comments before it was published`,
    )
  }
  const place = moved(held, event, 'details')
  if (event.type === 'regulation.comment_period_closed') {
    return { ...held, ...place, comment_closed_on: dayOf(event.body.closed_on) }
  }
  const comment_period = commentPeriodContent(event.body.comment_period)
  const is_extended = comment_period.closes_on !== held.comment_closes_on
  return {
    ...held,
    ...place,
    comment_opens_on: comment_period.opens_on,
    comment_closes_on: comment_period.closes_on,
    comment_closed_on: is_extended ? null : held.comment_closed_on,
    item: held.item && JSON.stringify({ ...JSON.parse(held.item), comment_period }),
  }
}
