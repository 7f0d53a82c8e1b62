import type { LogEvent } from '../../../schemas/log/event.ts'
import { isWebLink } from '../../../schemas/values/web-link.ts'
import { changeReasons } from '../../../schemas/vocabulary/vocabulary.ts'

/** A row as the database returns it, with JSON parsed and `seq` as text. */
export type OracleRow = Record<string, unknown>

export class OracleTables {
  readonly #tables = new Map<string, Map<number | string, OracleRow>>()
  readonly #parts = new Map<string, Set<OracleRow>>()

  of(name: string): Map<number | string, OracleRow> {
    let table = this.#tables.get(name)
    if (table === undefined) {
      table = new Map()
      this.#tables.set(name, table)
    }
    return table
  }

  /** A part of a bill or a regulation. */
  add(name: string, row: OracleRow): void {
    const place = `${name} ${row.bill_id ?? row.regulation_id}`
    this.of(name).set(row.id as string, row)
    const parts = this.#parts.get(place)
    if (parts === undefined) this.#parts.set(place, new Set([row]))
    else parts.add(row)
  }

  partsOf(name: string, ownerId: number): OracleRow[] {
    return [...this.eachPartOf(name, ownerId)]
  }

  eachPartOf(name: string, ownerId: number): Iterable<OracleRow> {
    return this.#parts.get(`${name} ${ownerId}`) ?? []
  }
}

/** Moves a row to the event's position in the log, unless a later event has moved it further. */
export function moveRow(row: OracleRow, event: LogEvent, reasons: readonly string[]): void {
  const at = event.meta.recorded_at
  const before = [
    row.updated_at as string | undefined,
    BigInt((row.seq as string | undefined) ?? -1),
  ] as const
  if (before[0] === undefined || at > before[0] || (at === before[0] && event.seq > before[1])) {
    row.updated_at = at
    row.seq = String(event.seq)
  }
  const all = (row.reasons ?? {}) as Record<string, string>
  for (const reason of reasons) if ((all[reason] ?? '') < at) all[reason] = at
  row.reasons = all
}

export function tombstoneRow(row: OracleRow, event: LogEvent, reasons: readonly string[]): void {
  moveRow(row, event, reasons)
  row.deleted = true
  row.item = null
}

/** The row as a reader gets it: the item includes when and why it changed. */
export function withChangePosition(row: OracleRow): OracleRow {
  if (row.reasons === undefined) return row
  const reasons = inOrder(row.reasons as Record<string, string>)
  const { item, updated_at } = row
  if (item === undefined || item === null) return { ...row, reasons }
  const part = 'bill_id' in row && typeof row.id === 'string'
  return { ...row, reasons, item: { ...(item as object), updated_at, ...(part ? {} : { reasons }) } }
}

/** Compares their text first: equal text is equal at once. */
function inOrder(reasons: Record<string, string>): Record<string, string> {
  const names = Object.keys(reasons)
  if (names.length < 2) return reasons
  const known = changeReasons.filter((name) => names.includes(name))
  return Object.fromEntries([...known, ...names].map((name) => [name, reasons[name]!]))
}

/** YYYY-MM-DD at the start of a text, if it is a calendar day. */
export function calendarDay(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  if (year === undefined || year === '0000') return null
  const lengths = [31, isLeap(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const longest = lengths[Number(month) - 1]
  const isDay = longest !== undefined && Number(day) >= 1 && Number(day) <= longest
  return isDay ? `${year}-${month}-${day}` : null
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** The named fields of an object. */
export function pick(from: unknown, ...names: readonly string[]): OracleRow {
  const source = from as OracleRow
  const picked: OracleRow = {}
  for (const name of names) picked[name] = source[name] ?? null
  return picked
}

export const pickAll = (from: unknown, ...names: readonly string[]): OracleRow[] =>
  (from as unknown[]).map((one) => pick(one, ...names))

/** Leaves a row unchanged if its `url` is a web link. Otherwise moves the text to `invalid_url`. */
export function unlinked(row: OracleRow): OracleRow {
  if (typeof row.url !== 'string' || isWebLink(row.url)) return row
  return { ...row, url: null, invalid_url: row.url }
}

/** The same for links under other names, which share one `invalid_url`. */
export function unlinkedFields(row: OracleRow, ...names: readonly string[]): OracleRow {
  const shown = { ...row }
  const stated: OracleRow = {}
  for (const name of names) {
    const text = row[name]
    if (typeof text !== 'string' || isWebLink(text)) continue
    shown[name] = null
    stated[name] = text
  }
  return Object.keys(stated).length === 0 ? shown : { ...shown, invalid_url: stated }
}
