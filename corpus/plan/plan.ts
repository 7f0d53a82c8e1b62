import { mintOcdId, sessionKey } from '../../ingest/identity/identity-keys.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { type JurisdictionEntry, jurisdictions } from '../../schemas/vocabulary/jurisdictions.ts'
import type { CorpusProfile, PlaceNumbers } from '../profile/profile.ts'

/** A legislature of the corpus, with numbers measured there or borrowed from another place. */
export type PlannedPlace = { readonly jurisdiction: JurisdictionEntry; readonly numbers: PlaceNumbers }

/** A session and the bills in it: those of indices first_bill to first_bill + bills - 1. */
export type PlannedSession = {
  readonly place: PlannedPlace
  readonly place_index: number
  readonly id: number
  readonly ocd_id: string
  readonly identifier: string
  readonly is_special: boolean
  readonly starts_at: number
  readonly ends_at: number
  /** The newest sessions have revisions too; the older ones were loaded in their final state. */
  readonly is_newest: boolean
  readonly first_bill: number
  readonly bills: number
}

/**
 * The number of entities of each kind, and their first ids. All of it follows from the number of bills and the seed.
 */
export type Plan = {
  readonly seed: number
  readonly bills: number
  readonly places: readonly PlannedPlace[]
  readonly sessions: readonly PlannedSession[]
  readonly people: number
  readonly regulations: number
  readonly name_matches: number
  /** The first id of each kind; votes come last, since their number is known last. */
  readonly first_id: {
    readonly people: number
    readonly committees: number
    readonly organizations: number
    readonly regulations: number
    readonly name_matches: number
    readonly bills: number
    readonly votes: number
  }
}

/** Everything happened before this day, so that no stamp is ahead of any clock. */
export const LAST_AT = Date.parse('2025-12-01T00:00:00Z')
const NEWEST_SESSION = 2024
/** A place with less data than this borrows its numbers. */
const MIN_BILLS = 200
const SPECIAL_SHARE = 0.03
const MIN_FOR_SPECIAL = 100
const BILLS_A_PERSON = 40
const BILLS_A_NAME_MATCH = 10
const BILLS_A_REGULATION = 20
const BILLS_A_COMMITTEE = 400

export function planCorpus(corpus: CorpusProfile, bills: number, seed: number): Plan {
  const places = planPlaces(corpus)
  const weight = places.reduce((sum, { numbers }) => sum + numbers.bills, 0)
  const cycles = Math.max(1, Math.round(bills / weight))
  const sessions: PlannedSession[] = []
  let planned = 0
  let seen = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    const year = NEWEST_SESSION - 2 * (cycles - 1 - cycle)
    for (const [place_index, place] of places.entries()) {
      seen += place.numbers.bills
      const until = Math.round((bills * seen) / (weight * cycles))
      const special = until - planned >= MIN_FOR_SPECIAL ? Math.floor((until - planned) * SPECIAL_SHARE) : 0
      const parts = [until - planned - special, special]
      for (const [part, count] of parts.entries()) {
        if (count === 0) continue
        const identifier = part === 0 ? `${year}-${year + 1}` : `${year}S1`
        const { division_id } = place.jurisdiction
        sessions.push({
          place,
          place_index,
          id: places.length + sessions.length + 1,
          ocd_id: mintOcdId('session', sessionKey(division_id, identifier)),
          identifier,
          is_special: part === 1,
          starts_at: Date.UTC(year, part === 0 ? 0 : 8, 2 + (place_index % 20)),
          ends_at: Math.min(Date.UTC(year + 2, 0, 1), LAST_AT - DAY_MS),
          is_newest: cycle === cycles - 1,
          first_bill: planned,
          bills: count,
        })
        planned += count
      }
    }
  }
  const people = Math.max(places.length, Math.round(bills / BILLS_A_PERSON))
  const committees = places.length + Math.round(bills / BILLS_A_COMMITTEE)
  const nameMatches = Math.round(bills / BILLS_A_NAME_MATCH)
  const regulations = Math.round(bills / BILLS_A_REGULATION)
  const counts = [people, committees, 3 * places.length, regulations, nameMatches, bills]
  const first = firstIds(places.length + sessions.length + 1, counts)
  const [p, c, o, r, n, b, v] = first as [number, number, number, number, number, number, number]
  return {
    seed,
    bills,
    places,
    sessions,
    people,
    regulations,
    name_matches: nameMatches,
    first_id: {
      people: p,
      committees: c,
      organizations: o,
      regulations: r,
      name_matches: n,
      bills: b,
      votes: v,
    },
  }
}

function firstIds(from: number, counts: readonly number[]): number[] {
  const ids = [from]
  for (const count of counts) ids.push(ids.at(-1)! + count)
  return ids
}

/** All legislatures. One with little or no measured data has the numbers of another. */
function planPlaces(corpus: CorpusProfile): PlannedPlace[] {
  const donors = Object.keys(corpus.places)
    .sort()
    .map((name) => corpus.places[name]!)
    .filter(({ bills }) => bills >= MIN_BILLS)
  let borrowed = 0
  return jurisdictions.map((jurisdiction) => {
    const own = corpus.places[jurisdiction.abbreviation]
    const numbers = own !== undefined && own.bills >= MIN_BILLS ? own : donors[borrowed++ % donors.length]!
    return { jurisdiction, numbers }
  })
}
