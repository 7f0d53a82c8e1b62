import type { WordList } from '../words/word-list.ts'
import { chainStretches } from './chain-stretches.ts'
import { continueStretches } from './continue-stretches.ts'
import { findStretches, type Stretch } from './find-stretches.ts'
import type { Library } from './library.ts'

/** Equal words that follow each other in both texts, by their places in the word lists. */
export type WordRun = { readonly at: number; readonly other: number; readonly length: number }

/** What a text shares with a document of the library. */
export type WordMatch = {
  readonly document: number
  /** Equal words in passages. No word of either text counts twice. */
  readonly matched_words: number
  readonly longest_run: number
  /** In the order of this text. */
  readonly runs: readonly WordRun[]
}

/** Stretches with fewer equal words in all are not continued. */
const FEWEST_SEED_WORDS = 20
/** A chain with fewer equal words is no passage. */
const FEWEST_PASSAGE_WORDS = 6
/** The longest passage has so many equal words. Any two long laws share many short phrases. */
const LONGEST_PASSAGE_WORDS = 12

/**
 * Matches a text with every document of a library, and gives those with at least so many matched words, in the order of
 * the library. Words that `common` marks with 1 do not count. What a document gets does not depend on the others.
 */
export function matchWords(
  { ids }: Pick<WordList, 'ids'>,
  library: Library,
  { fewest_words, common }: { readonly fewest_words: number; readonly common?: Uint8Array },
): WordMatch[] {
  const { bounds } = library
  const matches: WordMatch[] = []
  for (const [document, stretches] of findStretches(ids, library)) {
    if (stretches.reduce((sum, { equal }) => sum + equal, 0) < FEWEST_SEED_WORDS) continue
    const size = bounds[document + 1]! - bounds[document]!
    const runs = passageRuns(stretches, { ids, size, library, document, common })
    const matched_words = runs.reduce((sum, { length }) => sum + length, 0)
    if (matched_words < fewest_words) continue
    const longest_run = runs.reduce((most, { length }) => Math.max(most, length), 0)
    matches.push({ document, matched_words, longest_run, runs })
  }
  return matches.toSorted((a, b) => a.document - b.document)
}

type Pair = {
  readonly ids: Int32Array
  readonly library: Library
  readonly document: number
  /** Words of the document. */
  readonly size: number
  readonly common: Uint8Array | undefined
}

/** Takes the chains, the longest first, and leaves out words that an earlier chain has taken in either text. */
function passageRuns(
  stretches: readonly Stretch[],
  { ids, library, document, size, common }: Pair,
): WordRun[] {
  const { words, bounds } = library
  const first = bounds[document]!
  /** The word of the other text that each word of this text stands for, or -1. */
  const partners = new Int32Array(ids.length).fill(-1)
  const taken = new Uint8Array(size)
  const continued = continueStretches(ids, { words, from: first, to: first + size }, stretches)
  const chains = chainStretches(continued)
  if ((chains[0]?.equal ?? 0) < LONGEST_PASSAGE_WORDS) return []
  for (const chain of chains) {
    if (chain.equal < FEWEST_PASSAGE_WORDS) break
    const fresh: number[] = []
    for (const { at, other, length } of chain.stretches) {
      for (let place = 0; place < length; place += 1) {
        const [mine, theirs] = [at + place, other + place]
        if (ids[mine] !== words[first + theirs] || common?.[mine] === 1) continue
        if (partners[mine] !== -1 || taken[theirs] === 1) continue
        partners[mine] = theirs
        taken[theirs] = 1
        fresh.push(mine)
      }
    }
    if (fresh.length >= FEWEST_PASSAGE_WORDS) continue
    for (const mine of fresh) {
      taken[partners[mine]!] = 0
      partners[mine] = -1
    }
  }
  return runsOf(partners)
}

function runsOf(partners: Int32Array): WordRun[] {
  const runs: { at: number; other: number; length: number }[] = []
  partners.forEach((other, at) => {
    if (other === -1) return
    const last = runs.at(-1)
    if (last !== undefined && at === last.at + last.length && other === last.other + last.length) {
      last.length += 1
    } else runs.push({ at, other, length: 1 })
  })
  return runs
}

/** The same match, seen from the other text. */
export const mirrored = (runs: readonly WordRun[]): WordRun[] =>
  runs.map(({ at, other, length }) => ({ at: other, other: at, length })).sort((a, b) => a.at - b.at)
