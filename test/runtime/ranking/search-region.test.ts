import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIERS } from '../../../runtime/ranking/impact-tiers.ts'
import { HIGHEST_IMPACT } from '../../../runtime/ranking/impacts.ts'
import {
  EVERYTHING,
  type RankedTerm,
  type Region,
  SearchGrid,
} from '../../../runtime/ranking/search-region.ts'

/** A row by the impacts of its words. */
type Row = Readonly<Record<string, number>>

const FORMS = ['tax', 'school', 'water', 'road', 'farm']
const someImpact = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: HIGHEST_IMPACT }),
  fc.constantFrom(...TIERS, ...TIERS.map((least) => least - 1), HIGHEST_IMPACT),
)

/** The counts are any numbers: what they say must not matter for the answer. */
const someSearch = fc.integer({ min: 1, max: FORMS.length }).chain((count) => {
  const forms = FORMS.slice(0, count)
  const terms = fc.tuple(
    ...forms.map((form) =>
      fc.record({
        form: fc.constant(form),
        weight: fc.integer({ min: 1, max: 1_400 }),
        rows: fc.integer({ min: 0, max: 1_000 }),
        tiers: fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: TIERS.length }),
      }),
    ),
  )
  const rows = fc.array(fc.tuple(...forms.map(() => someImpact)), { maxLength: 60 })
  return fc.record({
    terms: terms as fc.Arbitrary<RankedTerm[]>,
    rows: rows.map((all) =>
      all.map((row): Row => Object.fromEntries(row.map((impact, n) => [forms[n]!, impact]))),
    ),
    matches: fc.integer({ min: 0, max: 1_000 }),
    wanted: fc.integer({ min: 1, max: 100 }),
    below: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
  })
})

const scoreOf = (row: Row, terms: readonly RankedTerm[]): number =>
  terms.reduce((sum, { form, weight }) => sum + weight * row[form]!, 0)
const isInside = (row: Row, { cells }: Region): boolean =>
  cells.some((cell) => cell.every(({ form, tier }) => row[form]! >= TIERS[tier]!))

describe('the region of a search', () => {
  it('contains every row that scores more than its limit, whatever was counted', () => {
    fc.assert(
      fc.property(someSearch, ({ terms, rows, matches, wanted, below }) => {
        const region = new SearchGrid(terms, matches).regionOf(wanted, below)
        const outside = rows.filter((row) => !isInside(row, region)).map((row) => scoreOf(row, terms))
        if (region.outside === undefined) expect(outside).toEqual([])
        else expect(Math.max(0, ...outside)).toBeLessThanOrEqual(region.outside)
      }),
      { numRuns: 500 },
    )
  })

  it('that reaches a score contains every row with that score or more', () => {
    fc.assert(
      fc.property(someSearch, ({ terms, rows, matches }) => {
        const grid = new SearchGrid(terms, matches)
        for (const score of rows.map((row) => scoreOf(row, terms))) {
          const region = grid.regionReaching(score)
          expect(region.outside ?? -1).toBeLessThan(score === 0 ? 1 : score)
          const missing = rows.filter((row) => scoreOf(row, terms) >= score && !isInside(row, region))
          expect(missing).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('has no cell within another, and few cells', () => {
    fc.assert(
      fc.property(someSearch, ({ terms, matches, wanted }) => {
        const { cells } = new SearchGrid(terms, matches).regionOf(wanted)
        const texts = cells.map((cell) => JSON.stringify(cell))
        expect(new Set(texts).size).toBe(cells.length)
        expect(cells.length).toBeLessThanOrEqual(20)
        for (const one of cells) {
          const tierIn = (cell: typeof one, form: string) =>
            cell.find((part) => part.form === form)?.tier ?? -1
          const within = cells.filter(
            (other) => other !== one && terms.every(({ form }) => tierIn(one, form) >= tierIn(other, form)),
          )
          expect(within).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('is small if few rows are wanted of many', () => {
    const tiers = [60_000, 30_000, 8_000, 2_000, 1_000, 500]
    const terms = [{ form: 'tax', weight: 200, rows: 100_000, tiers }]
    expect(new SearchGrid(terms, 100_000).regionOf(150)).toEqual({
      cells: [[{ form: 'tax', tier: 5 }]],
      outside: 200 * (TIERS[5]! - 1),
    })
    expect(new SearchGrid(terms, 100_000).regionOf(1_500)).toMatchObject({
      cells: [[{ form: 'tax', tier: 3 }]],
    })
  })

  it('is everything for a search without words', () => {
    expect(new SearchGrid([], 1_000).regionOf(10)).toEqual(EVERYTHING)
  })
})
