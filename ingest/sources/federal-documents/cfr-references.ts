import type { Regulation } from '../../../schemas/event-bodies/regulation.ts'

const TITLE = /\b(\d{1,2})\s*CFR\b/giu
const CHAPTER = /\bch(?:apter|\.)\s*([IVXLC]+)\b/iu
const PART = /\b\d{1,5}[A-Za-z]?\b/gu

/** `40 CFR Parts 52 and 81`, `34 CFR Chapter II`, `5 CFR Part 1631`: one reference for each part, or for the chapter. */
export function cfrReferences(printed: string): Regulation['cfr_references'] {
  const titles = [...printed.matchAll(TITLE)]
  return titles.flatMap((match, index): Regulation['cfr_references'] => {
    const title = Number(match[1])
    const rest = printed.slice(match.index + match[0].length, titles[index + 1]?.index)
    const chapter = CHAPTER.exec(rest)?.[1]?.toUpperCase() ?? null
    // A chapter or a section within brackets is not a part.
    const parts =
      rest
        .replace(CHAPTER, ' ')
        .replaceAll(/\([^)]*\)/gu, ' ')
        .match(PART) ?? []
    if (parts.length === 0) return [{ title, part: null, chapter }]
    return [...new Set(parts)].map((part) => ({ title, part, chapter }))
  })
}
