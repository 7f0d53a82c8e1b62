import type { NumberedSection } from './numbered-section.ts'

/** Sections, or a piece of one, that are sent in one prompt. */
export type Window = readonly NumberedSection[]

/**
 * Divides sections into windows of at most `max_characters`, in order. Each section is in one window, unless it is
 * longer: then it is cut between paragraphs, and each piece is a window of its own. No window has words of another.
 */
export function windowsOf(sections: readonly NumberedSection[], max_characters: number): readonly Window[] {
  const windows: NumberedSection[][] = []
  let room = 0
  for (const section of sections) {
    const pieces = piecesOf(section, max_characters)
    const isWhole = pieces.length === 1
    if (isWhole && windows.length > 0 && section.text.length <= room) {
      windows.at(-1)!.push(section)
      room -= section.text.length
    } else {
      windows.push(...pieces.map((piece) => [piece]))
      room = isWhole ? max_characters - section.text.length : 0
    }
  }
  return windows
}

function piecesOf(section: NumberedSection, max_characters: number): readonly NumberedSection[] {
  const pieces: NumberedSection[] = []
  for (let from = 0; from < section.text.length; ) {
    const to = endOfPiece(section.text, from, max_characters)
    pieces.push({
      ...section,
      start: section.start + from,
      text: section.text.slice(from, to),
      law: section.law.slice(from, to),
    })
    from = to
  }
  return pieces
}

/** The end of the last paragraph that fits, else of the last word, else of the last whole character. */
function endOfPiece(text: string, from: number, max_characters: number): number {
  const to = from + max_characters
  if (to >= text.length) return text.length
  for (const separator of ['\n', ' ']) {
    const last = text.lastIndexOf(separator, to - 1)
    if (last >= from) return last + 1
  }
  const splitsCharacter = /[\uD800-\uDBFF]/u.test(text.charAt(to - 1)) && max_characters > 1
  return splitsCharacter ? to - 1 : to
}
