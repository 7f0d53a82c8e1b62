import type { HouseNumber } from './house-number.ts'
import type { StreetName } from './street-name.ts'

/** One way to read an address. */
export type AddressReading = {
  readonly number: HouseNumber | null
  readonly street: StreetName | null
  /** The street as it was written, in capitals without accents, and without the number and unit. */
  readonly street_text: string | null
  readonly unit: string | null
  /** The city as the address has it, in capitals without accents. */
  readonly city: string | null
  /** Postal code of the state, in lower case. */
  readonly state: string | null
  readonly zip5: string | null
  readonly plus4: string | null
}

/** The reason for which an address cannot be looked up. */
export type AddressRefusal =
  | 'po_box'
  | 'rural_route'
  | 'military'
  | 'general_delivery'
  | 'intersection'
  | 'incomplete'

export type ParsedAddress = {
  readonly refusal: AddressRefusal | null
  /** Most probable first. Never empty: an address without words has one reading without parts. */
  readonly readings: readonly AddressReading[]
}

/** Names of places that the operator loaded. Names are in capitals. */
export type PlaceNames = { has(state: string, name: string): boolean }

export const noPlaceNames: PlaceNames = { has: () => false }
