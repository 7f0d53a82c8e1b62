import { apartPrefixes } from './inflections.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A typed search as a query of Postgres, and the forms of the words to mark in its results. */
export type SearchQuery = {
  /** Empty if no word can be searched for. */
  readonly tsquery: string
  readonly forms: ReadonlySet<string>
}

type Piece = {
  /** All spellings of the word. */
  readonly texts: readonly string[]
  readonly is_unwanted: boolean
}

/**
 * `q` as web searches take it: all words, `"a phrase"`, `either or`, `-unwanted`. Any text is a valid query. A word
 * with a hyphen is found with it, without it and as two words. So is a word whose prefix is printed apart: `non
 * compete`.
 */
export function searchQuery(q: string): SearchQuery {
  const forms = new Set<string>()
  const alternatives: string[][] = [[]]
  for (const piece of piecesOf(q)) {
    if (piece === 'or') {
      alternatives.push([])
      continue
    }
    const ways = piece.texts.map(tokensOf)
    const query = oneOf(ways.map(queryOf))
    if (query === undefined) continue
    alternatives.at(-1)!.push(piece.is_unwanted ? `!${query}` : query)
    if (!piece.is_unwanted) for (const { form } of ways.flat()) forms.add(form)
  }
  const parts = alternatives.filter((all) => all.length > 0).map((all) => all.join(' & '))
  return {
    tsquery: parts.length > 1 ? parts.map((part) => `(${part})`).join(' | ') : (parts[0] ?? ''),
    forms,
  }
}

/** `PL 114-74`, `P.L. 114-74`, `Pub. L. No. 114-74`, `Public Law 114-74`. */
const LAW = String.raw`(?<=^|[\s-])(?:p\.?\s?l\.?|pub(?:lic|\.)?\s?l(?:aw|\.)?)\s*(?:no[.:]*\s*)?(?<congress>\d{2,3})\s*[-‐‑–]\s*(?<law>\d{1,4})\b`
const PIECE = new RegExp(String.raw`(?<unwanted>-?)(?:${LAW}|"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))`, 'gi')

function piecesOf(q: string): (Piece | 'or')[] {
  const pieces: (Piece | 'or')[] = []
  let prefix: string | undefined
  for (const { groups } of q.normalize('NFKC').matchAll(PIECE)) {
    const { unwanted, congress, law, phrase, word = '' } = groups!
    const isUnwanted = unwanted !== ''
    const before = isUnwanted || phrase !== undefined || law !== undefined ? undefined : prefix
    prefix = undefined
    if (law !== undefined) {
      const number = `${congress} ${law}`
      pieces.push({ texts: [`PL ${number}`, `Public Law ${number}`], is_unwanted: isUnwanted })
    } else if (phrase !== undefined) pieces.push({ texts: [phrase], is_unwanted: isUnwanted })
    else if (!isUnwanted && word.toLowerCase() === 'or') pieces.push('or')
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
