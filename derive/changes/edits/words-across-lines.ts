import { wordingOf } from '../../diff/same-wording.ts'
import { commonSequence } from '../../diff/sequences/common-sequence.ts'
import type { PositionPair } from '../../diff/sequences/find-anchors.ts'
import { createNumbering } from '../../diff/sequences/numbering.ts'
import { createWorkLimit } from '../../diff/sequences/work-limit.ts'
import { type Span, spanOf, within } from '../words/span.ts'
import type { Edit } from './edit.ts'
import { isLabelAlone } from './labels.ts'
import type { SectionedText } from './read-edits.ts'

type Texts = { readonly from: SectionedText; readonly to: SectionedText }

/** Fewer equal words between two changes belong to the change. */
const WORDS_OF_A_STRETCH = 2
/** The words of an edit stand in other lines if at least this share of them does. */
const SHARE_IN_OTHER_LINES = 0.7
const WORDS_IN_OTHER_LINES = 4
const WORDS_OF_A_RUN = 5_000

/**
 * Compares the words of edits that follow each other without regard to lines. If a line is divided, or joined with the next one,
 * its words would seem to be dropped at one place and added at another.
 */
export const withWordsAcrossLines = (runs: readonly (readonly Edit[])[], texts: Texts): Edit[] =>
  runs.flatMap((run) => (run.length < 2 || run.some(hasStruckWords) ? run : (compared(run, texts) ?? run)))

const hasStruckWords = ({ struck_before, struck_after }: Edit): boolean =>
  struck_before !== '' || struck_after !== ''

type Side = 'before' | 'after'

/** A word of one side of a run. */
type Word = {
  readonly span: Span
  readonly wording: string
  readonly edit: Edit
  /** The side of the edit that has the word. */
  readonly whole: Span
}

const WORD = /[$€£]?[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*%?/gu

const wordsOfSide = (run: readonly Edit[], side: Side): Word[] =>
  run.flatMap((edit) => {
    const whole = edit[side]
    if (whole === null) return []
    return [...whole.text.matchAll(WORD)].map(({ index, 0: text }) => ({
      span: within(whole, index, index + text.length),
      wording: wordingOf(text),
      edit,
      whole,
    }))
  })

function compared(run: readonly Edit[], texts: Texts): Edit[] | undefined {
  const older = wordsOfSide(run, 'before')
  const newer = wordsOfSide(run, 'after')
  const words = older.length + newer.length
  if (older.length === 0 || newer.length === 0 || words > WORDS_OF_A_RUN) return undefined
  const numberOf = createNumbering()
  const numbersOf = (side: readonly Word[]) => side.map(({ wording }) => numberOf(wording))
  const common = commonSequence(numbersOf(older), numbersOf(newer), createWorkLimit()) ?? []
  const pairs = withoutShortStretches(common)
  const isInOtherLines =
    hasMostOf(run, older, new Set(pairs.map(([i]) => i))) ||
    hasMostOf(run, newer, new Set(pairs.map(([, j]) => j)))
  return isInOtherLines ? editsBetween(pairs, { run, older, newer, texts }) : undefined
}

function withoutShortStretches(pairs: readonly PositionPair[]): PositionPair[] {
  const stretches: PositionPair[][] = []
  for (const pair of pairs) {
    const last = stretches.at(-1)?.at(-1)
    const continues = last !== undefined && last[0] + 1 === pair[0] && last[1] + 1 === pair[1]
    if (continues) stretches.at(-1)!.push(pair)
    else stretches.push([pair])
  }
  return stretches.filter(({ length }) => length >= WORDS_OF_A_STRETCH).flat()
}

/** Whether most words of one edit are among the words that both sides have. */
const hasMostOf = (run: readonly Edit[], words: readonly Word[], shared: ReadonlySet<number>): boolean =>
  run.some((edit) => {
    const own = words.flatMap((word, place) => (word.edit === edit ? [place] : []))
    const kept = own.filter((place) => shared.has(place)).length
    if (kept === own.length) return kept >= WORDS_OF_A_STRETCH
    return kept >= WORDS_IN_OTHER_LINES && kept >= own.length * SHARE_IN_OTHER_LINES
  })

type Compared = {
  readonly run: readonly Edit[]
  readonly older: readonly Word[]
  readonly newer: readonly Word[]
  readonly texts: Texts
}

const CONNECTIVE = /^[\s;,]*(?:and|or)[\s;,]*$/iu

/** Whether only labels of items come or go, and the `and` between items. `and` in place of `or` is a change. */
const isOfList = (sides: readonly string[]): boolean =>
  sides.every((words) => isLabelAlone(words) || CONNECTIVE.test(words)) &&
  !(sides.length === 2 && sides.every((words) => CONNECTIVE.test(words)))

/** What stands between the words that both sides have. */
function editsBetween(pairs: readonly PositionPair[], { run, older, newer, texts }: Compared): Edit[] {
  const edits: Edit[] = []
  let [i, j] = [0, 0]
  for (const [nextFrom, nextTo] of [...pairs, [older.length, newer.length] as const]) {
    const before = gap(older, i, nextFrom, texts.from.text)
    const after = gap(newer, j, nextTo, texts.to.text)
    ;[i, j] = [nextFrom + 1, nextTo + 1]
    const sides = [before, after].filter((side) => side !== null)
    if (isOfList(sides.map(({ text }) => text))) continue
    edits.push({
      change: run[0]!.change,
      before,
      after,
      struck_before: '',
      struck_after: '',
      from_line: null,
      to_line: null,
      whole_lines: false,
      adjoins: false,
    })
  }
  return edits
}

/** The words from one place to another, with the brackets and signs around them. */
function gap(words: readonly Word[], start: number, end: number, text: string): Span | null {
  if (start >= end) return null
  const from = start === 0 ? words[0]!.whole.start : words[start - 1]!.span.end
  const to = end === words.length ? words[end - 1]!.whole.end : words[end]!.span.start
  const around = spanOf(text, from, to)
  const lead = start === 0 ? 0 : /^[\s.,;:—)”"]*/u.exec(around.text)![0].length
  const tail = /[\s(“"]*$/u.exec(around.text)![0].length
  return within(around, lead, around.text.length - tail)
}
