import { type Answered, type AnswerTools, answerQuestion } from '../answers/answer-question.ts'
import type { NumberedSection } from '../bill-text/numbered-section.ts'
import { windowsOf } from '../bill-text/windows.ts'
import type { Sentence } from '../grounding/answer.ts'
import type { Bill } from '../grounding/bill.ts'
import type { Level } from '../grounding/levels.ts'
import type { Message } from '../prompts/marked-data.ts'
import { notesPrompt, sectionsPrompt } from '../prompts/prompt.ts'
import { groupNotes } from './group-notes.ts'

export type DescribedText = {
  readonly sections: readonly NumberedSection[]
  /** The whole text. */
  readonly stored_text: string
  /** The bill that these sections belong to. */
  readonly bill: Bill
  readonly text_sha256: string
}

export type DescribeTools = AnswerTools & {
  /** Most characters of a bill in one prompt. */
  readonly window_characters: number
}

/**
 * Describes a text at one level. A text over one window is noted window by window, and the answer is made from the notes;
 * notes over one window are noted again. Every answer is checked against the whole text.
 */
export async function describeText(
  text: DescribedText,
  level: Level,
  tools: DescribeTools,
  signal: AbortSignal,
): Promise<Answered> {
  const { sections, bill, text_sha256 } = text
  const ask = (messages: readonly Message[], asked: Level) =>
    answerQuestion({ messages, level: asked, bill, text_sha256 }, tools, signal)

  const windows = windowsOf(sections, tools.window_characters)
  let prompts = windows.map((window) => (asked: Level) => sectionsPrompt(window, asked))
  while (prompts.length > 1) {
    const notes: Sentence[] = []
    for (const prompt of prompts) {
      const noted = await ask(prompt('notes'), 'notes')
      if (noted.kind !== 'accepted') return noted
      notes.push(...noted.answer.sentences)
    }
    const groups = groupNotes(notes, tools.window_characters)
    // Notes that do not become fewer would be noted for ever.
    if (groups.length >= prompts.length) return { kind: 'refused', broken: ['too_long'] }
    prompts = groups.map((group) => (asked: Level) => notesPrompt(group, asked))
  }
  const [prompt] = prompts
  return prompt === undefined ? { kind: 'refused', broken: ['quotes'] } : ask(prompt(level), level)
}
