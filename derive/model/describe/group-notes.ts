import type { Sentence } from '../grounding/answer.ts'

/** Divides notes into groups of at most `max_characters` as JSON, in order. A longer note is a group of its own. */
export function groupNotes(
  notes: readonly Sentence[],
  max_characters: number,
): readonly (readonly Sentence[])[] {
  const groups: Sentence[][] = []
  let room = 0
  for (const note of notes) {
    const length = JSON.stringify(note).length + 1
    if (groups.length === 0 || length > room) {
      groups.push([])
      room = max_characters
    }
    groups.at(-1)!.push(note)
    room -= length
  }
  return groups
}
