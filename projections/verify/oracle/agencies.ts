import type { LogEvent } from '../../../schemas/log/event.ts'
import {
  findAgencyByAcronym,
  findAgencyByName,
  findAgencyBySlug,
} from '../../../schemas/vocabulary/federal-agencies.ts'
import type { OracleRow, OracleTables } from './oracle-tables.ts'

const NOWHERE = { protocol: '', host: '', href: '' }

type Printed = { name: string; slug: string | null; source_id: string | null }

const listed = (name: string, printed: Partial<Printed>) =>
  findAgencyBySlug(printed.slug ?? '') ??
  findAgencyByName(name) ??
  findAgencyByAcronym(printed.source_id ?? '')

export const calledAs = (one: Printed): string[] =>
  [one.name, listed(one.name, one)?.acronym ?? null].filter((name) => name !== null)

/** The names in addresses of an agency and its parents. */
export function agencyOf(
  name: string,
  printed: Partial<Printed> = {},
): { slug: string | null; above: string[] } {
  const known = listed(name, printed)
  const above: string[] = []
  for (let one = known?.parent ?? null; one !== null; one = one.parent) above.push(one.slug)
  if (known !== undefined) return { slug: known.slug, above }
  const made =
    name
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? []
  return { slug: (printed.slug?.toLowerCase() ?? made.join('-')) || null, above }
}

export function agencySlugs(agencies: readonly Printed[]): string[] {
  const all = agencies.flatMap((one) => {
    const { slug, above } = agencyOf(one.name, one)
    return [...(slug === null ? [] : [slug]), ...above]
  })
  return all.filter((slug, index) => all.indexOf(slug) === index).sort()
}

/** Updates the periods by agency to the row of the regulation after an event. */
export function foldAgencies(tables: OracleTables, event: LogEvent, regulationId: number): void {
  const name = 'agency_comment_periods'
  const expected = new Map(periods(tables.of('regulations').get(regulationId)).map((row) => [row.id, row]))
  for (const row of tables.partsOf(name, regulationId)) {
    const now = expected.get(row.id)
    expected.delete(row.id)
    if (now === undefined && row.deleted === true) continue
    if (
      now !== undefined &&
      Object.entries({ ...now, deleted: false }).every(([key, value]) => row[key] === value)
    )
      continue
    move(Object.assign(row, now ?? {}, { deleted: now === undefined }), event)
  }
  for (const row of expected.values()) {
    Object.assign(row, { deleted: false, updated_at: '', seq: '-1' })
    move(row, event)
    tables.add(name, row)
  }
}

export function releaseAgencies(tables: OracleTables, event: LogEvent, regulationId: number): void {
  for (const row of tables.partsOf('agency_comment_periods', regulationId)) move(row, event)
}

function move(row: OracleRow, { meta, seq }: LogEvent): void {
  const [at, place] = [row.updated_at as string, BigInt(row.seq as string)]
  if (meta.recorded_at < at || (meta.recorded_at === at && seq <= place)) return
  Object.assign(row, { updated_at: meta.recorded_at, seq: String(seq) })
}

function periods(regulation: OracleRow | undefined): OracleRow[] {
  if (regulation === undefined || regulation.item === null || regulation.state === 'withdrawn') return []
  const days = [regulation.comment_closes_on, regulation.comment_closed_on].filter((day) => day !== null)
  if (days.length === 0) return []
  const item = regulation.item as {
    agencies: Printed[]
    comment_period: { comment_url: string | null; accepts_late: boolean | null } | null
  }
  const { comment_url = null, accepts_late = null } = item.comment_period ?? {}
  const { protocol, host, href } = URL.canParse(comment_url ?? '') ? new URL(comment_url!) : NOWHERE
  const site = protocol === 'mailto:' ? href : null
  const portal = ['http:', 'https:'].includes(protocol) ? `https://${host}` : site
  return agencySlugs(item.agencies).map((agency) => ({
    id: `${regulation.id}:${agency}`,
    regulation_id: regulation.id,
    agency,
    opens_on: regulation.comment_opens_on ?? regulation.publication_date,
    closes_on: days.sort()[0],
    is_electronic: portal !== null,
    portal,
    accepts_late,
  }))
}
