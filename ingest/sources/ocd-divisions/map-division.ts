import type { Division } from '../../../schemas/event-bodies/reference.ts'
import {
  divisionAliases,
  normalizeDivisionId,
  parseDivisionId,
} from '../../../schemas/vocabulary/division-id.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { invalid } from '../records/fields.ts'
import type { ListedDivision, ListedId } from './join-rows.ts'
import type { DivisionRow } from './read-rows.ts'

/** Columns with the ids or the names that others use. */
const IDENTIFIERS = [
  'census_geoid',
  'census_geoid_12',
  'census_geoid_14',
  'gss_code',
  'sgc',
  'openstates_district',
  'number',
] as const
const OWN_COLUMNS = new Set(['id', 'name', 'name_fr', 'sameAs', 'validFrom', 'validThrough', 'parent_id'])

/** Throws `record_invalid` if no row gives it a name. */
export function mapDivision(
  { division_id: key, listed, same }: ListedDivision,
  observedAt: string,
  record: string,
): ObservationOf<'division'> {
  const current = currentOf(listed)
  const row: DivisionRow = Object.assign({}, ...listed.map((one) => one.row), current.row)
  if (row.name === undefined) throw invalid('name', undefined, 'a name in any row')
  const all = [...listed, ...same]
  const divisionId = codedId(key, row, all) ?? key
  const { country, segments } = parseDivisionId(divisionId)!
  const spelled = [key, divisionId].flatMap((id) => [id, ...divisionAliases(id)])
  // The normalized form is listed too, because lookups use it.
  const aliases = [...spelled, ...all.flatMap(({ id }) => [id, normalizeDivisionId(id)!])]
  const division: Division = {
    division_id: divisionId,
    country,
    type: segments.at(-1)?.type ?? 'country',
    parent_id: parentOf(key, row.parent_id),
    name: row.name,
    other_names: row.name_fr === undefined ? [] : [{ name: row.name_fr, language: 'fr' }],
    valid_from: periodOf(listed, 'validFrom'),
    valid_through: periodOf(listed, 'validThrough'),
    aliases: [...new Set(aliases)].filter((id) => id !== divisionId).sort(),
    forms: all.map(formOf).sort((a, b) => (a.id < b.id ? -1 : 1)),
    identifiers: IDENTIFIERS.flatMap((scheme) => {
      const identifier = row[scheme]
      return identifier === undefined ? [] : [{ scheme, identifier }]
    }),
    extras: extrasOf(row),
  }
  return {
    entity: 'division',
    key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: `ocd-division/country:${country}`,
    observed_at: observedAt,
    schema_rank: 1,
    parts: { division },
    bill: null,
    aliases: division.aliases.map((value) => ({ scheme: 'ocd-division', value })),
    removed: null,
    record,
  }
}

/**
 * Gives the code that the specification uses for a place that the lists name. For a riding of Canada it is
 * the number in the current or last order; for a constituency of the United Kingdom the GSS code. The key
 * stays the name, because a new order changes the number.
 */
function codedId(key: string, { gss_code }: DivisionRow, all: readonly ListedId[]): string | undefined {
  if (key.startsWith('ocd-division/country:gb/pcon:') && gss_code !== undefined) {
    return `ocd-division/country:gb/constituency:${gss_code.toLowerCase()}`
  }
  const ridings = all.filter(({ id }) => id.startsWith('ocd-division/country:ca/ed:'))
  const last = ridings.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).at(-1)
  return last && normalizeDivisionId(last.id)
}

const orderOf = ({ id, row }: ListedId): string =>
  `${row.validThrough === undefined ? 1 : 0} ${row.validFrom ?? ''} ${id}`

/**
 * Picks the id in force of one division. If there are several, the at-large id wins; historical lists have it
 * as number 1.
 */
function currentOf(listed: readonly ListedId[]): ListedId {
  const inForce = listed.filter(({ row }) => row.validThrough === undefined)
  const candidates = inForce.length > 0 ? inForce : listed
  return candidates.find(({ id }) => id.endsWith(':at-large')) ?? candidates[0]!
}

/**
 * Gives the first or the last day on which any of its ids was in force. null if one of them has no such day.
 */
function periodOf(listed: readonly ListedId[], column: 'validFrom' | 'validThrough'): string | null {
  const days = listed.map(({ row }) => row[column])
  if (days.includes(undefined)) return null
  const sorted = (days as string[]).sort()
  return (column === 'validFrom' ? sorted[0] : sorted.at(-1)) ?? null
}

function parentOf(divisionId: string, reported: string | undefined): string | null {
  const parent = reported === undefined ? undefined : normalizeDivisionId(reported)
  if (parent !== undefined) return parent
  const end = divisionId.lastIndexOf('/')
  return end > 'ocd-division'.length ? divisionId.slice(0, end) : null
}

function formOf({ id, row }: ListedId): Division['forms'][number] {
  return {
    id,
    name: row.name ?? null,
    valid_from: row.validFrom ?? null,
    valid_through: row.validThrough ?? null,
  }
}

function extrasOf(row: DivisionRow): Record<string, string> {
  const taken = new Set<string>([...OWN_COLUMNS, ...IDENTIFIERS])
  return Object.fromEntries(Object.entries(row).filter(([column]) => !taken.has(column)))
}
