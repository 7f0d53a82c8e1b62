/** A word or name as it is compared: in any case, with ligatures taken apart and one space where there are several. */
export const folded = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
