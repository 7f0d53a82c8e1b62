import type { SectionTree } from '../../../derive/sections/section-tree.ts'

/**
 * Gives sections with offsets in Unicode characters. Derived offsets are UTF-16 units, in which some characters are
 * two. `text` is the whole stored text.
 */
export function sectionsInCharacters({ sections }: SectionTree, text: string, isMarked: boolean) {
  const at = characterCounter(text)
  return sections.map((section) => {
    const start = at(section.start)
    const paragraphs = section.paragraphs.map((paragraph) => ({
      start: at(paragraph.start),
      end: at(paragraph.end),
      ...(isMarked && { runs: paragraph.runs }),
    }))
    return { ...section, start, end: at(section.end), paragraphs }
  })
}

const HIGH_SURROGATES = [0xd800, 0xdbff] as const

/** Counts characters before an offset. Offsets must not decrease, so that the text is read once. */
function characterCounter(text: string): (offset: number) => number {
  let offset = 0
  let characters = 0
  return (to) => {
    while (offset < to) {
      const code = text.charCodeAt(offset)
      const isPair = code >= HIGH_SURROGATES[0] && code <= HIGH_SURROGATES[1]
      offset += isPair ? 2 : 1
      characters += 1
    }
    return characters
  }
}
