/**
 * The form of a word or name for comparisons: in lower case, without ligatures, and with one space between
 * words.
 */
export const normalizedWord = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
