import type { Tools } from '../answers/ask-within-budget.ts'
import { checkedAnswer } from '../answers/checked-answer.ts'
import type { NumberedSection } from '../bill-text/numbered-section.ts'
import { withoutOrders } from '../bill-text/without-orders.ts'
import type { Sentence } from '../grounding/answer.ts'
import { createBill } from '../grounding/bill.ts'
import { ANSWER_LEVEL, questionPrompt } from './question-prompt.ts'

/** A bill that an answer may rest on. `description` is all that the model learns about it. */
export type DescribedBill = { readonly id: number; readonly description: string }

export type AnsweredSentence = {
  readonly text: string
  readonly citations: readonly { readonly bill_id: number; readonly quote: string }[]
}
export type QuestionAnswer = {
  readonly sentences: readonly AnsweredSentence[]
  readonly answered_at: string
}

/** Why there is no answer. `refused`: no text of the model may be shown. */
export type NoAnswer = 'no_bills' | 'budget_used_up' | 'unavailable' | 'refused'

/** Most characters of a description. */
const MAX_CHARACTERS = 2_000

/**
 * Lets a model answer a question from the descriptions of bills. The answer passes the rules of every text of a model, or
 * there is none. Nothing is stored.
 */
export async function answerFromBills(
  question: string,
  bills: readonly DescribedBill[],
  tools: Tools,
  signal: AbortSignal,
): Promise<QuestionAnswer | NoAnswer> {
  if (bills.length === 0) return 'no_bills'
  const sections = bills.map(({ description }, index) => sectionOf(description, index))
  const verdict = await checkedAnswer(
    questionPrompt(question, sections),
    ANSWER_LEVEL,
    createBill(sections),
    tools,
    signal,
  )
  if ('kind' in verdict) return verdict.cause === 'budget' ? 'budget_used_up' : 'unavailable'
  if ('broken' in verdict) return 'refused'
  const ids = new Map(sections.map(({ id }, index) => [id, bills[index]!.id]))
  return {
    sentences: verdict.answer.sentences.map((sentence) => answered(sentence, ids)),
    answered_at: verdict.answered_at,
  }
}

function sectionOf(description: string, index: number): NumberedSection {
  const text = description.slice(0, MAX_CHARACTERS).toWellFormed()
  return { id: `s${index + 1}`, label: null, start: 0, text, law: withoutOrders(text) }
}

const answered = ({ text, citations }: Sentence, ids: ReadonlyMap<string, number>): AnsweredSentence => ({
  text,
  citations: citations.map(({ section, quote }) => ({ bill_id: ids.get(section)!, quote })),
})
