import { readTokens, type Token } from './tokens.ts'

export type Weight = 'A' | 'B' | 'C' | 'D'

/** The last place that Postgres can store, and how many places of one word it stores. */
const LAST_PLACE = 16_383
const MAX_PLACES = 255
/** Postgres refuses a vector of 1,048,575 bytes of words and their places. */
const MAX_BYTES = 1_000_000

/** Distance between the words of one text and those of the next, so that no phrase spans both. */
const APART = 10

/** A word of a vector: how often it is in the parts of each weight, and its places as Postgres writes them. */
type Entry = Record<Weight, number> & { places: number; last: number; printed: string }

/** Puts together the text of a search vector, in the order in which Postgres writes it. */
export class SearchVector {
  readonly #entries = new Map<string, Entry>()
  readonly #marks = new Set<string>()
  #last = 0
  #bytes = 0

  /** Adds the words of a text. Returns how many of its characters there was room for. */
  add(text: string, weight: Weight = 'D'): number {
    const before = this.#last === 0 ? 0 : this.#last + APART
    let read = text.length
    readTokens(text, (token) => {
      const isTaken = this.#take(token, before, weight)
      if (!isTaken) read = token.start
      return isTaken
    })
    return read
  }

  /** Adds the words of lines that are unrelated to one another. */
  addLines(text: string, weight: Weight): void {
    for (const line of text.split('\n')) this.add(line, weight)
  }

  /** Adds a lexeme that is not a word of the text and has no place in it. It has neither spaces nor quotes. */
  mark(lexeme: string): void {
    this.#marks.add(lexeme)
  }

  /** How often each word is in the parts of each weight. */
  counts(): ReadonlyMap<string, Readonly<Record<Weight, number>>> {
    return this.#entries
  }

  toString(): string {
    let text = ''
    for (const word of inByteOrder([...this.#entries.keys(), ...this.#marks])) {
      const entry = this.#entries.get(word)
      text += entry === undefined ? ` '${word}'` : ` '${word}':${entry.printed}`
    }
    return text.slice(1)
  }

  #take({ form, position }: Token, before: number, weight: Weight): boolean {
    const place = Math.min(before + position, LAST_PLACE)
    let entry = this.#entries.get(form)
    // Bytes as Postgres stores them: a word with its padding, or one more place.
    const bytes = entry === undefined ? Buffer.byteLength(form) + 5 : 2
    if (this.#bytes + bytes > MAX_BYTES) return false
    this.#last = Math.max(this.#last, place)
    if (entry === undefined) {
      entry = { A: 0, B: 0, C: 0, D: 0, places: 0, last: 0, printed: '' }
      this.#entries.set(form, entry)
    }
    if (entry.places >= MAX_PLACES || entry.last >= place) return true
    entry.printed += `${entry.places === 0 ? '' : ','}${place}${weight === 'D' ? '' : weight}`
    entry[weight] += 1
    entry.places += 1
    entry.last = place
    this.#bytes += bytes
    return true
  }
}

/** Sorts words by their bytes in UTF-8. JavaScript sorts by UTF-16: the order is the same if no word has a surrogate, or a character that comes after them. */
function inByteOrder(words: string[]): string[] {
  return words.some((word) => FROM_SURROGATES_ON.test(word))
    ? words.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    : words.sort()
}
const FROM_SURROGATES_ON = /[\uD800-\uFFFF]/

/** The vector of one text. It ends when there is no more room. */
export function vectorOf(text: string): string {
  const vector = new SearchVector()
  vector.add(text)
  return vector.toString()
}
