import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, ownRows, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import type { RowOf } from '../read-model/table.ts'
import {
  agencyCommentPeriodsTable,
  regulationsTable,
  regulationWordsTable,
} from '../tables/regulation-tables.ts'
import { agencyPeriodWrites, releasedPeriodWrites } from './content/agency-comment-periods.ts'
import {
  agencyWords,
  commentPeriodContent,
  commentPeriodOf,
  documentIds,
  numberKeys,
  regulationContent,
  regulationWords,
} from './content/regulation-content.ts'

type RegulationEvent =
  | 'regulation.published'
  | 'regulation.updated'
  | 'regulation.comment_period_changed'
  | 'regulation.comment_period_closed'
  | 'regulation.removed'
  | 'regulation.released'
type RegulationRow = RowOf<typeof regulationsTable>

/** Rules, proposed rules and notices. Readers compute from the dates whether comments are open. */
export const regulations: Projector<RegulationEvent> = {
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
  touches(event) {
    if (event.type === 'regulation.released') {
      return [...releaseTouches(event, regulationsTable), ...releaseTouches(event, agencyCommentPeriodsTable)]
    }
    const { id } = event.body
    return [
      ownRow(regulationsTable, id),
      ownRows(agencyCommentPeriodsTable, id),
      ...(event.type === 'regulation.removed' ? [ownRow(regulationWordsTable, id)] : []),
    ]
  },
  evolve(rows, event) {
    if (event.type === 'regulation.released') {
      return [...releaseWrites(rows, event, regulationsTable), ...releasedPeriodWrites(rows, event)]
    }
    const row = regulationAfter(rows.get(regulationsTable, event.body.id), event)
    if (row === undefined) return []
    const writes = [write(regulationsTable, row), ...agencyPeriodWrites(rows, row, event)]
    if (event.type === 'regulation.published' || event.type === 'regulation.updated') {
      writes.push(write(regulationWordsTable, regulationWords(row.id, event.body.regulation)))
    } else if (event.type === 'regulation.removed') {
      const words = rows.get(regulationWordsTable, row.id)
      if (words !== undefined) writes.push(write(regulationWordsTable, { ...words, deleted: true }))
    }
    return writes
  },
}

/** The row after an event. undefined if the event leaves none. */
function regulationAfter(
  existing: RegulationRow | undefined,
  event: LogEvent<Exclude<RegulationEvent, 'regulation.released'>>,
): RegulationRow | undefined {
  switch (event.type) {
    case 'regulation.published':
    case 'regulation.updated':
      return published(existing, event)
    case 'regulation.removed':
      return existing === undefined ? undefined : tombstone(existing, event, 'removed')
    default:
      return commentPeriod(existing, event)
  }
}

function published(
  existing: RegulationRow | undefined,
  event: LogEvent<'regulation.published' | 'regulation.updated'>,
): RegulationRow {
  const { id, ocd_id, regulation: now } = event.body
  const before = existing?.deleted ? undefined : existing
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
    ...movedTo(existing, event, ...reasons),
  }
}

function changes(
  existing: RegulationRow | undefined,
  { body }: LogEvent<'regulation.published' | 'regulation.updated'>,
) {
  if (existing === undefined || existing.title === body.regulation.title) return ['details'] as const
  return ['title', 'details'] as const
}

function commentPeriod(
  existing: RegulationRow | undefined,
  event: LogEvent<'regulation.comment_period_changed' | 'regulation.comment_period_closed'>,
): RegulationRow {
  if (existing === undefined) {
    throw new LegislogError(
      'evolve_failed',
      `regulation ${event.body.ocd_id} has comments before it was published`,
    )
  }
  const place = movedTo(existing, event, 'details')
  if (event.type === 'regulation.comment_period_closed') {
    return { ...existing, ...place, comment_closed_on: dayOf(event.body.closed_on) }
  }
  const comment_period = commentPeriodContent(event.body.comment_period)
  const isExtended = comment_period.closes_on !== existing.comment_closes_on
  return {
    ...existing,
    ...place,
    comment_opens_on: comment_period.opens_on,
    comment_closes_on: comment_period.closes_on,
    comment_closed_on: isExtended ? null : existing.comment_closed_on,
    item: existing.item && JSON.stringify({ ...JSON.parse(existing.item), comment_period }),
  }
}
