/** A session as LegiScan and others name it. */
export type NamedSession = {
  readonly year_start: number
  readonly year_end: number
  readonly is_special: boolean
  /** `2023-2024 Regular Session`, `89th Legislature, 2nd Called Session (2025)`. */
  readonly name: string
}

export type SessionRule = {
  readonly regular: (session: NamedSession) => string | null
  /** `number` is the number of the special session; 1 if the name gives none. */
  readonly special?: (session: NamedSession, number: number) => string | null
  /** For a special session that has a letter or a month instead of a number. */
  readonly unnumbered?: (session: NamedSession) => string | null
}

const ORDINALS: readonly string[] = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

const KIND = '(?:special|extraordinary|extra|called)'
const BEFORE = new RegExp(
  `\\b(?:(\\d+)(?:st|nd|rd|th)|(${ORDINALS.join('|')}))(?: \\(\\d{4}\\))?,? (?:\\d{4} )?${KIND}\\b`,
  'iu',
)
const AFTER = new RegExp(`\\b${KIND}(?: session)?,? (?:no\\.? ?|#)?(\\d{1,2}|[ivx]+)\\b`, 'iu')
const MONTH =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?! \d{4}\))/iu
const LETTER = new RegExp(`\\b${KIND} session ([a-z])\\b`, 'iu')
const ROMAN: readonly string[] = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']

/**
 * Gives the number of a special session by its name: 1 if the name has none, null if it has a letter or a
 * month instead.
 */
export function specialNumber(name: string): number | null {
  const before = BEFORE.exec(name)
  if (before !== null) {
    const word = before[2]?.toLowerCase()
    return word === undefined ? Number(before[1]) : ORDINALS.indexOf(word) + 1
  }
  const after = AFTER.exec(name)?.[1]?.toLowerCase()
  if (after !== undefined) return /^\d/u.test(after) ? Number(after) : ROMAN.indexOf(after) + 1
  return LETTER.test(name) || MONTH.test(name) ? null : 1
}

/** `C` of `2025 Special Session C`. */
export const letterOf = (name: string): string | null => LETTER.exec(name)?.[1]?.toUpperCase() ?? null

export function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14
  return `${number}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`
}
