import { readTokens, type Token, tokensOf } from '../../../runtime/words/tokens.ts'
import type { WordScan } from '../../../runtime/words/word-scan.ts'

/** A passage of a text with the positions of the words in Unicode characters. */
export type Passage = {
  readonly part: string
  readonly text: string
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

/** The forms to find, the most of them that a text can have, and how they are found in a long one. */
export type WordForms = Pick<ReadonlySet<string>, 'has' | 'size'> & { readonly scan?: WordScan }

/** Approximate length of a passage, which is cut between words. */
const LENGTH = 280
const BEFORE = 60
/** In a longer text, only the neighborhoods of the words are read. */
const SCANNED_LENGTH = 1_000
/** At most this many places of words are examined. */
const MAX_MATCHES = 1_000

/**
 * The piece of a text that has most of the words. If several texts have as many, it comes from the first of them. It is
 * undefined if no text has one of the words.
 */
export function passageOf(
  parts: readonly (readonly [part: string, text: string])[],
  forms: WordForms,
): Passage | undefined {
  let best: { readonly part: string; readonly text: string; readonly piece: Piece } | undefined
  for (const [part, text] of parts) {
    const piece = pieceOf(text, forms)
    if (piece.words > (best?.piece.words ?? 0)) best = { part, text, piece }
  }
  if (best === undefined) return undefined
  const text = cut(best.text, best.piece.start)
  return { part: best.part, text, matches: matchesIn(text, forms) }
}

type Piece = { readonly start: number; readonly words: number }

/**
 * Finds the piece with the most different words among those that begin at a word; the first one if several
 * tie. A piece with all words ends the reading: texts are long, and a word is seldom only at the end of one.
 */
function pieceOf(text: string, forms: WordForms): Piece {
  let best: Piece = { start: 0, words: 0 }
  let places: Pick<Token, 'start' | 'form'>[] = []
  let examined = 0
  const read = forms.scan !== undefined && text.length > SCANNED_LENGTH ? forms.scan.read : readTokens
  read(text, ({ form, start }) => {
    if (!forms.has(form)) return true
    places = places.filter((place) => start < place.start + LENGTH - BEFORE)
    places.push({ form, start })
    // All of these pieces end here, so the one that begins first contains the words of the others.
    const words = new Set(places.map((place) => place.form)).size
    if (words > best.words) best = { start: places[0]!.start, words }
    examined += 1
    return best.words < forms.size && examined < MAX_MATCHES
  })
  return best
}

/** Gives a short text whole, otherwise the part around a place. On one line. */
function cut(text: string, place: number): string {
  if (text.length <= LENGTH) return onOneLine(text)
  const start = Math.max(Math.min(place - BEFORE, text.length - LENGTH), 0)
  const from = start === 0 ? 0 : afterSpace(text, start)
  return onOneLine(text.slice(from, beforeSpace(text, Math.min(from + LENGTH, text.length))))
}

function afterSpace(text: string, start: number): number {
  const space = text.slice(start, start + BEFORE).search(/\s/u)
  return space < 0 ? start : start + space + 1
}

function beforeSpace(text: string, end: number): number {
  if (end === text.length) return end
  const space = text.lastIndexOf(' ', end)
  return space > end - BEFORE ? space : end
}

const onOneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()

/** The places of the words in a short text. A word with a hyphen and its parts are one place. */
function matchesIn(text: string, forms: WordForms): Passage['matches'] {
  const matches: { start: number; end: number }[] = []
  const found = tokensOf(text).filter(({ form }) => forms.has(form))
  for (const { start, end } of found.sort((one, other) => one.start - other.start)) {
    const last = matches.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else matches.push({ start, end })
  }
  const characters = (end: number) => [...text.slice(0, end)].length
  return matches.map(({ start, end }) => ({ start: characters(start), end: characters(end) }))
}
