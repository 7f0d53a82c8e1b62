import type { Alternative, SearchQuery } from '../../../runtime/words/search-query.ts'

/** A query of OpenSearch. */
export type ClusterQuery = Readonly<Record<string, unknown>>

/** Documents with one of the alternatives of a search in a field of words. */
export const matchesOf = ({ alternatives }: SearchQuery, field: string): ClusterQuery =>
  anyOf(alternatives.map((alternative) => matchOf(alternative, field)))

const matchOf = ({ required, unwanted }: Alternative, field: string): ClusterQuery => ({
  bool: {
    filter: required.map(({ query }) => parsed(query, field)),
    must_not: unwanted.map(({ query }) => parsed(query, field)),
  },
})

const anyOf = (queries: readonly ClusterQuery[]): ClusterQuery =>
  queries.length === 1 ? queries[0]! : { bool: { should: queries, minimum_should_match: 1 } }

type Lexeme = { readonly form: string; readonly is_prefix: boolean }

/**
 * Reads a part of a query in the notation of Postgres, as `searchQuery` writes it: `'tax'`, `'educ':*`, `('a' <-> 'b')`,
 * `('a' <-> 'b' | 'ab')`.
 */
function parsed(query: string, field: string): ClusterQuery {
  const pieces = query.match(/'[^']+'(?::\*)?|<(?:-|\d+)>|[()|]/g) ?? []
  let next = 0
  const lexeme = (): Lexeme => {
    const piece = pieces[next++]!
    return { form: piece.slice(1, piece.lastIndexOf("'")), is_prefix: piece.endsWith(':*') }
  }
  const one = (): ClusterQuery => {
    if (pieces[next] === '(') {
      next += 1
      const inside = either()
      next += 1
      return inside
    }
    const words = [lexeme()]
    let between = 0
    while (pieces[next]?.startsWith('<')) {
      const distance = pieces[next++]!
      between += distance === '<->' ? 0 : Number(distance.slice(1, -1)) - 1
      words.push(lexeme())
    }
    return words.length === 1 ? wordQuery(words[0]!, field) : phraseQuery(words, between, field)
  }
  const either = (): ClusterQuery => {
    const ways = [one()]
    while (pieces[next] === '|') {
      next += 1
      ways.push(one())
    }
    return anyOf(ways)
  }
  return either()
}

const wordQuery = ({ form, is_prefix }: Lexeme, field: string): ClusterQuery =>
  is_prefix ? { prefix: { [field]: form } } : { term: { [field]: form } }

/** `between`: so many other words stand between them. */
const phraseQuery = (words: readonly Lexeme[], between: number, field: string): ClusterQuery => ({
  span_near: {
    clauses: words.map(({ form }) => ({ span_term: { [field]: form } })),
    slop: between,
    in_order: true,
  },
})
