import type { Regulation } from '../../schemas/event/regulation.ts'
import type { LogEvent } from '../../schemas/event.ts'
import { bury, calendarDay, mark, type OracleRow, type OracleTables, pick, pickAll } from './oracle-tables.ts'

export function foldRegulation(tables: OracleTables, event: LogEvent): void {
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
      const told = event.body.comment_period
      const period = {
        accepts_late: null,
        comment_count: null,
        comment_count_as_of: null,
        ...told,
        opens_on: calendarDay(told.opens_on),
        closes_on: calendarDay(told.closes_on),
      }
      // A count may come after the close: only another last day opens it again.
      if (row.comment_closes_on !== period.closes_on) row.comment_closed_on = null
      row.comment_opens_on = period.opens_on
      row.comment_closes_on = period.closes_on
      if (row.item !== null) row.item = { ...(row.item as object), comment_period: period }
      mark(row, event, ['details'])
      break
    }
    case 'regulation.comment_period_closed':
      if (row === undefined) throw new Error(`${event.body.ocd_id} has comments before it was published`)
      row.comment_closed_on = calendarDay(event.body.closed_on)
      mark(row, event, ['details'])
      break
    case 'regulation.removed':
      if (row !== undefined) bury(row, event, ['removed'])
      details.set(event.body.id, { regulation_id: event.body.id, detail: null })
      return
    case 'regulation.released':
      for (const id of event.body.released_ids) {
        const released = regulations.get(id)
        if (released !== undefined) mark(released, event, ['released'])
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
  const period = (row.item as { comment_period?: object | null } | null | undefined)?.comment_period ?? null
  Object.assign(row, {
    ...pick(now, 'jurisdiction', 'document_number', 'type', 'title', 'docket_ids', 'rins', 'state'),
    publication_date: calendarDay(now.publication_date),
    agencies: words.filter((word, index) => word !== '' && words.indexOf(word) === index).sort(),
    search_text: [now.title, ...(now.abstract === null ? [] : [now.abstract])]
      .join('\n')
      .slice(0, 100_000)
      .toWellFormed(),
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
  mark(row, event, event.type === 'regulation.published' ? ['introduced'] : reasons)
  rows.set(id, row)
  tables.of('regulation_details').set(id, { regulation_id: id, detail: regulationDetail(now) })
}

function regulationDetail(now: Regulation): OracleRow {
  return {
    ...pick(now, 'subtype', 'abstract', 'action', 'citation', 'topics', 'signing_on', 'significant'),
    ...pick(now, 'correction_of', 'html_url', 'pdf_url', 'text_url', 'start_page', 'end_page', 'extras'),
    cfr_references: pickAll(now.cfr_references, 'title', 'part', 'chapter'),
  }
}
