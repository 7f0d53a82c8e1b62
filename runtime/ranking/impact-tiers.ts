import { HIGHEST_IMPACT } from './impacts.ts'

/**
 * The lowest impact of each tier. A row whose impact for `tax` reaches the tier 2 has the lexemes `tax@0`, `tax@1` and
 * `tax@2` in its vector, so an index finds the rows that may rank high without reading the others. The limits are
 * constants: they decide what a search costs, never its order. Over real bills, 52, 30, 15, 7, 2 and 1 % of the words of a
 * bill reach them.
 */
export const TIERS: readonly number[] = [600, 750, 805, 840, 855, 870]

/** A tier, or -1 for rows below all tiers and rows without the word. */
export type Tier = number
export const NO_TIER: Tier = -1

/** No form of a word has an `@`. */
export const tierLexeme = (form: string, tier: Tier): string => `${form}@${tier}`

export function tierLexemes(form: string, impact: number): string[] {
  const lexemes: string[] = []
  for (let tier = 0; tier < TIERS.length && impact >= TIERS[tier]!; tier++) {
    lexemes.push(tierLexeme(form, tier))
  }
  return lexemes
}

/** The least and the most that the impact of a row in this tier, and in no higher one, can be. */
export const lowestIn = (tier: Tier): number => (tier === NO_TIER ? 0 : TIERS[tier]!)
export const highestIn = (tier: Tier): number =>
  tier === TIERS.length - 1 ? HIGHEST_IMPACT : TIERS[tier + 1]! - 1
