import type { Clock } from '../../../runtime/clock.ts'
import type { Chat } from '../chat/chat-client.ts'
import type { ChatReply } from '../chat/chat-reply.ts'
import type { Message } from '../prompts/marked-data.ts'
import type { ModelMetrics } from './model-metrics.ts'
import { estimatedTokens, type TokenBudget } from './token-budget.ts'

/** The question is not answered now and is due again later. It is not the fault of the text. */
export type Postponed = {
  readonly kind: 'postponed'
  readonly cause: 'budget' | 'limited' | 'failed' | 'rejected' | 'busy' | 'stopped' | 'error'
  readonly reason: string
  /** As the service demands it; null: the caller decides. */
  readonly retry_after_ms: number | null
}

export const postponed = (
  cause: Postponed['cause'],
  reason: string,
  retry_after_ms: number | null = null,
): Postponed => ({ kind: 'postponed', cause, reason, retry_after_ms })

export type Tools = {
  readonly chat: Chat
  readonly budget: TokenBudget
  readonly clock: Clock
  readonly metrics: ModelMetrics
}

/** Takes tokens from the budget, asks once, and gives back what was not used. */
export async function askWithinBudget(
  messages: readonly Message[],
  max_tokens: number,
  tools: Tools,
  signal: AbortSignal,
): Promise<(ChatReply & { readonly kind: 'answered' }) | Postponed> {
  const { chat, budget, clock, metrics } = tools
  if (signal.aborted) return postponed('stopped', 'stopped')
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
  const reserved = await budget.reserve(estimatedTokens(characters) + max_tokens, clock.now())
  if (reserved === undefined) return postponed('budget', 'the tokens of the day are used up')
  const reply = await chat.ask(messages, max_tokens, signal)
  const used = usedTokens(reply, reserved.tokens)
  await budget.settle(reserved, used)
  metrics.onReply(reply, used)
  switch (reply.kind) {
    case 'answered':
      return reply
    case 'limited':
      return postponed('limited', 'the service limits requests', reply.retry_after_ms)
    case 'rejected':
      return postponed('rejected', reply.reason)
    default:
      return postponed(signal.aborted ? 'stopped' : 'failed', reply.reason)
  }
}

/** A request that may have been billed counts as estimated, if the service does not report its tokens. */
function usedTokens(reply: ChatReply, estimated: number): number {
  if (reply.kind === 'answered') return reply.tokens ?? estimated
  return reply.kind === 'failed' && reply.may_be_billed ? estimated : 0
}
