import { apartPrefixes } from './inflections.ts'
import { plainWord, type Token, tokensOf } from './tokens.ts'

/** A typed search as a query of Postgres, and the forms of the words to mark in its results. */
export type SearchQuery = {
  /** Empty if no word can be searched for. */
  readonly tsquery: string
  /** The forms of all words that are searched for. */
  readonly forms: ReadonlySet<string>
  /** Beginnings of words: `educ*`. */
  readonly prefixes: ReadonlySet<string>
  /** A match has all parts of one of these. */
  readonly alternatives: readonly Alternative[]
}

export type Alternative = {
  readonly required: readonly QueryPart[]
  readonly unwanted: readonly QueryPart[]
}

export type QueryPart = {
  /** A query of Postgres. */
  readonly query: string
  /** The form, if the part is one word in one spelling. */
  readonly form?: string
  /** The beginning, if the part is the beginning of a word. */
  readonly prefix?: string
}

type Piece = {
  /** All spellings of the word. */
  readonly texts: readonly string[]
  readonly is_unwanted: boolean
  /** True if the text is the beginning of a word. */
  readonly is_prefix?: boolean
}

/**
 * Parses `q` like a web search: all words, `"a phrase"`, `either or`, `-unwanted`, `beginning*`. Any text is a valid
 * query. A word with a hyphen is found with it, without it and as two words. So is a word with a prefix that is
 * printed separately: `non compete`.
 */
export function searchQuery(q: string): SearchQuery {
  const forms = new Set<string>()
  const prefixes = new Set<string>()
  const alternatives: { required: QueryPart[]; unwanted: QueryPart[] }[] = [{ required: [], unwanted: [] }]
  for (const piece of piecesOf(q)) {
    if (piece === 'or') {
      alternatives.push({ required: [], unwanted: [] })
      continue
    }
    const ways = piece.texts.map(tokensOf)
    const prefix = piece.is_prefix === true ? plainWord(piece.texts[0]!) : undefined
    const beginning = prefix === undefined ? [] : [`'${prefix}':*`]
    const query = oneOf([...ways.map(queryOf), ...beginning])
    if (query === undefined) continue
    const tokens = ways.flat()
    const isWord = tokens.length === 1 && prefix === undefined
    const part = {
      query,
      ...(isWord ? { form: tokens[0]!.form } : {}),
      ...(prefix === undefined ? {} : { prefix }),
    }
    alternatives.at(-1)![piece.is_unwanted ? 'unwanted' : 'required'].push(part)
    if (piece.is_unwanted) continue
    for (const { form } of tokens) forms.add(form)
    if (prefix !== undefined) prefixes.add(prefix)
  }
  const full = alternatives.filter(({ required, unwanted }) => required.length + unwanted.length > 0)
  const parts = full.map(({ required, unwanted }) =>
    [...required.map(({ query }) => query), ...unwanted.map(({ query }) => `!${query}`)].join(' & '),
  )
  const tsquery = parts.length > 1 ? parts.map((part) => `(${part})`).join(' | ') : (parts[0] ?? '')
  return { tsquery, forms, prefixes, alternatives: full }
}

/** `PL 114-74`, `P.L. 114-74`, `Pub. L. No. 114-74`, `Public Law 114-74`. */
const LAW = String.raw`(?<=^|[\s-])(?:p\.?\s?l\.?|pub(?:lic|\.)?\s?l(?:aw|\.)?)\s*(?:no[.:]*\s*)?(?<congress>\d{2,3})\s*[-‐‑–]\s*(?<law>\d{1,4})\b`
const PIECE = new RegExp(String.raw`(?<unwanted>-?)(?:${LAW}|"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))`, 'gi')
/** A shorter beginning would be that of most words. */
const BEGINNING = /^(?<letters>[\p{L}\p{N}]{3,40})\*+$/u

function piecesOf(q: string): (Piece | 'or')[] {
  const pieces: (Piece | 'or')[] = []
  let prefix: string | undefined
  for (const { groups } of q.normalize('NFKC').matchAll(PIECE)) {
    const { unwanted, congress, law, phrase, word = '' } = groups!
    const isUnwanted = unwanted !== ''
    const before = isUnwanted || phrase !== undefined || law !== undefined ? undefined : prefix
    prefix = undefined
    const beginning = BEGINNING.exec(word)?.groups?.letters
    if (law !== undefined) {
      const number = `${congress} ${law}`
      pieces.push({ texts: [`PL ${number}`, `Public Law ${number}`], is_unwanted: isUnwanted })
    } else if (phrase !== undefined) pieces.push({ texts: [phrase], is_unwanted: isUnwanted })
    else if (beginning !== undefined) {
      pieces.push({ texts: [beginning], is_unwanted: isUnwanted, is_prefix: true })
    } else if (!isUnwanted && word.toLowerCase() === 'or') pieces.push('or')
    else if (before !== undefined && /^\p{L}+$/u.test(word)) {
      pieces[pieces.length - 1] = { texts: [`${before}-${word}`], is_unwanted: isUnwanted }
    } else {
      pieces.push({ texts: [word], is_unwanted: isUnwanted })
      if (!isUnwanted && apartPrefixes.has(word.toLowerCase())) prefix = word
    }
  }
  return pieces
}

/** Words one after another; also with hyphenated words as one word. */
function queryOf(tokens: readonly Token[]): string | undefined {
  const joined = tokens.filter(({ joins }) => joins > 1)
  const apart = tokens.filter(({ joins }) => joins === 1)
  const joinedPlaces = new Set(
    joined.flatMap(({ position, joins }) => Array.from({ length: joins }, (_, index) => position + index)),
  )
  const together = [...joined, ...apart.filter(({ position }) => !joinedPlaces.has(position))]
  together.sort((one, other) => one.position - other.position)
  // `on` is a small word, so only `line` of `on-line` would be searched for, which is a different word.
  const isTorn = joined.some(
    ({ position, joins }) =>
      apart.filter((one) => one.position >= position && one.position < position + joins).length < 2,
  )
  const ways = [...(isTorn ? [] : [sequence(apart)]), ...(joined.length > 0 ? [sequence(together)] : [])]
  return oneOf(ways)
}

function oneOf(ways: readonly (string | undefined)[]): string | undefined {
  const queries = [...new Set(ways.filter((way) => way !== undefined))]
  return queries.length > 1 ? `(${queries.join(' | ')})` : queries[0]
}

function sequence(tokens: readonly Token[]): string | undefined {
  if (tokens.length === 0) return undefined
  let query = ''
  let next = 0
  for (const { form, position, joins } of tokens) {
    query += query === '' ? '' : ` <${Math.min(position - next + 1, 16_384)}> `
    query += `'${form}'`
    next = position + joins
  }
  return tokens.length > 1 ? `(${query})` : query
}
