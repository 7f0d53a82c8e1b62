/** Where a quote stands in a text, in UTF-16 units. */
export type Place = { readonly start: number; readonly end: number }

/**
 * Finds a quote in a text. Spaces and the ends of lines count as equal, and so do straight and curly quotation marks and
 * all hyphens; every other character must be the same. A quote begins and ends with whole words and whole numbers.
 */
export function findQuote(text: string, quote: string): Place | undefined {
  const words = quote.trim().split(/\s+/u).map(patternOf)
  if (words[0] === '') return undefined
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<!\d[.,])${words.join(String.raw`\s+`)}(?![\p{L}\p{N}])(?![.,]\d)`,
    'u',
  )
  const found = pattern.exec(text)
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length }
}

const patternOf = (word: string): string =>
  [...word]
    .map((character) => {
      if (/["“”]/u.test(character)) return '["“”]'
      if (/['‘’]/u.test(character)) return "['‘’]"
      if (/[-‐‑–—]/u.test(character)) return '[-‐‑–—]'
      return character.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
    })
    .join('')
