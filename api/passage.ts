/** Where in a text words were found: a piece of it, and the places of the words in Unicode characters. */
export type Passage = {
  readonly part: string
  readonly text: string
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

/** Letters of a passage, about; it is cut between words. */
const LENGTH = 280
const BEFORE = 60
/** So many places of one word are looked at. */
const MOST_PLACES = 200

/**
 * The piece of a text in which most of the words stand, the first of these, on one line. `stems` are the beginnings that
 * the words are found by. A text that is short is its own piece; undefined where none of the words is in it.
 */
export function pieceOf(text: string, stems: readonly string[]): string | undefined {
  const places = placesOf(text, stems)
  if (places.length === 0) return undefined
  if (text.length <= LENGTH) return onOneLine(text)
  const start = Math.max(Math.min(bestStart(places) - BEFORE, text.length - LENGTH), 0)
  const from = start === 0 ? 0 : afterSpace(text, start)
  return onOneLine(text.slice(from, beforeSpace(text, Math.min(from + LENGTH, text.length))))
}

type PlaceOf = { readonly at: number; readonly stem: number }

function placesOf(text: string, stems: readonly string[]): PlaceOf[] {
  const lower = text.toLowerCase()
  // Some letters have more of them in lower case: places would not be those of the text.
  const searched = lower.length === text.length ? lower : text
  const places: PlaceOf[] = []
  stems.forEach((stem, index) => {
    // "levi" is what is left of "levy" and of "levies".
    const beginning = stem.length > 2 && stem.endsWith('i') ? stem.slice(0, -1) : stem
    let found = 0
    for (let at = searched.indexOf(beginning); at >= 0 && found < MOST_PLACES; ) {
      if (!isWordCharacter(searched[at - 1])) {
        places.push({ at, stem: index })
        found += 1
      }
      at = searched.indexOf(beginning, at + beginning.length)
    }
  })
  return places.sort((a, b) => a.at - b.at)
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Of the pieces that begin at a place, the one with most different words. */
function bestStart(places: readonly PlaceOf[]): number {
  let best = { at: places[0]!.at, words: 0 }
  for (let first = 0; first < places.length; first++) {
    const { at } = places[first]!
    const words = new Set<number>()
    for (let next = first; next < places.length && places[next]!.at < at + LENGTH - BEFORE; next++) {
      words.add(places[next]!.stem)
    }
    if (words.size > best.words) best = { at, words: words.size }
  }
  return best.at
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

const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** What stands around a word in a marked text: no text that is shown holds these. */
export const MARKS = { start: '\u0002', end: '\u0003' } as const

/** A marked text as it is read, and where the marks were. */
export function withoutMarks(part: string, marked: string): Passage {
  const matches: { start: number; end: number }[] = []
  let text = ''
  let length = 0
  let start = 0
  for (const character of marked) {
    if (character === MARKS.start) start = length
    else if (character === MARKS.end) matches.push({ start, end: length })
    else {
      text += character
      length += 1
    }
  }
  return { part, text, matches }
}
