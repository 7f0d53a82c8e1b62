import { LRUCache } from 'lru-cache'
import type { Registry } from 'prom-client'
import { createModelMetrics } from '../../derive/model/answers/model-metrics.ts'
import {
  answerFromBills,
  type DescribedBill,
  type NoAnswer,
  type QuestionAnswer,
} from '../../derive/model/questions/answer-from-bills.ts'
import { createPrivateKeys } from '../../locate/read/private-keys.ts'
import type { Clock } from '../../runtime/clock.ts'
import { HOUR_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createAnswerBudget } from '../accounts/answer-budget.ts'

export type Answerer = {
  readonly model: string
  /** Answers from these bills, within the tokens of the account. */
  answer(
    account_id: number,
    question: string,
    bills: readonly DescribedBill[],
  ): Promise<QuestionAnswer | NoAnswer>
  close(): Promise<void>
}

/** A caller waits for the answer and its repair, so the model gets less time than in the background. */
const TIMEOUT_MS = 20_000
const KEPT_MS = HOUR_MS
const MAX_KEPT = 1_000

/**
 * Makes the one that lets a model answer questions. undefined: MODEL_URL is empty, so nobody answers. Answers are kept in
 * memory for an hour, under keys without questions.
 */
export async function createAnswerer(options: {
  readonly settings: Settings
  readonly database: Database
  readonly clock: Clock
  readonly metrics: Registry
}): Promise<Answerer | undefined> {
  const { settings, database, clock } = options
  if (settings.model_url === '') return undefined
  const { createChat } = await import('../../derive/model/chat/chat-client.ts')
  const chat = createChat({
    url: settings.model_url,
    key: settings.model_key,
    model: settings.model_name,
    clock,
    timeout_ms: Math.min(TIMEOUT_MS, settings.model_timeout_ms),
    max_response_bytes: settings.model_response_bytes,
  })
  const metrics = createModelMetrics(options.metrics)
  const keyOf = createPrivateKeys()
  const kept = new LRUCache<
    string,
    { readonly answer: QuestionAnswer | 'refused'; readonly until_ms: number }
  >({
    max: MAX_KEPT,
  })
  const closed = new AbortController()
  const limits = {
    per_day: settings.answer_tokens_per_day,
    of_all_per_day: settings.model_tokens_per_day,
  }
  return {
    model: settings.model_name,
    async answer(accountId, question, bills) {
      const key = keyOf([question, bills])
      const known = kept.get(key)
      if (known !== undefined && known.until_ms > clock.now().getTime()) return known.answer
      const budget = createAnswerBudget(database, accountId, limits)
      const tools = { chat, budget, clock, metrics }
      const answer = await answerFromBills(question, bills, tools, closed.signal)
      if (typeof answer === 'object' || answer === 'refused')
        kept.set(key, { answer, until_ms: clock.now().getTime() + KEPT_MS })
      return answer
    },
    async close() {
      closed.abort()
      await chat.close()
    },
  }
}
