import type { PlaceNames } from './address.ts'
import { directionAt, trailingDirection } from './directions.ts'
import { highwayAt } from './highways.ts'
import { houseNumberAt } from './house-number.ts'
import { plainSuffixes, suffixes } from './street-suffixes.ts'
import { unitWordsAt } from './units.ts'
import type { Segment } from './words.ts'

type Split = {
  readonly street: readonly string[]
  readonly city: readonly string[]
  /** Words that are neither: a unit in a segment of its own, a building. */
  readonly aside: readonly string[]
}

const LONGEST_CITY = 5
const MAX_READINGS = 6

/** Splits the words before the state. If there are commas, they decide. Otherwise names of places and suffixes decide. */
export function streetAndCity(
  segments: readonly Segment[],
  state: string | null,
  places: PlaceNames,
): readonly Split[] {
  if (segments.length === 0) return [{ street: [], city: [], aside: [] }]
  if (segments.length === 1) return splitWords(segments[0]!, state, places)
  const last = segments.at(-1)!
  const before = segments.slice(0, -1)
  const unit = unitWordsAt(last, 0)
  if (unit === last.length) {
    // The unit stands last: `100 Main St Springfield, Apt 4`.
    return streetAndCity(before, state, places).map((split) => ({
      ...split,
      aside: [...split.aside, ...last],
    }))
  }
  const city = last.slice(unit)
  const streets = streetOf(before)
  return [{ street: streets.street, city, aside: [...streets.aside, ...last.slice(0, unit)] }]
}

/**
 * Finds the street among the segments before the city: the segment that begins with a number, or else one that ends like
 * a street.
 */
function streetOf(segments: readonly Segment[]): Omit<Split, 'city'> {
  const numbered = segments.findIndex((words) => {
    const skipped = unitWordsAt(words, 0)
    const found = houseNumberAt(words, skipped)
    return found !== undefined && words.length > skipped + found.words
  })
  const splitNumber = segments.findIndex(
    (words, index) => houseNumberAt(words, 0)?.words === words.length && index + 1 < segments.length,
  )
  // `100, Main St, Springfield`.
  if (numbered < 0 && splitNumber >= 0) {
    const street = [...segments[splitNumber]!, ...segments[splitNumber + 1]!]
    return { street, aside: segments.filter((_, at) => at !== splitNumber && at !== splitNumber + 1).flat() }
  }
  const index = numbered >= 0 ? numbered : segments.findIndex(isStreetWithoutNumber)
  // A building, a mall, an airport: no street.
  if (index < 0) return { street: [], aside: segments.flat() }
  return { street: segments[index]!, aside: segments.filter((_, at) => at !== index).flat() }
}

/** A name with a suffix that a place or building hardly has, or a numbered road. */
export function isStreetWithoutNumber(words: readonly string[]): boolean {
  const end = words.length - (trailingDirection(words)?.words ?? 0)
  const suffix = end > 1 ? suffixes.get(words[end - 1]!) : undefined
  if (suffix !== undefined && plainSuffixes.has(suffix)) return true
  const road = highwayAt(words, directionAt(words, 0)?.words ?? 0) ?? highwayAt(words, 0)
  return road !== undefined && road.end >= end
}

function endsAsStreet(words: readonly string[]): boolean {
  const end = words.length - (trailingDirection(words)?.words ?? 0)
  return end > 1 && suffixes.has(words[end - 1]!)
}

function splitWords(words: readonly string[], state: string | null, places: PlaceNames): readonly Split[] {
  const number = houseNumberAt(words, unitWordsAt(words, 0))
  if (number === undefined || words.length === 1) {
    const asCity: Split = { street: [], city: words, aside: [] }
    const asStreet: Split = { street: words, city: [], aside: [] }
    return isStreetWithoutNumber(words) && !isPlace(words, state, places)
      ? [asStreet, asCity]
      : [asCity, ...afterSuffix(words, 0)]
  }
  const first = unitWordsAt(words, 0) + number.words
  const splits = [
    ...knownPlaces(words, first, state, places),
    ...afterSuffix(words, first),
    ...lastWords(words, first),
    { street: words, city: [], aside: [] },
  ]
  const seen = new Set<number>()
  return splits.filter(({ city }) => !seen.has(city.length) && seen.add(city.length)).slice(0, MAX_READINGS)
}

const isPlace = (words: readonly string[], state: string | null, places: PlaceNames): boolean =>
  state !== null && places.has(state, words.join(' '))

/** A name of a place that leaves a street with an ending comes first, then the longest one. */
function knownPlaces(
  words: readonly string[],
  first: number,
  state: string | null,
  places: PlaceNames,
): readonly Split[] {
  const found: Split[] = []
  for (let count = Math.min(LONGEST_CITY, words.length - first - 1); count > 0; count--) {
    const city = words.slice(-count)
    if (isPlace(city, state, places)) found.push({ street: words.slice(0, -count), city, aside: [] })
  }
  const ended = found.filter(({ street }) => endsAsStreet(withoutUnit(street)))
  return [...ended, ...found.filter((split) => !ended.includes(split))]
}

function withoutUnit(words: readonly string[]): readonly string[] {
  for (let index = 1; index < words.length; index++) {
    if (unitWordsAt(words, index) > 0) return words.slice(0, index)
  }
  return words
}

/** The city begins after the last plain suffix, its direction and the unit. */
function afterSuffix(words: readonly string[], first: number): readonly Split[] {
  const splits: Split[] = []
  for (let index = words.length - 2; index > first; index--) {
    const suffix = suffixes.get(words[index]!)
    if (suffix === undefined || !plainSuffixes.has(suffix)) continue
    if (/^(?:ST|SAINT|FT|MT)$/u.test(words[index]!) && splits.length > 0) continue
    let end = index + 1
    end += directionAt(words, end)?.words ?? 0
    end += unitWordsAt(words, end)
    if (end < words.length) splits.push({ street: words.slice(0, end), city: words.slice(end), aside: [] })
    else if (end > index + 1) {
      splits.push({ street: words.slice(0, index + 1), city: words.slice(index + 1), aside: [] })
    }
  }
  // `100 Main St St Louis`: the first suffix ends the street.
  return splits.toSorted((a, b) => a.street.length - b.street.length)
}

function lastWords(words: readonly string[], first: number): readonly Split[] {
  return [1, 2]
    .filter((count) => words.length - count > first)
    .map((count) => ({ street: words.slice(0, -count), city: words.slice(-count), aside: [] }))
}
