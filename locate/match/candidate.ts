import type { StreetName } from '../address/street-name.ts'

/** A side of a street segment, or the point of one address, that may be what an address means. */
export type Candidate = {
  readonly kind: 'range' | 'point'
  readonly release_id: number
  readonly state: string
  readonly zip5: string | null
  /** Name of the place in its one spelling: address/place-name.ts. */
  readonly place: string | null
  readonly street: StreetName
  readonly prefix: string
  /** Both are the number itself if it is a point; null if the side has no range. */
  readonly low: number | null
  readonly high: number | null
  /** The letter or fraction after the number of a point: `A`, `1/2`. */
  readonly number_suffix: string
  readonly parity: 'E' | 'O' | 'B' | null
  readonly descends: boolean
  readonly side: 'L' | 'R' | null
  readonly tlid: number | null
  readonly tfid: number | null
  /** Longitude and latitude in millionths of a degree: x1, y1, x2, y2. One pair for a point. */
  readonly line: readonly number[]
}
