import type { AddressReading } from '../address/address.ts'
import { looseKeysOf } from '../address/highways.ts'
import { type HouseNumber, type NumberReading, numberReadings } from '../address/house-number.ts'
import { placeKeyOf } from '../address/place-name.ts'
import type { StreetName } from '../address/street-name.ts'
import type { Candidate } from './candidate.ts'
import { similarity } from './similarity.ts'

/** The fit of a candidate to an address. */
export type Score = {
  /** 0 to 100. */
  readonly total: number
  /** The score of all parts but the number. */
  readonly without_number: number
  /** The number as the candidate has it; null if it does not have it. */
  readonly number: NumberReading | null
  /** The name, suffix or direction says something else than the address: it may be another street. */
  readonly is_other: boolean
  /** The ZIP code is another. */
  readonly is_elsewhere: boolean
}

/** The most that each part gives. */
const NUMBER = 40
const STREET = 30
const SUFFIX = 8
const DIRECTIONS = 12
const ZIP = 5
const PLACE = 5

/** The cost of a part that is different, or missing on one side. A candidate that is this far behind does not count. */
export const MARGIN = 10
/** `Oak St` is not `Oak Ave`, but people mix them up. */
const OTHER_SUFFIX = 12
/** The most that a candidate without the number can have. */
export const WITHOUT_NUMBER = STREET + SUFFIX + DIRECTIONS + ZIP + PLACE

/** Two names that are less alike are two streets. */
const ALIKE = 0.6

/** A reading of an address with its other spellings, which are the same for every candidate. */
export type AskedReading = {
  readonly reading: AddressReading
  readonly loose_keys: readonly string[]
  readonly place_key: string | null
  readonly numbers: readonly NumberReading[]
}

export const askedOf = (reading: AddressReading): AskedReading => ({
  reading,
  loose_keys: reading.street === null ? [] : looseKeysOf(reading.street.key),
  place_key: reading.city === null ? null : placeKeyOf(reading.city),
  numbers: reading.number === null ? [] : numberReadings(reading.number),
})

/** null if it is another street, one in another direction, or one in another place. */
export function scoreCandidate(asked: AskedReading, candidate: Candidate): Score | null {
  const { reading } = asked
  const { street } = reading
  if (street === null) return null
  if (reading.state !== null && reading.state !== candidate.state) return null
  const place = placeScore(asked, candidate)
  const name = nameScore(street, candidate.street, asked.loose_keys)
  const directions = directionScore(street, candidate.street)
  if (place === null || name === 0 || directions === null) return null
  const suffix = suffixScore(street.suffix, candidate.street.suffix)
  const number = asked.numbers.find((each) => isInRange(each, candidate)) ?? null
  const rest = name + directions.score + suffix + place
  return {
    total: rest + numberScore(number, candidate),
    without_number: rest,
    number,
    is_other: name < STREET || suffix < 0 || directions.is_other,
    is_elsewhere: reading.zip5 !== null && candidate.zip5 !== null && reading.zip5 !== candidate.zip5,
  }
}

function nameScore(asked: StreetName, found: StreetName, looseKeys: readonly string[]): number {
  if (asked.key === found.key) return STREET
  if (looseKeys.includes(found.key)) return STREET - 5
  return isMisspelled(asked.key, found.key) ? STREET / 2 : 0
}

/** `1st` is not `21st`: names with numbers are never misspelled. */
export const isMisspelled = (asked: string, found: string): boolean =>
  !/\d/u.test(asked + found) && similarity(asked, found) >= ALIKE

/** null: `N Main St` is not `S Main St`, and `5th Ave N` is not `5th Ave NE`. */
function directionScore(
  asked: StreetName,
  found: StreetName,
): (Pick<Score, 'is_other'> & { score: number }) | null {
  const isSwapped =
    (asked.predir !== null &&
      asked.sufdir === null &&
      found.predir === null &&
      found.sufdir === asked.predir) ||
    (asked.sufdir !== null && asked.predir === null && found.sufdir === null && found.predir === asked.sufdir)
  // `Main St N` and `N Main St` are one street if only one of both exists.
  if (isSwapped) return { score: DIRECTIONS - MARGIN, is_other: true }
  let score = DIRECTIONS
  let isOther = false
  for (const part of ['predir', 'sufdir'] as const) {
    if (asked[part] === found[part]) continue
    if (asked[part] !== null && found[part] !== null) return null
    score -= MARGIN
    isOther ||= asked[part] !== null
  }
  return { score, is_other: isOther }
}

/** Equal, missing on one side, or different. */
function suffixScore(asked: string | null, found: string | null): number {
  if (asked === found) return SUFFIX
  return asked === null || found === null ? SUFFIX / 2 : SUFFIX - OTHER_SUFFIX
}

/**
 * null if neither the ZIP code nor the place is the same. A wrong ZIP code costs more than another place: people write
 * the city of their post office.
 */
function placeScore({ reading, place_key: asked }: AskedReading, candidate: Candidate): number | null {
  const { zip5 } = reading
  const isZip = zip5 !== null && zip5 === candidate.zip5
  const isPlace = asked !== null && asked === candidate.place
  if (!isZip && !isPlace) return null
  const unknown = (one: string | null, other: string | null) => one === null || other === null
  const zip = isZip ? ZIP : unknown(zip5, candidate.zip5) ? 2 : ZIP - MARGIN
  const place = isPlace ? PLACE : unknown(asked, candidate.place) ? 2 : 0
  return zip + place
}

/** A point with another letter or fraction is beside the one that was asked for. */
function numberScore(number: NumberReading | null, candidate: Candidate): number {
  if (number === null) return 0
  const isBeside = candidate.kind === 'point' && number.suffix !== candidate.number_suffix
  return NUMBER - (number.is_exact ? 0 : MARGIN) - (isBeside ? 2 : 0)
}

/** Both ends belong to a range. A side without parity has all numbers. */
function isInRange({ prefix, value }: HouseNumber, candidate: Candidate): boolean {
  const { low, high, parity } = candidate
  if (low === null || high === null || prefix !== candidate.prefix || value < low || value > high)
    return false
  if (candidate.kind === 'point' || parity === null || parity === 'B') return true
  return (value % 2 === 0) === (parity === 'E')
}
