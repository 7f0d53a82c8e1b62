import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  formsOf,
  type SynonymGroup,
  type SynonymTerm,
  synonymGroups,
} from '../../runtime/words/synonyms/synonym-groups.ts'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { billsOf } from './question-corpus.ts'

const SAMPLED = 3
const MAX_TITLE = 110

/** The bills with one term, and titles of those that no earlier term of its group has. */
type Found = { bills: number; readonly titles: string[] }
type Phrase = { readonly forms: readonly string[]; readonly found: Found; readonly term: SynonymTerm }
type CountedGroup = { readonly group: SynonymGroup; readonly phrases: readonly Phrase[] }

/**
 * Counts the real bills with each term of each group, in the form of the files of `runtime/words/synonyms/`. Below each
 * group, it shows titles of bills that only a later term finds, for a reader to check.
 */
export async function countSynonyms(data: string): Promise<string> {
  const groups = synonymGroups.map(
    (group): CountedGroup => ({
      group,
      phrases: [...group.same, ...group.narrower].map((term) => ({
        term,
        forms: formsOf(term.text),
        found: { bills: 0, titles: [] },
      })),
    }),
  )
  const folder = join(data, 'openstates-scraper')
  for (const state of await readdir(folder)) {
    for (const bill of await billsOf(join(folder, state))) countBill(bill, groups)
  }
  return groups.map(describe).join('\n')
}

function countBill({ title, subjects, abstracts }: BillCore, groups: readonly CountedGroup[]): void {
  const texts = [title, ...subjects, ...abstracts.map(({ abstract }) => abstract)]
  const forms = texts.map(formsOf)
  const words = new Set(forms.flat())
  // No phrase spans two texts.
  const phrases = forms.map((list) => ` ${list.join(' ')} `).join('\n')
  const has = (phrase: readonly string[]) =>
    phrase.every((form) => words.has(form)) &&
    (phrase.length === 1 || phrases.includes(` ${phrase.join(' ')} `))
  for (const group of groups) {
    let isKnown = false
    for (const phrase of group.phrases) {
      if (!has(phrase.forms)) continue
      phrase.found.bills += 1
      // Every bill replaces a sample now and then, so that samples come from all places.
      const place =
        phrase.found.bills <= SAMPLED ? phrase.found.bills - 1 : (phrase.found.bills * 7_919) % (4 * SAMPLED)
      if (!isKnown && place < SAMPLED)
        phrase.found.titles[place] = title.slice(0, MAX_TITLE).replace(/\s+/gu, ' ')
      isKnown = true
    }
  }
}

function describe({ group, phrases }: CountedGroup): string {
  const counted = (terms: readonly SynonymTerm[]) =>
    phrases
      .filter(({ term }) => terms.includes(term))
      .map(({ term, found }) => `${term.text} ${found.bills}`)
      .join(' | ')
  const line = [group.same, group.narrower]
    .filter((terms) => terms.length > 0)
    .map(counted)
    .join(' > ')
  const samples = phrases.flatMap(({ term, found }) =>
    found.titles.map((title) => `      ${term.text}: ${title}`),
  )
  return [`  ${line}`, ...samples].join('\n')
}
