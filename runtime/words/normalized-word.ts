/** A word or name as it is compared: in lower case, without ligatures, and with one space between words. */
export const normalizedWord = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
