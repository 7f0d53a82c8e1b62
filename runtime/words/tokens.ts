import { apartPrefixes, compounds, smallWords } from './inflections.ts'
import { formOf } from './word-form.ts'

/** A word of a text: by what it is searched, which one it is, and where it stands. */
export type Token = {
  readonly form: string
  /** From 1. Small words have one too, and are left out. */
  readonly position: number
  /** Of how many words it is: of more than one where a hyphen joins them. */
  readonly joins: number
  /** In UTF-16 units of the text as it is printed. */
  readonly start: number
  readonly end: number
}

/** What is longer is no word that anybody types. */
const LONGEST_WORD = 40
const MOST_JOINED = 3

const LETTER = String.raw`[\p{L}\p{N}\p{M}\u00AD\u200B]`
const LETTERS = String.raw`[\p{L}\p{N}]${LETTER}*(?:['’ʼ]${LETTER}+)*`
/** Words, with hyphens between them or the mark of a machine's name, and what may only begin like one: `1,000`, `U.S.`. */
const CHUNK = new RegExp(String.raw`${LETTERS}(?:(?:[-‐‑_]|(?<=\d),(?=\d{3}(?!\d)))${LETTERS})*`, 'gu')
const INITIALS = /(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/uy
const ADDRESS = /(?:https?:\/\/|www\.|ocd-[a-z]+[-/])\S+/iy
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Gives the words of a text in their order, until `take` answers false. Of `non-compete` there are three: `non`, `compete` and,
 * in the place of the first, `noncompete`; the same of `non compete` and, in whichever way it is printed, of `health care`. Addresses and the ids of machines are no words.
 */
export function readTokens(text: string, take: (token: Token) => boolean): void {
  let position = 0
  let before: Printed | undefined
  const chunks = new RegExp(CHUNK)
  for (let match = chunks.exec(text); match !== null; match = chunks.exec(text)) {
    const [chunk] = match
    const start = match.index
    const last = before
    before = undefined
    const address = beginsAddress(chunk) ? endOf(ADDRESS, text, start) : undefined
    if (address !== undefined) {
      chunks.lastIndex = address
      continue
    }
    const initials = chunk.length === 1 && text[start + 1] === '.' ? endOf(INITIALS, text, start) : undefined
    if (initials !== undefined) {
      position += 1
      chunks.lastIndex = initials
      const printed = text.slice(start, initials).replaceAll('.', '')
      if (!give(take, printed, position, 1, start, initials)) return
    } else if (!/[-‐‑_,]/.test(chunk)) {
      position += 1
      const end = start + chunk.length
      const form = formOfPrinted(chunk)
      const parts = form === undefined ? undefined : compounds.get(form)
      if (parts !== undefined) {
        // As if it were printed in two.
        if (!give(take, parts[0], position, 1, start, end)) return
        if (!give(take, chunk, position, 2, start, end)) return
        position += 1
        if (!give(take, parts[1], position, 1, start, end)) return
        continue
      }
      if (form !== undefined && !take({ form, position, joins: 1, start, end })) return
      if (last !== undefined && last.end + 1 === start && text[last.end] === ' ') {
        const joined = joinedWord(last, chunk)
        if (
          joined !== undefined &&
          !take({ form: joined, position: position - 1, joins: 2, start: last.start, end })
        )
          return
      }
      before = { printed: chunk, start, end }
    } else if (!chunk.includes('_') && !UUID.test(chunk)) {
      const first = position + 1
      let from = start
      const parts = chunk.split(/[-‐‑]/)
      for (const part of parts) {
        position += 1
        if (!give(take, part, position, 1, from, from + part.length)) return
        from += part.length + 1
      }
      const isJoined = parts.length > 1 && parts.length <= MOST_JOINED && /\p{L}/u.test(chunk)
      if (isJoined && !give(take, parts.join(''), first, parts.length, start, start + chunk.length)) return
    }
  }
}

type Printed = { readonly printed: string; readonly start: number; readonly end: number }

const firstParts: ReadonlySet<string> = new Set([...compounds.values()].map(([first]) => first))

/** What two words are as one, where they are a word that is also printed so. */
function joinedWord({ printed }: Printed, chunk: string): string | undefined {
  const first = plain(printed)
  if (!firstParts.has(first) && !apartPrefixes.has(first)) return undefined
  const joined = formOfPrinted(first + plain(chunk))
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

function give(
  take: (token: Token) => boolean,
  printed: string,
  position: number,
  joins: number,
  start: number,
  end: number,
): boolean {
  const form = formOfPrinted(printed)
  return form === undefined || take({ form, position, joins, start, end })
}

/** Forms are looked up once a printed word; more than so many different ones are forgotten together. */
const MOST_REMEMBERED = 200_000
const remembered = new Map<string, string | undefined>()

/** By what a printed word is searched; undefined for a small one, or what is no word. */
function formOfPrinted(printed: string): string | undefined {
  if (remembered.has(printed)) return remembered.get(printed)
  if (printed.length > LONGEST_WORD) return undefined
  // A copy: a piece of a text keeps all of the text in memory.
  const copy = Buffer.from(printed).toString()
  const form = readForm(copy)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(copy, form)
  return form
}

function readForm(printed: string): string | undefined {
  if (/^\p{Lu}{2,}s$/u.test(printed)) return plain(printed.slice(0, -1))
  const word = plain(printed)
  return word === '' || smallWords.has(word) ? undefined : formOf(word)
}

/** In lower case, in the plain letters of Unicode's compatibility form: no ligatures, accents, soft hyphens, apostrophes. */
function plain(printed: string): string {
  if (/^[a-z0-9]*$/i.test(printed)) return printed.toLowerCase()
  return printed
    .replace(/['’ʼ]s$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .normalize('NFC')
}
