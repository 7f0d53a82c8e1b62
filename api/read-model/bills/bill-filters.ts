import { keywordOf, ROUTINE_KEYWORD } from '../../../projections/projectors/content/bill-content.ts'
import { jurisdictions, sampleJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Order } from '../../paging/cursor.ts'
import { dayOrInfinity, type Lead } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import { type SponsorFilter, sponsoredBy } from '../people/sponsored-by.ts'
import { type NumberReading, readingsOf } from './number-readings.ts'

export type BillFilters = {
  readonly q?: string | undefined
  readonly jurisdiction?: string | undefined
  readonly session?: string | undefined
  readonly subject?: string | undefined
  readonly status?: string | undefined
  /** Any of these whole identifiers, in any spelling. */
  readonly identifiers?: readonly string[] | undefined
  readonly classification?: string | undefined
  readonly chamber?: string | undefined
  readonly routine?: boolean | undefined
  readonly sponsor?: SponsorFilter | undefined
  /** Only these bills: those of a sheet. */
  readonly ids?: readonly number[] | undefined
  readonly introduced_since?: string | undefined
  readonly action_since?: string | undefined
}

type Bind = Bindings['bind']

/** Bills belong only to these places; observations of other places are refused. */
const allDivisions = [...jurisdictions, sampleJurisdiction].map(({ division_id }) => division_id)

/** Orders that have their own index with the jurisdiction first. */
const OF_JURISDICTION: readonly Order[] = [
  ...(['id', 'id_desc', 'changes', 'updated_at', 'updated_at_desc'] as const),
  ...(['introduced_on', 'introduced_on_desc', 'latest_action_on', 'latest_action_on_desc'] as const),
]
const BY_ID: readonly Order[] = ['id', 'id_desc']

/** Chooses the filter whose index reads the page; the others are conditions on its rows. */
export function leadOf({ jurisdiction, session, status }: BillFilters, order: Order): Lead | undefined {
  const isById = BY_ID.includes(order)
  if (jurisdiction !== undefined && session !== undefined && isById) {
    return { column: 't.session', value: session, orders: BY_ID }
  }
  if (jurisdiction !== undefined) {
    return { column: 't.jurisdiction', value: jurisdiction, orders: OF_JURISDICTION }
  }
  return status === undefined || !isById ? undefined : { column: 't.status', value: status, orders: BY_ID }
}

/**
 * Conditions for every bill of the page, except `q` and the lead. `table` is the alias of bills. `is_present`: all of its rows
 * are known to be present.
 */
export function filterConditions(
  filters: BillFilters,
  {
    schema,
    bind,
    lead,
    table = 't',
    is_present = false,
  }: { schema: string; bind: Bind; lead?: Lead | undefined; table?: string; is_present?: boolean },
): string[] {
  const conditions = is_present ? [] : [`${table}.present`]
  const addCondition = (value: unknown, condition: (bound: string) => string) => {
    if (value !== undefined) conditions.push(condition(bind(value)))
  }
  for (const name of ['jurisdiction', 'session', 'status', 'chamber'] as const) {
    if (lead?.column !== `t.${name}`) addCondition(filters[name], (bound) => `${table}.${name} = ${bound}`)
  }
  if (filters.session !== undefined && filters.jurisdiction === undefined) {
    // This condition is redundant. It lets the index by place and session find a session with few bills.
    addCondition(allDivisions, (bound) => `${table}.jurisdiction = ANY (${bound}::text[])`)
  }
  for (const kind of ['subject', 'classification'] as const) {
    const printed = filters[kind]
    const keyword = printed === undefined ? undefined : keywordOf(kind, printed)
    addCondition(keyword, (bound) => `${table}.keywords @> ARRAY[${bound}::text]`)
  }
  if (filters.routine !== undefined) {
    const isRoutine = `${table}.keywords @> ARRAY[${bind(ROUTINE_KEYWORD)}::text]`
    conditions.push(filters.routine ? isRoutine : `NOT ${isRoutine}`)
  }
  if (filters.identifiers !== undefined) {
    conditions.push(hasOneOf(filters.identifiers.flatMap(readingsOf), bind, table))
  }
  // The expression that the indexes use for these days.
  addCondition(
    filters.introduced_since,
    (bound) => `${dayOrInfinity(`${table}.entered_on`)} >= ${bound}::date`,
  )
  addCondition(
    filters.action_since,
    (bound) => `${dayOrInfinity(`${table}.latest_action_on`)} >= ${bound}::date`,
  )
  addCondition(filters.ids, (bound) => `${table}.id = ANY (${bound}::bigint[])`)
  if (filters.sponsor !== undefined) {
    conditions.push(`${table}.id IN (${sponsoredBy(filters.sponsor, schema, bind)})`)
  }
  return conditions
}

/**
 * True if the best plan depends on the values, such as how rare a subject is or how old a day. The values of
 * a lead are a range of an index in any case.
 */
export function dependsOnValues(filters: BillFilters): boolean {
  const { jurisdiction, session, status, ...others } = filters
  return (
    Object.values(others).some((value) => value !== undefined) ||
    (session !== undefined && jurisdiction === undefined)
  )
}

/** Checks whether a bill has a number, as printed or with the prefix of its place. */
export const hasIdentifier = (q: string, bind: Bind, table = 't'): string =>
  hasOneOf(readingsOf(q), bind, table)

function hasOneOf(readings: readonly NumberReading[], bind: Bind, table: string): string {
  const anyOf = (column: string, values: readonly string[]) =>
    `${table}.${column} = ANY (${bind([...new Set(values)])}::text[])`
  const key = anyOf(
    'identifier_key',
    readings.map((one) => one.key),
  )
  const withPlace = readings.filter((one) => one.jurisdictions !== undefined)
  if (withPlace.length === 0) return key
  const allDivisions = readings.filter((one) => one.jurisdictions === undefined)
  const ways = [
    anyOf(
      'identifier_key',
      allDivisions.map((one) => one.key),
    ),
    ...withPlace.map(
      (one) => `(${anyOf('identifier_key', [one.key])} AND ${anyOf('jurisdiction', one.jurisdictions!)})`,
    ),
  ]
  // The index is read by the first condition.
  return `(${key} AND (${ways.join(' OR ')}))`
}
