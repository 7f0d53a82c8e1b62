const WORD = /[\p{L}\p{N}]+(?:[.&][\p{L}\p{N}]+)*(?:['’](?!s\b)\p{L}+)*/gu

/** The words of a text in lower case, without punctuation and without the `'s` of a possessive. */
export const plainWordsOf = (text: string): readonly string[] =>
  (text.normalize('NFKC').match(WORD) ?? [])
    .map((word) => word.toLowerCase().replaceAll('’', "'"))
    .filter((word) => word !== '')

/** Words with one space between them and around them, so that `includes` finds whole words only. */
export const phraseOf = (text: string): string => ` ${plainWordsOf(text).join(' ')} `
