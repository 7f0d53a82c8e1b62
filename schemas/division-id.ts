/**
 * Division ids: places as the specification (2.2) writes them, and the open standard's spellings as their aliases.
 * The specification says `state` for districts and territories, `gb` for the United Kingdom, and numbers an at-large
 * or single-district seat 1.
 */
export type DivisionSegment = { readonly type: string; readonly value: string }
export type Division = { readonly country: string; readonly segments: readonly DivisionSegment[] }

const PREFIX = 'ocd-division/'
const COUNTRY = /^country:([a-z]{2})$/u
const SEGMENT = /^([\p{L}_]+):([\p{L}\p{N}_.~-]+)$/u
const LEADING_ZEROS = /^0+(?=\p{Nd})/u

/** Place types of the open standard that are a `state` in the specification. */
const stateLike: Readonly<Record<string, readonly string[]>> = {
  district: ['dc'],
  territory: ['pr', 'gu', 'mp', 'vi', 'as'],
}
const openTypeOf = new Map(
  Object.entries(stateLike).flatMap(([type, values]) => values.map((value) => [value, type] as const)),
)

/** Undefined where it is not a division id at all. */
export function parseDivisionId(id: string): Division | undefined {
  if (!id.startsWith(PREFIX)) return undefined
  const [head, ...rest] = id.slice(PREFIX.length).split('/')
  const country = COUNTRY.exec(head ?? '')?.[1]
  if (country === undefined) return undefined
  const segments: DivisionSegment[] = []
  for (const part of rest) {
    const match = SEGMENT.exec(part)
    if (match === null) return undefined
    segments.push({ type: match[1]!, value: match[2]! })
  }
  return { country, segments }
}

export function formatDivisionId(division: Division): string {
  const segments = division.segments.map(({ type, value }) => `/${type}:${value}`)
  return `${PREFIX}country:${division.country}${segments.join('')}`
}

/** A name or number as it stands in an id: lower case, spaces as `_`, no zeros before a leading number. */
export function slugDivision(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/gu, '_').replace(LEADING_ZEROS, '')
}

/**
 * The id as the specification writes it, from any accepted spelling. Only a seat in the lower house of Congress is
 * renumbered from at-large to 1: Puerto Rico elects at-large members beside those of its numbered districts.
 */
export function normaliseDivisionId(id: string): string | undefined {
  const division = parseDivisionId(id.trim().toLowerCase().replace(/\s+/gu, '_'))
  if (division === undefined) return undefined
  const segments = division.segments.map(({ type, value }, index): DivisionSegment => {
    if (index === 0 && stateLike[type]?.includes(value)) return { type: 'state', value }
    const slug = slugDivision(value)
    if (type === 'cd' && (slug === 'at-large' || slug === '0')) return { type, value: '1' }
    return { type, value: slug }
  })
  return formatDivisionId({ country: division.country === 'uk' ? 'gb' : division.country, segments })
}

/** The open standard's spellings of an id in the specification's form. Empty where both are the same. */
export function divisionAliases(id: string): readonly string[] {
  const division = parseDivisionId(id)
  if (division === undefined) return []
  const country = division.country === 'gb' ? 'uk' : division.country
  const [first, ...rest] = division.segments
  const openType = first?.type === 'state' && country === 'us' ? openTypeOf.get(first.value) : undefined
  const head = first === undefined ? [] : [{ type: openType ?? first.type, value: first.value }]
  const spellings = [{ country, segments: [...head, ...rest] }]
  const last = rest.at(-1)
  if (last?.type === 'cd' && last.value === '1') {
    const atLarge = { type: 'cd', value: 'at-large' }
    spellings.push({ country, segments: [...head, ...rest.slice(0, -1), atLarge] })
  }
  return spellings.map(formatDivisionId).filter((spelling) => spelling !== id)
}
