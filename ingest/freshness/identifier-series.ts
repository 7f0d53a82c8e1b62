import type { IdentifierSeries } from '../../runtime/freshness/source-freshness.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** Bills of one session that are numbered together. */
export type SeriesCount = Omit<IdentifierSeries, 'jurisdiction' | 'session'>

const FIRST_MISSING = 10
/** If one of the first numbers exists, the series starts with 1. Washington's chambers start with 1000 and 5000. */
const BEGINS_WITH_ONE = 20
const LARGEST_NUMBER = 1_000_000

/** Guam prints the legislature after the number: B100-38. In all other places the last digits are the number. */
const NUMBER_FIRST = new Set(['gu'])

/**
 * Gives the series of a normalized identifier (bill-identifiers.ts) and its number. null if it has no number that
 * counts.
 */
export function numberOf(
  jurisdiction: string,
  identifier: string,
): { readonly prefix: string; readonly number: number } | null {
  const isFirst = NUMBER_FIRST.has(findJurisdiction(jurisdiction)?.abbreviation ?? '')
  const match = (isFirst ? /^(\D*)(\d+)(.*)$/ : /^(.*?)(\d+)(\D*)$/).exec(identifier)
  if (match === null) return null
  const [, before = '', digits = '', after = ''] = match
  const number = Number(digits)
  if (number > LARGEST_NUMBER) return null
  // A letter after the number makes another bill in the same series.
  return { prefix: isFirst ? `${before}…${after}` : before, number }
}

/** Gives the existing numbers of each series, and the missing ones between its start and its highest number. */
export function seriesOf(jurisdiction: string, identifiers: Iterable<string>): SeriesCount[] {
  const numbers = new Map<string, Set<number>>()
  for (const identifier of identifiers) {
    const found = numberOf(jurisdiction, identifier)
    if (found === null) continue
    const some = numbers.get(found.prefix)
    if (some === undefined) numbers.set(found.prefix, new Set([found.number]))
    else some.add(found.number)
  }
  return [...numbers]
    .map(([prefix, some]) =>
      describeSeries(
        prefix,
        [...some].sort((a, b) => a - b),
      ),
    )
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

function describeSeries(prefix: string, numbers: readonly number[]): SeriesCount {
  const lowest = numbers[0]!
  const highest = numbers.at(-1)!
  const firstMissing: number[] = []
  let missing = 0
  let expected = lowest <= BEGINS_WITH_ONE ? Math.min(1, lowest) : lowest
  for (const number of numbers) {
    missing += number - expected
    for (; expected < number && firstMissing.length < FIRST_MISSING; expected++) firstMissing.push(expected)
    expected = number + 1
  }
  return { prefix, present: numbers.length, lowest, highest, missing, first_missing: firstMissing }
}
