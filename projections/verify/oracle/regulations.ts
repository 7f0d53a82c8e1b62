import type { Regulation } from '../../../schemas/event-bodies/regulation.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { agencySlugs, calledAs, foldAgencies, releaseAgencies } from './agencies.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
  unlinkedFields,
} from './oracle-tables.ts'
import { rankWords } from './words/ranked-words.ts'
import { searchVector } from './words/search-vector.ts'

export function foldRegulation(tables: OracleTables, event: LogEvent): void {
  foldRow(tables, event)
  if (event.type !== 'regulation.released') foldAgencies(tables, event, event.body.id)
}

function foldRow(tables: OracleTables, event: LogEvent): void {
  const regulations = tables.of('regulations')
  const details = tables.of('regulation_details')
  const row = regulations.get(event.body.id)
  switch (event.type) {
    case 'regulation.published':
    case 'regulation.updated':
      publish(tables, event, event.body.regulation)
      break
    case 'regulation.comment_period_changed': {
      if (row === undefined) throw new Error(`${event.body.ocd_id} has comments before it was published`)
      const stated = event.body.comment_period
      const period = {
        accepts_late: null,
        comment_count: null,
        comment_count_as_of: null,
        ...stated,
        opens_on: calendarDay(stated.opens_on),
        closes_on: calendarDay(stated.closes_on),
      }
      // A count may come after the close: only another last day reopens it.
      if (row.comment_closes_on !== period.closes_on) row.comment_closed_on = null
      row.comment_opens_on = period.opens_on
      row.comment_closes_on = period.closes_on
      if (row.item !== null)
        row.item = { ...(row.item as object), comment_period: unlinkedFields(period, 'comment_url') }
      moveRow(row, event, ['details'])
      foldCommentDays(details.get(event.body.id), event, period)
      break
    }
    case 'regulation.comment_period_closed':
      if (row === undefined) throw new Error(`${event.body.ocd_id} has comments before it was published`)
      row.comment_closed_on = calendarDay(event.body.closed_on)
      moveRow(row, event, ['details'])
      foldCommentDays(details.get(event.body.id), event, null)
      break
    case 'regulation.removed':
      if (row !== undefined) tombstoneRow(row, event, ['removed'])
      Object.assign(tables.of('regulation_words').get(event.body.id) ?? {}, { deleted: true })
      details.set(event.body.id, { regulation_id: event.body.id, detail: null, comment_history: null })
      return
    case 'regulation.released':
      for (const id of event.body.released_ids) {
        const released = regulations.get(id)
        if (released !== undefined) moveRow(released, event, ['released'])
        releaseAgencies(tables, event, id)
      }
  }
}

function publish(
  tables: OracleTables,
  event: LogEvent<'regulation.published' | 'regulation.updated'>,
  now: Regulation,
): void {
  const { id, ocd_id } = event.body
  const rows = tables.of('regulations')
  const none = { comment_opens_on: null, comment_closes_on: null, comment_closed_on: null }
  const row: OracleRow = rows.get(id) ?? { id, ocd_id, ...none }
  if (row.deleted) Object.assign(row, none)
  const isRetitled = row.item != null && row.title !== now.title
  const reasons = isRetitled ? ['title', 'details'] : ['details']
  const words = now.agencies.flatMap(({ name, slug }) => [name.toLowerCase(), (slug ?? '').toLowerCase()])
  words.push(...agencySlugs(now.agencies))
  const documents = listedDocuments(now)
  const period = (row.item as { comment_period?: object | null } | null | undefined)?.comment_period ?? null
  Object.assign(row, {
    ...pick(now, 'jurisdiction', 'document_number', 'type', 'title', 'state'),
    publication_date: calendarDay(now.publication_date),
    agencies: words.filter((word, index) => word !== '' && words.indexOf(word) === index).sort(),
    document_ids: capitals([now.document_number, ...documents.map(({ document_id }) => document_id)]),
    docket_ids: capitals(now.docket_ids),
    rins: capitals(now.rins),
    effective_on: calendarDay(now.effective_on),
    deleted: false,
    item: {
      id,
      ocd_id,
      ...pick(now, 'jurisdiction', 'document_number', 'publication_date', 'type', 'title', 'state'),
      ...pick(now, 'docket_ids', 'rins', 'effective_on'),
      agencies: pickAll(now.agencies, 'name', 'slug', 'source_id', 'parent_source_id'),
      comment_period: period,
    },
  })
  moveRow(row, event, event.type === 'regulation.published' ? ['introduced'] : reasons)
  rows.set(id, row)
  const details = tables.of('regulation_details')
  const commentHistory = details.get(id)?.comment_history ?? null
  details.set(id, { regulation_id: id, detail: regulationDetail(now), comment_history: commentHistory })
  tables.of('regulation_words').set(id, searchedWords(row, now))
}

