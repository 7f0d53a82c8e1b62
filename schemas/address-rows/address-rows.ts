/**
 * Rows of address releases, as their objects in the object store contain them: gzipped lines, each a JSON array in the
 * order of the fields below. Sources write them, and the loader of the lookup reads them. A form never changes: a new
 * one gets a new media type.
 */
export const ADDRESS_ROWS = 'application/x-ndjson+gzip'

/** One side of a street segment. Sides without a range are kept: they say which streets a place has. */
export type RangeRow = {
  /** Id of the segment in its publisher's edition. */
  readonly tlid: number
  readonly side: 'L' | 'R'
  /** Id of the face on that side; null if the publisher names none. */
  readonly tfid: number | null
  /** The street as the publisher prints it: `W Main St`. */
  readonly street: string
  /** First and last number in the direction of the line, as printed; both null if the side has no range. */
  readonly from: string | null
  readonly to: string | null
  /** E: even, O: odd, B: both; null if the publisher does not say. */
  readonly parity: 'E' | 'O' | 'B' | null
  readonly zip5: string | null
  /** Name of the place (city) on that side, if the edition says it. */
  readonly place: string | null
  /** The line of the segment as longitude and latitude in millionths of a degree: x1, y1, x2, y2, … */
  readonly line: readonly number[]
}

export type PointRow = {
  readonly number: string
  readonly street: string
  readonly unit: string | null
  readonly city: string | null
  readonly zip5: string | null
  /** Millionths of a degree. */
  readonly x: number
  readonly y: number
}

/** The smallest area of a map: streets and lines of districts do not cross it in its own edition. */
export type FaceRow = {
  readonly tfid: number
  /** Name of the place (city), null outside of one. */
  readonly place: string | null
  /** Census codes of its districts; null where none is defined. */
  readonly upper: string | null
  readonly lower: string | null
  readonly congress: string | null
  /** A point inside of it, in millionths of a degree; null if the edition has none. */
  readonly x: number | null
  readonly y: number | null
}

export type PlaceRow = { readonly division_id: string; readonly name: string }

export type AddressRow = { ranges: RangeRow; points: PointRow; faces: FaceRow; places: PlaceRow }
export type AddressRole = keyof AddressRow

const fields: { readonly [R in AddressRole]: readonly (keyof AddressRow[R])[] } = {
  ranges: ['tlid', 'side', 'tfid', 'street', 'from', 'to', 'parity', 'zip5', 'place', 'line'],
  points: ['number', 'street', 'unit', 'city', 'zip5', 'x', 'y'],
  faces: ['tfid', 'place', 'upper', 'lower', 'congress', 'x', 'y'],
  places: ['division_id', 'name'],
}

/** One line without its end. */
export function encodeAddressRow<R extends AddressRole>(role: R, row: AddressRow[R]): string {
  return JSON.stringify(fields[role].map((field) => row[field]))
}

export function decodeAddressRow<R extends AddressRole>(role: R, line: string): AddressRow[R] {
  const values = JSON.parse(line) as unknown[]
  return Object.fromEntries(fields[role].map((field, index) => [field, values[index]])) as AddressRow[R]
}
