import { hash } from 'node:crypto'

/** Each value is hashed once. When there are too many, the cache is cleared. */
const MAX_REMEMBERED = 50_000
const remembered = new Map<string, string>()

/**
 * The lexeme by which a filter finds its rows in an index of words: `=` and a hash of `status=enacted`. A hash has no
 * quotes and a short length, whatever the value. No form of a word has an `=`.
 */
export function filterLexeme(condition: string): string {
  let lexeme = remembered.get(condition)
  if (lexeme === undefined) {
    lexeme = `=${hash('sha1', condition).slice(0, 12)}`
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(condition, lexeme)
  }
  return lexeme
}

/** The conditions of a tsquery that rows have the lexemes of filters, and do not have the unwanted ones. */
export const filterMarks = (lexemes: readonly string[], unwanted: readonly string[]): string[] => [
  ...lexemes.map((lexeme) => `'${lexeme}'`),
  ...unwanted.map((lexeme) => `!'${lexeme}'`),
]
