import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WordCounts } from '../../derive/similar/words/word-rarity.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { readTokens } from '../../runtime/words/tokens.ts'
import { readRealBills } from './real-bills.ts'

const FILE = join(projectFolder, 'derive', 'similar', 'words', 'word-counts.json')
/** A word that fewer bills have is as rare as a word that none has. */
const LEAST_BILLS = 16

/** Counts in how many real bills each word occurs, and writes the counts by which words are weighed. */
export async function countWords(): Promise<string> {
  const bills = await readRealBills()
  const counts = new Map<string, number>()
  for (const { matter } of bills) {
    const words = new Set<string>()
    for (const text of [matter.title, ...matter.subjects, ...matter.abstracts]) {
      readTokens(text, ({ form }) => words.add(form).size > 0)
    }
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const kept = [...counts]
    .filter(([word, count]) => count >= LEAST_BILLS && word.length > 1 && !/^\d+$/u.test(word))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const stored: WordCounts = { bills: bills.length, least: LEAST_BILLS, words: Object.fromEntries(kept) }
  await writeFile(FILE, `${JSON.stringify(stored, null, 2)}\n`)
  return `${bills.length} bills, ${counts.size} words; ${kept.length} of them in ${LEAST_BILLS} bills or more`
}
