import type { MeasuredLookups } from './drive/measure-lookups.ts'

export type LookupsMeasured = {
  /** Lookups anywhere in the country, from one account and from 100. */
  readonly everywhere: readonly MeasuredLookups[]
  /** Lookups in the counties that the geocoder of PostGIS also has. The geocoder comes last. */
  readonly beside: readonly MeasuredLookups[]
  readonly peer_ranges: number
  readonly peer_load_s: number
}
