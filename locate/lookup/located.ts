import type { MatchLevel, UnmatchedReason } from '../../schemas/vocabulary/vocabulary.ts'

/** The input of a lookup: an address as a person writes it, or a position. */
export type LookupInput =
  | { readonly address: string }
  /** Degrees, WGS 84. */
  | { readonly longitude: number; readonly latitude: number }

export type DivisionInForce = {
  readonly division_id: string
  /** sldu, sldl, cd, county, place, ward, council_district. */
  readonly tier: string
  /** The boundary release, and the days from which and until which it is in force. */
  readonly map: string
  readonly valid_from: string | null
  readonly valid_to: string | null
}

export type Found = {
  readonly matched: true
  /** Postal code in lower case. */
  readonly state: string
  /** The divisions in force on the requested day, ordered by tier and id. */
  readonly divisions: readonly DivisionInForce[]
  /** The divisions that are in force next, if another map of a chamber is loaded. */
  readonly next: { readonly effective_on: string; readonly divisions: readonly DivisionInForce[] } | null
  readonly level: MatchLevel
  /** 0 to 100. */
  readonly confidence: number
  /** Degrees, WGS 84: of the address, or of the middle of its street. */
  readonly point: { readonly longitude: number; readonly latitude: number }
  /** The address in one spelling; null if a position was asked for. */
  readonly normalized_address: string | null
  readonly county: string | null
  readonly place: string | null
  /** Address releases that were used, by name. */
  readonly releases: readonly string[]
}

export type NotFound = {
  readonly matched: false
  /** Known if the text names it. Postal code in lower case. */
  readonly state: string | null
  readonly reason: UnmatchedReason
  /** For `ambiguous`: up to five addresses in one spelling. */
  readonly suggestions: readonly string[]
}

export type Located = Found | NotFound

export type Locator = {
  /** `as_of`: YYYY-MM-DD. Throws only if Postgres fails. */
  readonly locate: (input: LookupInput, options: { readonly as_of: string }) => Promise<Located>
}
