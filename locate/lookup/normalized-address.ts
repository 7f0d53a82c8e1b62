import type { AddressReading } from '../address/address.ts'
import { placeKeyOf } from '../address/place-name.ts'
import type { Ranked } from '../match/rank.ts'

/** An address in the spelling of the post office: `1600 PENNSYLVANIA AVE NW, WASHINGTON, DC 20500`. */
export function normalizedAddress(ranked: Ranked, { with_unit = true } = {}): string {
  const { reading, candidate } = ranked
  const { predir, key, suffix, sufdir } = candidate.street
  const unit = with_unit ? reading.unit : null
  const street = words(reading.number?.text, predir, key, suffix, sufdir, unit)
  const state = words(candidate.state.toUpperCase(), zipOf(reading, candidate.zip5))
  return [street, cityOf(ranked), state].filter((part) => part !== null && part !== '').join(', ')
}

/** Different addresses that candidates stand for, best first. */
export function suggestionsOf(ranked: readonly Ranked[]): readonly string[] {
  return [...new Set(ranked.map((each) => normalizedAddress(each, { with_unit: false })))]
}

const words = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')

/** The city as it was written, if it is that of the map or of the post office. */
function cityOf({ reading, candidate }: Ranked): string | null {
  if (candidate.place === null || reading.city === null) return reading.city ?? candidate.place
  return placeKeyOf(reading.city) === candidate.place ? reading.city : candidate.place
}

function zipOf({ zip5, plus4 }: AddressReading, found: string | null): string | null {
  if (found === null || found === zip5) return zip5 !== null && plus4 !== null ? `${zip5}-${plus4}` : zip5
  return found
}
