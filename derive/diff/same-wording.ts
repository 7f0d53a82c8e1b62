import { wordsOf } from './tokens.ts'

/** Words that the printers of Congress, of the law and of the states write in different ways. */
const spellings: Readonly<Record<string, string>> = {
  sec: 'section',
  secs: 'sections',
  '§': 'section',
  '§§': 'sections',
}

const PIECES = /§+|[^§]+/gu

/**
 * Whether two texts say the same: they may differ in case, spaces, punctuation, quotation marks, hyphens, and in `SEC.`
 * for `Section`. A sign of money or percent and the digits of a number count.
 */
export const sameWording = (a: string, b: string): boolean => a === b || wordingOf(a) === wordingOf(b)

/** Gives equal values for texts with the same wording. */
export function wordingOf(text: string): string {
  const words = (text.normalize('NFKC').match(PIECES) ?? []).flatMap((piece) =>
    piece.startsWith('§') ? [piece] : wordsOf(piece),
  )
  let wording = ''
  let last = ''
  for (const word of words) {
    const plain = plainWord(word)
    // Letters are joined, since a hyphen or a lost space does not change the wording. Digits of two numbers are not.
    wording += /\d$/u.test(last) && /^\d/u.test(plain) ? ` ${plain}` : plain
    if (plain !== '') last = plain
  }
  return wording
}

function plainWord(word: string): string {
  const lower = word.toLowerCase().replaceAll('’', "'")
  return spellings[lower] ?? (/^\D*\d/u.test(lower) ? lower.replaceAll(',', '') : lower.replaceAll("'", ''))
}
