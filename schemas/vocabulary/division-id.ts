/**
 * Division ids: places as the specification (2.2) writes them, and the open standard's spellings as their aliases.
 * The specification says `state` for districts and territories, `county` for what takes the place of one, `gb` for the
 * United Kingdom, and numbers an at-large or single-district seat 1.
 */
export type DivisionSegment = { readonly type: string; readonly value: string }
export type Division = { readonly country: string; readonly segments: readonly DivisionSegment[] }

const PREFIX = 'ocd-division/'
const COUNTRY = /^country:([a-z]{2})$/u
const SEGMENT = /^([\p{L}_]+):([\p{L}\p{N}_.~-]+)$/u
const LEADING_ZEROS = /^0+(?=\p{Nd})/u

/** Place types of the open standard that the specification calls `state`. */
const stateLike: Readonly<Record<string, readonly string[]>> = {
  district: ['dc'],
  territory: ['pr', 'gu', 'mp', 'vi', 'as'],
}
/** Place types instead of counties, by postal code. */
const countyLike: Readonly<Record<string, readonly string[]>> = {
  la: ['parish'],
  ak: ['borough', 'census_area'],
  pr: ['municipio'],
}
/** Census numbers for the only seat of a state and for a delegate: 00, 98, and 99 in some files. */
const AT_LARGE = new Set(['at-large', '0'])
const DELEGATE = new Set(['98', '99'])
const openTypeOf = new Map(
  Object.entries(stateLike).flatMap(([type, values]) => values.map((value) => [value, type] as const)),
)

/** Undefined if it is not a division id. */
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
 * renumbered from at-large to 1. Puerto Rico elects at-large members beside those of its numbered districts. Ridings of
 * Canada and constituencies of the United Kingdom use codes that only their lists have: the aliases of a division.
 */
export function normalizeDivisionId(id: string): string | undefined {
  const division = parseDivisionId(id.trim().toLowerCase().replace(/\s+/gu, '_'))
  if (division === undefined) return undefined
  const country = division.country === 'uk' ? 'gb' : division.country
  const [first, second, ...rest] = division.segments.map(slugged)
  const state = first !== undefined && stateLike[first.type]?.includes(first.value) ? asState(first) : first
  const part = second === undefined || state?.type !== 'state' ? second : partOfState(state.value, second)
  const segments = [state, part, ...rest].filter((segment) => segment !== undefined)
  return formatDivisionId({ country, segments })
}

const slugged = ({ type, value }: DivisionSegment): DivisionSegment => ({ type, value: slugDivision(value) })
const asState = ({ value }: DivisionSegment): DivisionSegment => ({ type: 'state', value })

function partOfState(state: string, { type, value }: DivisionSegment): DivisionSegment {
  if (countyLike[state]?.includes(type)) return { type: 'county', value }
  if (type === 'cd' && (AT_LARGE.has(value) || (openTypeOf.has(state) && DELEGATE.has(value)))) {
    return { type, value: '1' }
  }
  // The wards of the District's council; the Census treats them as an upper house.
  if (state === 'dc' && type === 'sldu') return { type: 'ward', value }
  return { type, value }
}

/** The open standard's spellings of an id in the specification's form. Empty if both are the same. */
export function divisionAliases(id: string): readonly string[] {
  const division = parseDivisionId(id)
  if (division === undefined) return []
  const country = division.country === 'gb' ? 'uk' : division.country
  const [first, second, ...rest] = division.segments
  const isState = first?.type === 'state' && country === 'us'
  const openType = isState ? openTypeOf.get(first.value) : undefined
  const head = first === undefined ? [] : [{ type: openType ?? first.type, value: first.value }]
  const parts = second === undefined ? [[]] : isState ? spellings(first.value, second) : [[second]]
  return parts
    .map((part) => formatDivisionId({ country, segments: [...head, ...part, ...rest] }))
    .filter((spelling) => spelling !== id)
}

function spellings(state: string, part: DivisionSegment): DivisionSegment[][] {
  const { type, value } = part
  if (type === 'cd' && value === '1') return [[part], [{ type, value: 'at-large' }]]
  if (type === 'ward' && state === 'dc') return [[part], [{ type: 'sldu', value }]]
  const types = type === 'county' ? (countyLike[state] ?? []) : []
  return types.length === 0 ? [[part]] : types.map((like) => [{ type: like, value }])
}

const PLACE = /^(?:state|district|province|territory):/u

/** The state, province, district or territory of a division; else its country. */
export function topOfDivision(id: string): string {
  const parts = id.split('/')
  return parts.slice(0, PLACE.test(parts[2] ?? '') ? 3 : 2).join('/')
}
