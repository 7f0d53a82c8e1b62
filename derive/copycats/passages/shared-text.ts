import type { Section } from '../../sections/section-tree.ts'
import type { WordList } from '../words/word-list.ts'
import { countShared, shareOf } from './coverage.ts'
import type { WordRun } from './match-words.ts'

/** A place of a stored text, in Unicode characters. */
export type SharedPlace = {
  /** The number or heading of the section that has its first word; null if it has none. */
  readonly section: string | null
  readonly start: number
  readonly end: number
}

/** Words that stand in both texts, one after the other. Only case, signs and spaces may differ. */
export type SharedSpan = { readonly this: SharedPlace; readonly other: SharedPlace; readonly excerpt: string }

/** What two texts share, seen from one of them. */
export type SharedText = {
  readonly matched_words: number
  readonly overlap: {
    /** The share of the different stretches of eight words of each text that stand in shared passages, 0 to 1. Numbers do not count. */
    readonly of_this: number
    readonly of_other: number
  }
  /** Words of the longest span. */
  readonly longest_run: number
  /** How rare the shared words are: the sum of the weights of all of them. */
  readonly distinctiveness: number
  readonly spans: readonly SharedSpan[]
}

/** What turns an offset in UTF-16 units into a place that readers can use. */
export type TextPlaces = {
  /** In order. */
  readonly sections: readonly Pick<Section, 'number' | 'heading' | 'start'>[]
  readonly characters: (offset: number) => number
}

/** A text with its words and the places in it. */
export type ReadText = {
  readonly text: string
  readonly words: WordList
  /** Only needed if the text shares something, as the next one. */
  readonly places: () => TextPlaces
  /** The different stretches of eight words that it has. */
  readonly stretches: () => ReadonlySet<number>
}

const MOST_SPANS = 20
const FEWEST_SPAN_WORDS = 5
const EXCERPT_CHARACTERS = 300

/** Describes the shared runs of words for readers. Shows the 20 longest, in the order of this text. */
export function describeShared(
  here: ReadText,
  other: ReadText,
  runs: readonly WordRun[],
  weightOf: (word: number) => number,
): SharedText {
  const matched_words = runs.reduce((sum, { length }) => sum + length, 0)
  const whole = runs.flatMap((run) => cutAtGaps(run, here.words, other.words))
  const shown = whole
    .filter(({ length }) => length >= FEWEST_SPAN_WORDS)
    .toSorted((a, b) => b.length - a.length || a.at - b.at)
    .slice(0, MOST_SPANS)
    .toSorted((a, b) => a.at - b.at)
  const shared = countShared(here, other, runs)
  const hereAt = placeReader(here)
  const otherAt = placeReader(other)
  let distinctiveness = 0
  for (const { at, length } of runs) {
    for (let place = at; place < at + length; place += 1) distinctiveness += weightOf(here.words.ids[place]!)
  }
  return {
    matched_words,
    overlap: {
      of_this: shareOf(shared, here.stretches().size),
      of_other: shareOf(shared, other.stretches().size),
    },
    longest_run: whole.reduce((most, { length }) => Math.max(most, length), 0),
    distinctiveness: Math.round(distinctiveness * 10) / 10,
    spans: shown.map(({ at, other: otherStart, length }) => ({
      this: hereAt(at, length),
      other: otherAt(otherStart, length),
      excerpt: excerptOf(here, at, length),
    })),
  }
}

/** A span contains no words that are not compared: what stands between its ends would differ. */
function cutAtGaps({ at, other, length }: WordRun, here: WordList, there: WordList): WordRun[] {
  const pieces: WordRun[] = []
  let first = 0
  for (let place = 1; place <= length; place += 1) {
    const isGap = here.follows_gap[at + place] === 1 || there.follows_gap[other + place] === 1
    if (place < length && !isGap) continue
    pieces.push({ at: at + first, other: other + first, length: place - first })
    first = place
  }
  return pieces
}

function placeReader({ words, places }: ReadText): (at: number, length: number) => SharedPlace {
  const { sections, characters } = places()
  return (at, length) => {
    const start = words.starts[at]!
    const section = sections.findLast((one) => one.start <= start)
    return {
      section: section?.number ?? section?.heading ?? null,
      start: characters(start),
      end: characters(words.ends[at + length - 1]!),
    }
  }
}

function excerptOf({ text, words }: ReadText, at: number, length: number): string {
  const start = words.starts[at]!
  const whole = text.slice(start, words.ends[at + length - 1]!).replace(/\s+/gu, ' ')
  if (whole.length <= EXCERPT_CHARACTERS) return whole
  return `${whole
    .slice(0, EXCERPT_CHARACTERS)
    .replace(/\s\S*$/u, '')
    .toWellFormed()} …`
}
