import { highestIn, lowestIn, NO_TIER, TIERS, type Tier } from './impact-tiers.ts'
import { HIGHEST_IMPACT } from './impacts.ts'

/** A word of a search that counts in the score. */
export type RankedTerm = {
  readonly form: string
  readonly weight: number
  /** About how many rows reach each tier, out of how many. They decide what a search costs, never its order. */
  readonly tiers: readonly number[]
  readonly rows: number
}

/** Rows that reach all of these tiers. Without a tier, all matches. */
export type Cell = readonly { readonly form: string; readonly tier: Tier }[]

/** A part of the matches that contains all rows that score more than `outside`; undefined if nothing is outside. */
export type Region = { readonly cells: readonly Cell[]; readonly outside: number | undefined }

export const EVERYTHING: Region = { cells: [[]], outside: undefined }

/** More words are not divided into tiers: they count as their highest impact. */
const MAX_DIVIDED = 3
/** With three words every second tier is used, or there would be too many cells. */
const TIERS_OF_MANY = 2

type Place = {
  readonly tiers: readonly Tier[]
  readonly highest: number
  readonly lowest: number
  readonly share: number
}

/** All combinations of tiers, those that can score highest first. */
export class SearchGrid {
  readonly #divided: readonly RankedTerm[]
  readonly #places: readonly Place[]
  readonly #matches: number

  /** `matches`: about how many rows match. */
  constructor(terms: readonly RankedTerm[], matches: number) {
    this.#matches = matches
    const byWeight = terms.toSorted((one, other) => other.weight - one.weight)
    this.#divided = byWeight.slice(0, MAX_DIVIDED)
    const whole = byWeight.slice(MAX_DIVIDED).reduce((sum, { weight }) => sum + weight * HIGHEST_IMPACT, 0)
    const step = this.#divided.length < MAX_DIVIDED ? 1 : TIERS_OF_MANY
    let places: Place[] = [{ tiers: [], highest: whole, lowest: 0, share: 1 }]
    for (const term of this.#divided) {
      const bands = bandsOf(term, step)
      places = places.flatMap((place) =>
        bands.map(({ tier, highest, share }) => ({
          tiers: [...place.tiers, tier],
          highest: place.highest + term.weight * highest,
          lowest: place.lowest + term.weight * lowestIn(tier),
          share: place.share * share,
        })),
      )
    }
    this.#places = places.sort((one, other) => other.highest - one.highest)
  }

  /**
   * The rows that can score highest, about as many as `wanted`. Rows that surely score more than `below` do not count:
   * earlier pages had them.
   */
  regionOf(wanted: number, below = Number.POSITIVE_INFINITY): Region {
    let rows = 0
    let end = 0
    while (end < this.#places.length && rows < wanted) {
      const { lowest, share } = this.#places[end]!
      if (lowest <= below) rows += share * this.#matches
      end += 1
    }
    return this.#regionUntil(end)
  }

  /** All rows that can have this score. */
  regionReaching(score: number): Region {
    const end = this.#places.findIndex(({ highest }) => highest < score)
    return end < 0 ? EVERYTHING : this.#regionUntil(end)
  }

  #regionUntil(end: number): Region {
    const { highest } = this.#places[Math.max(0, end - 1)]!
    let next = Math.max(1, end)
    // Places with an equal limit are all inside: a row outside scores less than each of them can.
    while (next < this.#places.length && this.#places[next]!.highest === highest) next += 1
    if (next === this.#places.length || this.#divided.length === 0) return EVERYTHING
    const inside = this.#places.slice(0, next)
    const cells = lowestPlaces(inside).map((tiers) =>
      tiers.flatMap((tier, index) => (tier === NO_TIER ? [] : [{ form: this.#divided[index]!.form, tier }])),
    )
    return { cells, outside: this.#places[next]!.highest }
  }
}

type Band = { readonly tier: Tier; readonly highest: number; readonly share: number }

/** The impacts of a word in ranges: below the first used tier, then from tier to tier. */
function bandsOf({ rows, tiers }: RankedTerm, step: number): Band[] {
  const used = TIERS.map((_, tier) => tier).filter((tier) => (TIERS.length - 1 - tier) % step === 0)
  const starts = [NO_TIER, ...used]
  const rowsFrom = (tier: Tier): number => Math.min(rows, tier === NO_TIER ? rows : (tiers[tier] ?? 0))
  return starts.map((tier, index) => {
    const above = starts[index + 1]
    const count = rowsFrom(tier) - (above === undefined ? 0 : rowsFrom(above))
    return {
      tier,
      highest: above === undefined ? HIGHEST_IMPACT : highestIn(above - 1),
      share: rows === 0 ? 0 : Math.max(0, count) / rows,
    }
  })
}

/** The places that contain no other one: the rows that reach one of them are those of all places. */
function lowestPlaces(inside: readonly Place[]): (readonly Tier[])[] {
  const isWithin = (one: readonly Tier[], other: readonly Tier[]) =>
    one.every((tier, index) => tier >= other[index]!)
  const lowest: (readonly Tier[])[] = []
  for (const { tiers } of inside.toReversed()) {
    if (!lowest.some((other) => isWithin(tiers, other))) lowest.push(tiers)
  }
  return lowest
}
