import { Counter, type Registry } from 'prom-client'
import type { ChatReply } from '../chat/chat-reply.ts'
import type { Verdict } from './stored-answers.ts'

export type ModelMetrics = {
  readonly onReply: (reply: ChatReply, tokens: number) => void
  readonly onVerdict: (verdict: Verdict) => void
  readonly onKnown: () => void
}

/** Counters of one process. Alert if accepted answers stop, or if one rule refuses most answers. */
export function createModelMetrics(registry: Registry): ModelMetrics {
  const registers = [registry]
  const requests = new Counter({
    name: 'legislog_model_requests_total',
    help: 'Requests to the model by outcome: answered, limited, failed, rejected',
    labelNames: ['outcome'],
    registers,
  })
  const tokens = new Counter({
    name: 'legislog_model_tokens_total',
    help: 'Tokens that count against MODEL_TOKENS_PER_DAY, as the service reports them, else as estimated',
    registers,
  })
  const verdicts = new Counter({
    name: 'legislog_model_answers_total',
    help: 'Answers by verdict: accepted, or refused after one repair',
    labelNames: ['verdict'],
    registers,
  })
  const broken = new Counter({
    name: 'legislog_model_broken_rules_total',
    help: 'Rules that refused answers broke after their repair',
    labelNames: ['rule'],
    registers,
  })
  const known = new Counter({
    name: 'legislog_model_known_answers_total',
    help: 'Questions that were not sent, because their answer was stored',
    registers,
  })
  return {
    onReply({ kind }, used) {
      requests.inc({ outcome: kind })
      tokens.inc(used)
    },
    onVerdict(verdict) {
      const rules = 'answer' in verdict ? undefined : verdict.broken
      verdicts.inc({ verdict: rules === undefined ? 'accepted' : 'refused' })
      for (const rule of rules ?? []) broken.inc({ rule })
    },
    onKnown: () => known.inc(),
  }
}