function searchedWords(row: OracleRow, now: Regulation): OracleRow {
  const cut = (characters: number, lines: readonly string[]) =>
    lines.join('\n').slice(0, characters).toWellFormed()
  const title = cut(30_000, [now.title])
  const numbers = cut(4_000, [...(row.document_ids as string[]), ...now.docket_ids, ...now.rins])
  const topics = cut(16_000, [...now.topics, ...now.agencies.flatMap(calledAs)])
  const abstract = cut(50_000, now.abstract === null ? [] : [now.abstract])
  const lines = [numbers, topics].flatMap((text) => text.split('\n'))
  const foundBy = [`jurisdiction=${row.jurisdiction}`, `type=${row.type}`]
  for (const agency of row.agencies as string[]) foundBy.push(`agency=${agency}`)
  for (const docket of row.docket_ids as string[]) foundBy.push(`docket=${docket}`)
  for (const rin of row.rins as string[]) foundBy.push(`rin=${rin}`)
  return {
    ...pick(row, 'id', 'jurisdiction'),
    day: row.publication_date,
    title,
    numbers,
    topics,
    abstract,
    ...rankWords(searchVector(['A', [title]], ['B', lines], ['C', [abstract]]), 'regulation', foundBy),
    deleted: false,
  }
}

const capitals = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.toUpperCase()))].sort()

const documentFields = [
  ...['document_id', 'object_id', 'agency_id', 'docket_id', 'docket_title', 'docket_type', 'posted_on'],
  ...['docket_program', 'docket_abstract'],
  ...['comments_open_on', 'comments_close_on', 'reason_withdrawn', 'restrict_reason'],
]

function listedDocuments({ extras }: Regulation): (OracleRow & { document_id: string })[] {
  const listed = Array.isArray(extras.regulations_gov) ? (extras.regulations_gov as OracleRow[]) : []
  return listed.flatMap((entry) => {
    if (typeof entry?.document_id !== 'string') return []
    const texts = documentFields.map((field) => [
      field,
      typeof entry[field] === 'string' ? entry[field] : null,
    ])
    return [{ ...Object.fromEntries(texts), withdrawn: entry.withdrawn === true }]
  })
}

/** Adds to the history of comment days. `period` is null if comments ended. */
function foldCommentDays(
  row: OracleRow | undefined,
  { meta, body }: LogEvent,
  period: { opens_on: string | null; closes_on: string | null } | null,
): void {
  if (row === undefined || row.detail === null) return
  const history = (row.comment_history ?? []) as OracleRow[]
  const last = history.at(-1)
  const days = pick(period ?? last ?? {}, 'opens_on', 'closes_on')
  const change = period === null ? 'closed' : nameOfChange(last, days)
  if (change === null) return
  const closedOn = period === null ? calendarDay((body as { closed_on?: string }).closed_on) : null
  const times = { observed_at: meta.time, recorded_at: meta.recorded_at }
  row.comment_history = [...history, { change, ...days, closed_on: closedOn, ...times }]
}

function nameOfChange(last: OracleRow | undefined, { opens_on, closes_on }: OracleRow): string | null {
  const before = (last?.closes_on ?? null) as string | null
  if (before === closes_on) return before === null || last!.opens_on === opens_on ? null : 'moved'
  if (before === null) return 'opened'
  if (closes_on === null) return 'removed'
  if ((closes_on as string) < before) return 'shortened'
  return last!.change === 'closed' ? 'reopened' : 'extended'
}

function regulationDetail(now: Regulation): OracleRow {
  const { regulations_gov, corrections, dates, ...extras } = now.extras
  return {
    ...pick(now, 'subtype', 'abstract', 'action', 'citation', 'topics', 'signing_on', 'significant'),
    ...unlinkedFields(
      pick(now, 'correction_of', 'html_url', 'pdf_url', 'text_url', 'start_page', 'end_page'),
      ...['html_url', 'pdf_url', 'text_url'],
    ),
    corrections: Array.isArray(corrections) ? corrections.filter((one) => typeof one === 'string') : [],
    dates: typeof dates === 'string' ? dates : null,
    documents: listedDocuments(now),
    extras,
    cfr_references: pickAll(now.cfr_references, 'title', 'part', 'chapter'),
  }
}
