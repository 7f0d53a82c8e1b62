import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many of the counted bills have a word. Words that fewer than `least` have are left out. */
export type WordCounts = {
  readonly bills: number
  readonly least: number
  readonly words: Readonly<Record<string, number>>
}

const counts = JSON.parse(readFileSync(join(import.meta.dirname, 'word-counts.json'), 'utf8')) as WordCounts
const rarities = new Map(Object.entries(counts.words).map(([word, bills]) => [word, rarity(bills)]))
const RAREST = rarity(counts.least / 2)

function rarity(bills: number): number {
  return Math.log(counts.bills / bills)
}

/**
 * Says how much a word means for a bill: the logarithm of the share of bills that lack it. The counts belong to the
 * code and not to the stored bills, so the same bill has the same weights in any corpus. `legislog bench word-counts`
 * counts again, which is a new version of the method.
 */
export const rarityOf = (word: string): number => rarities.get(word) ?? RAREST
