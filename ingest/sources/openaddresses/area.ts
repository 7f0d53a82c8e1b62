import { normalizeDivisionId, slugDivision } from '../../../schemas/vocabulary/division-id.ts'
import { countyNamed, spelledInId } from '../boundaries/county-names.ts'
import { postalCodes } from '../boundaries/state-codes.ts'

/** The place that a file covers, as far as its name says it. */
export type FileArea = {
  /** Postal code in lower case; null if the name has none. */
  readonly state: string | null
  /** `berkeley`, `city_of_waco`; null for a whole state. */
  readonly place: string | null
  readonly kind: 'city' | 'county' | null
}

/** `us/ca/berkeley.csv`, `us-ca-carson-0.json`, `us-ca-berkeley.zip/Parcels.shp`, `us/ca/berkeley-addresses-city.geojson` */
const NAME = /(?:^|\/)us[-_/]([a-z]{2})[-_/]([^/]+)/giu
const ADDED = /(?:\.[a-z0-9]+)+$|[-_](?:excerpt|\d+|addresses(?:[-_]\w+)?)(?=$|[-_.])/giu
const STATEWIDE = /^(?:statewide|state)$/u

export function areaOfName(name: string): FileArea {
  const [, state, rest] = [...name.matchAll(NAME)].at(-1) ?? []
  const called = (rest ?? name.split('/').at(-1)!).toLowerCase()
  const layer = /[-_]addresses[-_](city|county|state)\b/u.exec(called)?.[1]
  const plain = called.replace(ADDED, '').replaceAll('-', '_')
  const [, ofKind, ofName] = /^(city|town|village|county)_of_(.+)$/u.exec(plain) ?? []
  const [, countyOf] = /^(.+)_county$/u.exec(plain) ?? []
  const place = ofName ?? countyOf ?? plain
  const kind =
    layer === 'county' || ofKind === 'county' || countyOf !== undefined
      ? 'county'
      : layer === 'city' || ofKind !== undefined
        ? 'city'
        : null
  return {
    state: state?.toLowerCase() ?? null,
    place: layer === 'state' || STATEWIDE.test(plain) ? null : place,
    kind,
  }
}

/** The places that the rows of a file name. */
export type SeenPlaces = {
  readonly states: ReadonlyMap<string, number>
  readonly cities: ReadonlySet<string>
}

/**
 * The division that a file covers. The rows know their state better than the name of the file. A name that is one of a
 * county and of a city is the city if all rows lie in it. undefined if the state is unknown.
 */
export function divisionOf(
  { state: named, place, kind }: FileArea,
  { states, cities }: SeenPlaces,
): { readonly area: string; readonly state: string } | undefined {
  const [most] = [...states].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const state = most?.[0] ?? named
  if (state === null || !postalCodes.has(state)) return undefined
  const id = `ocd-division/country:us/state:${state}`
  if (place === null) return { area: id, state }
  const name = place.replaceAll('_', ' ')
  const isCity = kind === 'city' || (kind === null && cities.size === 1 && cities.has(slugDivision(name)))
  const county = isCity ? undefined : countyNamed(state, name)
  const tier = kind === 'county' ? 'county' : 'place'
  const area = county ?? normalizeDivisionId(`${id}/${tier}:${spelledInId(name)}`)
  return area === undefined ? undefined : { area, state }
}
