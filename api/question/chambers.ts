import { type FactReader, factsBy } from './fact.ts'

const BILLS = '(?:bills?|measures?|resolutions?|legislation|proposals?)'
const UPPER = '(?:[Ss]tate\\s+)?[Ss]enate'
const LOWER = '(?:[Ss]tate\\s+)?(?:[Hh]ouse(?:\\s+of\\s+(?:[Rr]epresentatives|[Dd]elegates))?|[Aa]ssembly)'
/** `in the house` may be a home: only `introduced in the house` is read, and the word with a capital. */
const chamberIn = (chamber: string, capital: string) =>
  `\\b(?:introduced|filed|started|originated|began|begun|proposed)\\s+(?:in|by)\\s+the\\s+${chamber}\\b|\\b(?:[Ii]n|[Ff]rom)\\s+the\\s+(?:[Ss]tate\\s+)?${capital}\\b`

const upper = new RegExp(`\\b${UPPER}\\s+(?=${BILLS}\\b)|${chamberIn(UPPER, '[Ss]enate')}`, 'gu')
const lower = new RegExp(
  `\\b(?<![Ww]hite\\s)${LOWER}\\s+(?=${BILLS}\\b)|${chamberIn(LOWER, '(?:House(?:\\s+of\\s+(?:Representatives|Delegates))?|Assembly)')}`,
  'gu',
)

/** Reads the chamber in which a bill was introduced: `Senate bills`, `introduced in the House`. */
export const chambers: FactReader = (question) => [
  ...factsBy(question, upper, () => ({ chambers: ['upper'] })),
  ...factsBy(question, lower, () => ({ chambers: ['lower'] })),
]
