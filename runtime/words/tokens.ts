import { apartPrefixes, compounds, stopWords } from './inflections.ts'
import { formOf } from './word-form.ts'

/** A word of a text: its search form, its number in the text, and its position. */
export type Token = {
  readonly form: string
  /** Counted from 1. Small words are counted too, although they are left out. */
  readonly position: number
  /** Number of its words: more than one if a hyphen joins them. */
  readonly joins: number
  /** Offset in the printed text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** No search has a longer word. */
const MAX_WORD_LENGTH = 40
const MAX_JOINED = 3

const LETTER = String.raw`[\p{L}\p{N}\p{M}\u00AD\u200B]`
const LETTERS = String.raw`[\p{L}\p{N}]${LETTER}*(?:['’ʼ]${LETTER}+)*`
/** Matches a word, words with hyphens or underscores between them, and the beginning of `U.S.` or of an address. */
const CHUNK = new RegExp(String.raw`${LETTERS}(?:(?:[-‐‑_]|(?<=\d),(?=\d{3}(?!\d)))${LETTERS})*`, 'gu')
const INITIALS = /(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/uy
const ADDRESS = /(?:https?:\/\/|www\.|ocd-[a-z]+[-/])\S+/iy
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Gives the words of a text in their order, until `take` answers false. `non-compete` gives three words: `non`, `compete` and,
 * in the place of the first, `noncompete`. So does `non compete`, and so does `health care` however it is printed. Addresses
 * and ids that machines made are not words.
 */
export function readTokens(text: string, take: (token: Token) => boolean): void {
  let position = 0
  let before: Printed | undefined
  // The position is kept here and not in the pattern: `take` may read other words.
  let next = 0
  const nextChunk = () => {
    CHUNK.lastIndex = next
    return CHUNK.exec(text)
  }
  for (let match = nextChunk(); match !== null; match = nextChunk()) {
    const [chunk] = match
    next = CHUNK.lastIndex
    const start = match.index
    const last = before
    before = undefined
    const address = beginsAddress(chunk) ? endOf(ADDRESS, text, start) : undefined
    if (address !== undefined) {
      next = address
      continue
    }
    const initials = chunk.length === 1 && text[start + 1] === '.' ? endOf(INITIALS, text, start) : undefined
    if (initials !== undefined) {
      position += 1
      next = initials
      const letters = text.slice(start, initials).replaceAll('.', '')
      if (!emit(take, letters, position, 1, start, initials)) return
    } else if (!/[-‐‑_,]/.test(chunk)) {
      position += 1
      const end = start + chunk.length
      const word = wordOf(chunk)
      const { form } = word
      const parts = form === undefined ? undefined : compounds.get(form)
      if (parts !== undefined) {
        // Handled as if it were printed as two words.
        if (!emit(take, parts[0], position, 1, start, end)) return
        if (!emit(take, chunk, position, 2, start, end)) return
        position += 1
        if (!emit(take, parts[1], position, 1, start, end)) return
        continue
      }
      if (form !== undefined && !take({ form, position, joins: 1, start, end })) return
      if (last !== undefined && last.end + 1 === start && text[last.end] === ' ') {
        const joined = joinedWord(last.word, word)
        if (
          joined !== undefined &&
          !take({ form: joined, position: position - 1, joins: 2, start: last.start, end })
        )
          return
      }
      before = { word, start, end }
    } else if (!chunk.includes('_') && !UUID.test(chunk)) {
      const first = position + 1
      let from = start
      const parts = chunk.split(/[-‐‑]/)
      for (const part of parts) {
        position += 1
        if (!emit(take, part, position, 1, from, from + part.length)) return
        from += part.length + 1
      }
      const isJoined = parts.length > 1 && parts.length <= MAX_JOINED && /\p{L}/u.test(chunk)
      if (isJoined && !emit(take, parts.join(''), first, parts.length, start, start + chunk.length)) return
    }
  }
}

type Printed = { readonly word: Word; readonly start: number; readonly end: number }

const firstParts: ReadonlySet<string> = new Set([...compounds.values()].map(([first]) => first))

/** The form of two words as one word, if they are also printed as one. */
function joinedWord({ plain: first, mayJoin }: Word, { plain: second }: Word): string | undefined {
  if (!mayJoin) return undefined
  const joined = wordOf(first + second).form
  return joined !== undefined && (apartPrefixes.has(first) || compounds.has(joined)) ? joined : undefined
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  readTokens(text, (token) => tokens.push(token) > 0)
  return tokens
}

const beginsAddress = (chunk: string): boolean => /^(?:https?$|www$|ocd-)/i.test(chunk)

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function emit(
  take: (token: Token) => boolean,
  printed: string,
  position: number,
  joins: number,
  start: number,
  end: number,
): boolean {
  const { form } = wordOf(printed)
  return form === undefined || take({ form, position, joins, start, end })
}

/** A printed word in plain letters, and its search form: undefined for small words and for texts that are not words. */
type Word = {
  readonly plain: string
  readonly form: string | undefined
  /** Whether it and a word after it may also be printed as one word. */
  readonly mayJoin: boolean
}

/** Each printed word is looked up once. When there are too many, the cache is cleared. */
const MAX_REMEMBERED = 200_000
const remembered = new Map<string, Word>()

function wordOf(printed: string): Word {
  const known = remembered.get(printed)
  if (known !== undefined) return known
  if (printed.length > MAX_WORD_LENGTH) return newWord(plainWord(printed), undefined)
  // A copy, since a substring keeps its whole text in memory.
  const copy = Buffer.from(printed).toString()
  const word = newWord(plainWord(copy), readForm(copy))
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(copy, word)
  return word
}

const newWord = (plain: string, form: string | undefined): Word => ({
  plain,
  form,
  mayJoin: firstParts.has(plain) || apartPrefixes.has(plain),
})

function readForm(printed: string): string | undefined {
  if (/^\p{Lu}{2,}s$/u.test(printed)) return plainWord(printed.slice(0, -1))
  const word = plainWord(printed)
  return word === '' || stopWords.has(word) ? undefined : formOf(word)
}

/** In lower case, in the plain letters of Unicode's compatibility form: no ligatures, accents, soft hyphens, apostrophes. */
export function plainWord(printed: string): string {
  if (/^[a-z0-9]*$/i.test(printed)) return printed.toLowerCase()
  return printed
    .replace(/['’ʼ]s$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .normalize('NFC')
}
