/** A part of an address between commas or line breaks, as words in capitals. */
export type Segment = readonly string[]

/** Longer texts are no address. */
const MAX_ADDRESS_CHARACTERS = 400

/** Segments without empty ones. Commas, semicolons, tabs in a row and line breaks separate them. */
export function readSegments(text: string): readonly Segment[] {
  return (
    text
      .slice(0, MAX_ADDRESS_CHARACTERS)
      .replace(/(?<=\d)(?=[\u00bc-\u00be])/gu, ' ')
      .normalize('NFKD')
      // Maps and people leave accents out: `Canon City`.
      .replace(/\p{M}/gu, '')
      .replace(/[\u2018\u2019\u02bc`´]/gu, "'")
      .replace(/[\u2010-\u2015\u2212]/gu, '-')
      .replace(/⁄/gu, '/')
      .toUpperCase()
      .split(/[,;|\n\r\u2028\u2029]+/u)
      .map(wordsOf)
      .filter((words) => words.length > 0)
  )
}

function wordsOf(segment: string): Segment {
  return (
    segment
      .replace(/\(.*?\)/gu, ' ')
      // A period ends an abbreviation; between digits it stays.
      .replace(/\.(?!\d)|(?<!\d)\./gu, ' ')
      .replace(/#/gu, ' # ')
      .replace(/[^\p{L}\p{M}\p{N}#&@/'.-]+/gu, ' ')
      .replace(/(?<=\s|^)[-/'.]+|[-/'.]+(?=\s|$)/gu, ' ')
      .split(/\s+/u)
      .filter((word) => word !== '')
  )
}
