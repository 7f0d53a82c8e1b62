import { createHash } from 'node:crypto'
import type { Level } from '../grounding/levels.ts'
import type { Message } from '../prompts/marked-data.ts'

/**
 * Names the content of a question: what is asked, about which words, in which version of prompts and rules, of which
 * model, in which language. Two bills with the same sections share their answers. A new name means a new question.
 */
export function answerKey(question: {
  readonly messages: readonly Message[]
  /** The sections that the answer is checked against. Notes are short, so the prompt alone does not name them. */
  readonly text_sha256: string
  readonly level: Level
  readonly prompt_version: number
  readonly model: string
  readonly language: string
}): string {
  const { messages, text_sha256, level, prompt_version, model, language } = question
  const content = [
    messages.map(({ role, content }) => [role, content]),
    text_sha256,
    level,
    prompt_version,
    model,
    language,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
