import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'

/** The Flesch-Kincaid grade of sentences, with one decimal. null if they have no word. */
export function readingGrade(sentences: readonly string[]): number | null {
  const words = sentences.flatMap((sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [])
  if (words.length === 0) return null
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  const grade = fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables })
  return Math.round(grade * 10) / 10
}
