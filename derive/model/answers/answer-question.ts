import type { Answer } from '../grounding/answer.ts'
import type { Bill } from '../grounding/bill.ts'
import type { Level } from '../grounding/levels.ts'
import type { RuleName } from '../grounding/rule.ts'
import type { Message } from '../prompts/marked-data.ts'
import { LANGUAGE, PROMPT_VERSION } from '../prompts/prompt-version.ts'
import { answerKey } from './answer-key.ts'
import { type Postponed, postponed, type Tools } from './ask-within-budget.ts'
import { checkedAnswer } from './checked-answer.ts'
import type { StoredAnswers, Verdict } from './stored-answers.ts'

export type Answered =
  | { readonly kind: 'accepted'; readonly answer: Answer; readonly answered_at: string }
  /** No text of the model may be shown: the text without a model stands. */
  | { readonly kind: 'refused'; readonly broken: readonly (RuleName | 'form' | 'too_long')[] }
  | Postponed

export type AnswerTools = Tools & {
  readonly stored: StoredAnswers
  readonly model: string
  /** Longer than a request and its repair may take. */
  readonly claim_ms: number
}

/** Answers a question from the stored answers, else asks the model and stores its verdict. */
export async function answerQuestion(
  question: {
    readonly messages: readonly Message[]
    readonly level: Level
    readonly bill: Bill
    readonly text_sha256: string
  },
  tools: AnswerTools,
  signal: AbortSignal,
): Promise<Answered> {
  const { messages, level, bill, text_sha256 } = question
  const { stored, clock, model, metrics } = tools
  const key = answerKey({
    messages,
    level,
    text_sha256,
    model,
    prompt_version: PROMPT_VERSION,
    language: LANGUAGE,
  })
  const claim = await stored.claim(key, clock.now(), tools.claim_ms)
  if (claim.kind === 'busy') return postponed('busy', 'another worker asks the same question')
  if (claim.kind === 'known') {
    metrics.onKnown()
    return answered(claim.verdict)
  }
  try {
    const verdict = await checkedAnswer(messages, level, bill, tools, signal)
    if ('kind' in verdict) {
      await stored.giveBack(key)
      return verdict
    }
    metrics.onVerdict(verdict)
    return answered(await stored.store(key, verdict))
  } catch (error) {
    // If Postgres is away, the claim expires.
    await stored.giveBack(key).catch(() => {})
    throw error
  }
}

const answered = (verdict: Verdict): Answered =>
  'answer' in verdict ? { kind: 'accepted', ...verdict } : { kind: 'refused', broken: verdict.broken }
