import type { Agency } from '../../../schemas/event-bodies/regulation.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { laterPosition } from '../../read-model/change-index.ts'
import { type Rows, type Write, write } from '../../read-model/projector.ts'
import type { RowOf } from '../../read-model/table.ts'
import { agencyCommentPeriodsTable, type regulationsTable } from '../../tables/regulation-tables.ts'
import { agencySlugs } from './agency-slugs.ts'
import { commentPeriodOf } from './regulation-content.ts'

type Row = RowOf<typeof agencyCommentPeriodsTable>
type PeriodContent = Omit<Row, 'updated_at' | 'seq' | 'deleted'>

/** Comment periods by agency. Readers compute from these rows what an agency accepts comments on. */
export function agencyPeriodWrites(
  rows: Rows,
  regulation: RowOf<typeof regulationsTable>,
  event: LogEvent,
): Write[] {
  return replacePeriods(rows.group(agencyCommentPeriodsTable, regulation.id), periodsOf(regulation), event)
}

/** They change with their document when it is released. */
export function releasedPeriodWrites(rows: Rows, event: LogEvent<'regulation.released'>): Write[] {
  return event.body.released_ids
    .flatMap((id) => rows.group(agencyCommentPeriodsTable, id))
    .map((row) => rewritten(row, event))
}

/** A withdrawn document, or one without a last day, takes no comments, whatever address it shows. */
function periodsOf(regulation: RowOf<typeof regulationsTable>): PeriodContent[] {
  const { id: regulationId, item, comment_closes_on: stated, comment_closed_on: ended } = regulation
  const closesOn = stated === null || (ended !== null && ended < stated) ? ended : stated
  if (item === null || closesOn === null || regulation.state === 'withdrawn') return []
  const { agencies } = JSON.parse(item) as { agencies: Agency[] }
  const period = commentPeriodOf(item)
  const portal = portalOf(period?.comment_url ?? null)
  return agencySlugs(agencies).map((agency) => ({
    id: `${regulationId}:${agency}`,
    regulation_id: regulationId,
    agency,
    opens_on: regulation.comment_opens_on ?? regulation.publication_date,
    closes_on: closesOn,
    is_electronic: portal !== null,
    portal,
    accepts_late: period?.accepts_late ?? null,
  }))
}

/** Normalizes a printed address to `https://www.regulations.gov` or a mail address. null if it is not an address. */
function portalOf(url: string | null): string | null {
  const address = url === null ? null : URL.parse(url)
  switch (address?.protocol) {
    case 'https:':
    case 'http:':
      return `https://${address.host}`
    case 'mailto:':
      return address.href
    default:
      return null
  }
}

function replacePeriods(
  existing: readonly Row[],
  stated: readonly PeriodContent[],
  event: LogEvent,
): Write[] {
  const heldById = new Map(existing.map((row) => [row.id, row]))
  const unchanged = new Set(stated.map(({ id }) => id))
  const written = stated
    .filter((one) => !isSame(heldById.get(one.id), one))
    .map((one) =>
      write(agencyCommentPeriodsTable, {
        ...one,
        deleted: false,
        ...laterPosition(heldById.get(one.id), event),
      }),
    )
  const gone = existing.filter(({ id, deleted }) => !deleted && !unchanged.has(id))
  return [...written, ...gone.map((row) => rewritten({ ...row, deleted: true }, event))]
}

const isSame = (row: Row | undefined, stated: PeriodContent): boolean =>
  row !== undefined &&
  !row.deleted &&
  row.opens_on === stated.opens_on &&
  row.closes_on === stated.closes_on &&
  row.is_electronic === stated.is_electronic &&
  row.portal === stated.portal &&
  row.accepts_late === stated.accepts_late

const rewritten = (row: Row, event: LogEvent): Write =>
  write(agencyCommentPeriodsTable, { ...row, ...laterPosition(row, event) })
