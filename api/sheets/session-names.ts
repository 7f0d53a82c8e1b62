/** A session as places name it. */
export type NamedSession = {
  readonly identifier: string
  readonly name?: string | null
  readonly start_date?: string | null
  readonly end_date?: string | null
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
const YEAR = /(?:19|20)\d\d/gu
const MOST_YEARS = 4

/**
 * Whether a session is meant by what people write: its identifier or name in any spelling, its number (`119th`), or a year
 * in it. Two years mean a session that has both.
 */
export function isMeant(wanted: string, session: NamedSession): boolean {
  const word = plain(wanted)
  if (word === plain(session.identifier) || word === plain(session.name ?? '')) return true
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th)?$/u.exec(word)?.[1]
  if (ordinal !== undefined) return ordinal === /^\d{1,3}/u.exec(plain(session.identifier))?.[0]
  const years = yearsIn(wanted)
  const own = yearsOf(session)
  return years.length > 0 && years.every((year) => own.has(year))
}

/** `2025-26` names 2025 and 2026. */
function yearsIn(text: string): number[] {
  const short = /\b(?<century>19|20)(?<first>\d\d)\s?[-–/]\s?(?<last>\d\d)(?!\d)/u.exec(text)?.groups
  if (short !== undefined) {
    return [Number(`${short.century}${short.first}`), Number(`${short.century}${short.last}`)]
  }
  return [...text.matchAll(YEAR)].map(([year]) => Number(year))
}

/** Each year of a session, by its dates if they are known. */
function yearsOf({ identifier, name, start_date, end_date }: NamedSession): ReadonlySet<number> {
  const dated = [start_date, end_date].flatMap((day) => (day == null ? [] : [Number(day.slice(0, 4))]))
  const printed = [...yearsIn(identifier), ...yearsIn(name ?? '')]
  const known = [...dated, ...printed]
  if (known.length === 0) return new Set()
  const [first, last] = [Math.min(...known), Math.max(...known)]
  if (last - first >= MOST_YEARS) return new Set(known)
  return new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
