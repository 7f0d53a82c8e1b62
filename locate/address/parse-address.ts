import {
  type AddressReading,
  type AddressRefusal,
  noPlaceNames,
  type ParsedAddress,
  type PlaceNames,
} from './address.ts'
import { directions } from './directions.ts'
import { houseNumberAt } from './house-number.ts'
import { refusalOf } from './refusals.ts'
import { stateAtEnd } from './states.ts'
import { isStreetWithoutNumber, streetAndCity } from './street-and-city.ts'
import { readStreet } from './street-name.ts'
import { splitUnit } from './units.ts'
import { readSegments, type Segment } from './words.ts'

const ZIP = /^(\d{5})(?:-?(\d{4}))?$/u
const COUNTRY = /^(?:USA|US|UNITED STATES|UNITED STATES OF AMERICA|U S A|U S)$/u

/**
 * Reads the parts of an American address in free text. Commas help but are not needed. If the text allows several readings,
 * all of them are returned, and the data of the place decides between them.
 */
export function parseAddress(text: string, places: PlaceNames = noPlaceNames): ParsedAddress {
  const segments = withoutUrbanization(withoutCountry(readSegments(text)))
  const refusal = refusalOf(segments)
  const { rest, zip5, plus4 } = takeZip(segments)
  const hasNoStreet = refusal !== null && boxes.has(refusal)
  const readings = waysToTakeState(rest, zip5 !== null).flatMap(({ rest: local, state }) =>
    streetAndCity(local, state, places).map(({ street, city, aside }) =>
      readingOf({ street: hasNoStreet ? [] : street, city, aside, state, zip5, plus4 }),
    ),
  )
  const complete = readings.some(({ number, street }) => number !== null && street !== null)
  return { refusal: refusal ?? (complete ? null : 'incomplete'), readings }
}

/** Addresses of a box or a counter: their words before the city are no street. */
const boxes: ReadonlySet<AddressRefusal> = new Set(['po_box', 'rural_route', 'military', 'general_delivery'])

function readingOf(parts: {
  readonly street: readonly string[]
  readonly city: readonly string[]
  readonly aside: readonly string[]
  readonly state: string | null
  readonly zip5: string | null
  readonly plus4: string | null
}): AddressReading {
  const { state, zip5, plus4 } = parts
  const { words, unit } = splitUnit(parts.street)
  const found = houseNumberAt(words, 0)
  const hasNumber = found !== undefined && words.length > found.words
  const name = hasNumber ? words.slice(found.words) : words
  const units = [unit, parts.aside.length === 0 ? null : parts.aside.join(' ')].filter(
    (each) => each !== null,
  )
  return {
    number: hasNumber ? found.number : null,
    street: readStreet(name) ?? null,
    street_text: name.length === 0 ? null : name.join(' '),
    unit: units.length === 0 ? null : units.join(' '),
    city: parts.city.length === 0 ? null : parts.city.join(' '),
    state,
    zip5,
    plus4,
  }
}

function withoutCountry(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1)
  if (last === undefined) return segments
  if (COUNTRY.test(last.join(' ')) && segments.length > 1) return segments.slice(0, -1)
  const ending = last.length > 1 && /^USA?$/u.test(last.at(-1)!) ? last.slice(0, -1) : last
  return [...segments.slice(0, -1), ending]
}

type WithZip = {
  readonly rest: readonly Segment[]
  readonly zip5: string | null
  readonly plus4: string | null
}

/** The ZIP code ends the address, or stands before the state. */
function takeZip(segments: readonly Segment[]): WithZip {
  const last = segments.at(-1) ?? []
  for (const index of [last.length - 1, last.length - 2, last.length - 3]) {
    const word = last[index] ?? ''
    const match = ZIP.exec(word)
    const after = last.slice(index + 1)
    const isPlus4 = after.length === 1 && /^\d{4}$/u.test(after[0]!)
    if (match === null || (after.length > 0 && !isPlus4 && stateAtEnd(after)?.words !== after.length))
      continue
    // The only word of an address with more segments, or one after a word; `12345` alone is a ZIP code too.
    if (index === 0 && segments.length === 1 && after.length > 0 && !isPlus4) continue
    const rest = [...segments.slice(0, -1), [...last.slice(0, index), ...(isPlus4 ? [] : after)]]
    return {
      rest: rest.filter((words) => words.length > 0),
      zip5: match[1]!,
      plus4: match[2] ?? (isPlus4 ? after[0]! : null),
    }
  }
  return { rest: segments, zip5: null, plus4: null }
}

type WithState = { readonly rest: readonly Segment[]; readonly state: string | null }

/**
 * Takes the state at the end. If its words may be something else, another way takes none: they may be a direction (`123
 * Main St NE`), or the city of a ZIP code (`Washington 20500`).
 */
function waysToTakeState(segments: readonly Segment[], hasZip: boolean): readonly WithState[] {
  const last = segments.at(-1) ?? []
  const without: WithState = { rest: segments, state: null }
  const found = stateAtEnd(last)
  if (found === undefined) return [without]
  const taken = last.slice(-found.words)
  const rest = [...segments.slice(0, -1), last.slice(0, -found.words)].filter((words) => words.length > 0)
  const withState: WithState = { rest, state: found.state }
  const isDirection = directions.has(taken.join(' ')) && isStreetWithoutNumber(rest.at(-1) ?? [])
  const mayBeCity = found.words === last.length && taken.join('').length > 2 && rest.length === 1
  return hasZip && (isDirection || mayBeCity) ? [without, withState] : [withState]
}

/** Puerto Rico: `URB LAS GLADIOLAS 150 CALLE A`. The urbanization is no part of the street. */
function withoutUrbanization(segments: readonly Segment[]): readonly Segment[] {
  return segments.flatMap((words) => {
    if (!/^(?:URB|URBANIZACION)$/u.test(words[0] ?? '')) return [words]
    const number = words.findIndex((_, index) => index > 1 && houseNumberAt(words, index) !== undefined)
    return number < 0 || number === words.length - 1 ? [] : [words.slice(number)]
  })
}
