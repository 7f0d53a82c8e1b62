import { faultsOf } from '../checks/all-rules.ts'
import type { Answer } from '../grounding/answer.ts'
import type { Bill } from '../grounding/bill.ts'
import { type Level, levelLimits } from '../grounding/levels.ts'
import type { Fault } from '../grounding/rule.ts'
import { readAnswer } from '../prompts/answer-schema.ts'
import type { Message } from '../prompts/marked-data.ts'
import { repairPrompt } from '../prompts/prompt.ts'
import { askWithinBudget, type Postponed, type Tools } from './ask-within-budget.ts'
import type { Verdict } from './stored-answers.ts'

/** Asks, checks, and lets the model repair its answer once. */
export async function checkedAnswer(
  messages: readonly Message[],
  level: Level,
  bill: Bill,
  tools: Tools,
  signal: AbortSignal,
): Promise<Verdict | Postponed> {
  const max_tokens = answerTokens(level)
  const first = await askWithinBudget(messages, max_tokens, tools, signal)
  if (first.kind === 'postponed') return first
  const judged = judge(first.content, level, bill)
  if (judged.faults.length === 0) return accepted(judged.answer!, tools)
  const second = await askWithinBudget(
    repairPrompt(messages, first.content, judged.faults),
    max_tokens,
    tools,
    signal,
  )
  if (second.kind === 'postponed') return second
  const repaired = judge(second.content, level, bill)
  if (repaired.faults.length === 0) return accepted(repaired.answer!, tools)
  const proven = level === 'notes' ? provenNotes(repaired) : undefined
  return proven === undefined
    ? { broken: [...new Set(repaired.faults.map(({ rule }) => rule))] }
    : accepted(proven, tools)
}

const accepted = (answer: Answer, { clock }: Tools): Verdict => ({
  answer,
  answered_at: clock.now().toISOString(),
})

type FormFault = { readonly rule: 'form'; readonly sentence: null; readonly message: string }
type Judged = { readonly answer: Answer | undefined; readonly faults: readonly (Fault | FormFault)[] }

function judge(content: string, level: Level, bill: Bill): Judged {
  const read = readAnswer(content)
  if ('invalid' in read)
    return { answer: undefined, faults: [{ rule: 'form', sentence: null, message: read.invalid }] }
  return { answer: read.answer, faults: faultsOf(read.answer, bill, level) }
}

/**
 * Nobody reads notes but the model, so a note with a fault is left out and the others stand. undefined if the fault is
 * in the whole answer, or if no note is left.
 */
function provenNotes({ answer, faults }: Judged): Answer | undefined {
  if (answer === undefined || faults.some(({ sentence }) => sentence === null)) return undefined
  const faulty = new Set(faults.map(({ sentence }) => sentence))
  const sentences = answer.sentences.filter((_, index) => !faulty.has(index))
  return sentences.length === 0 ? undefined : { ...answer, sentences }
}

/** Room for the words of an answer with their quotes, as JSON. Many services allow no more than 8,192. */
const MAX_ANSWER_TOKENS = 8_000
const TOKENS_OF_A_WORD = 8
const TOKENS_OF_THE_FORM = 500

export const answerTokens = (level: Level): number =>
  Math.min(MAX_ANSWER_TOKENS, TOKENS_OF_THE_FORM + TOKENS_OF_A_WORD * levelLimits[level].max_words)
