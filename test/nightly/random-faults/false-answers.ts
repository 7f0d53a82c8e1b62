import type { Condition, Conditions } from './conditions.ts'

/** The answers that are asked for, and the conditions under which each must not say that all is well. */
export const forbidden = {
  'relay /readyz': ['kafka', 'postgres', 'foreign kafka', 'relay'],
  'project /readyz': ['kafka', 'postgres', 'foreign kafka', 'project'],
  'webhooks /readyz': ['kafka', 'postgres', 'redis', 'foreign kafka', 'webhooks'],
  'api /readyz': ['kafka', 'postgres', 'redis', 'foreign kafka', 'relay', 'project', 'api'],
  'derive /readyz': ['postgres', 'derive'],
  'relay /healthz': ['relay'],
  'project /healthz': ['project'],
  'webhooks /healthz': ['webhooks'],
  'api /healthz': ['api'],
  'derive /healthz': ['derive'],
  status: ['kafka', 'postgres', 'redis', 'foreign kafka', 'relay', 'project', 'webhooks', 'api', 'derive'],
} as const satisfies Record<string, readonly Condition[]>

export type AnswerName = keyof typeof forbidden
/** The answer of a service or of `status`; `text` is the error if no answer came. */
export type Answer = { readonly says_well: boolean; readonly text: string }

export type FalseAnswer = {
  readonly at: string
  readonly answer: AnswerName
  readonly what: string
  /** How long the fault had lasted when the answer was asked for the last time. */
  readonly lasted_s: number
  /** How often this answer was wrong during the same fault. */
  readonly times: number
  /** The first wrong answer. */
  readonly text: string
}

/** Services need time to notice a fault: within this time an answer may still say that all is well. */
export const GRACE_S = 15

/** A store that is only slow answers one of these checks; a frozen or dead one answers none. */
const MOST_LOOKS = 4

export type FalseAnswers = {
  /**
   * Asks, and records a wrong answer: its condition began before the question, and no check after the answer finds that
   * it has ended.
   */
  judge(answer: AnswerName, ask: () => Promise<Answer>): Promise<Answer>
  /** Wrong answers on the same `occasion` count as one lie. */
  add(lie: Omit<FalseAnswer, 'at' | 'times'>, occasion: string): void
  all(): readonly FalseAnswer[]
  /** Counts how often each answer was requested, and how often it said that all is well. */
  counts(): ReadonlyMap<AnswerName, { readonly asked: number; readonly well: number }>
  /** Gives, for each pair of answer and condition, the longest time after which the answer still said that all is well. */
  noticed(): ReadonlyMap<string, number>
}

export function createFalseAnswers(options: {
  readonly conditions: Conditions
  /** Checks a condition now: the last check of a store may be older than its recovery, which the answer reports. */
  readonly probe: (condition: Condition) => Promise<void>
  readonly now_ms?: () => number
}): FalseAnswers {
  const { conditions, probe, now_ms = () => performance.now() } = options
  const all = new Map<string, FalseAnswer>()
  const counts = new Map<AnswerName, { asked: number; well: number }>()
  const noticed = new Map<string, number>()

  function add(lie: Omit<FalseAnswer, 'at' | 'times'>, occasion: string): void {
    const key = `${lie.answer}, ${occasion}`
    const before = all.get(key)
    const text = (before?.text ?? lie.text).slice(0, 400)
    const at = before?.at ?? new Date().toISOString()
    all.set(key, { ...lie, at, text, times: (before?.times ?? 0) + 1 })
  }

  return {
    async judge(answer, ask) {
      const asked_ms = now_ms()
      const before = conditions.now()
      const answered = await ask()
      const count = counts.get(answer) ?? { asked: 0, well: 0 }
      counts.set(answer, { asked: count.asked + 1, well: count.well + (answered.says_well ? 1 : 0) })
      if (!answered.says_well) return answered
      for (const condition of forbidden[answer]) {
        const since = before.get(condition)
        if (since === undefined) continue
        const stillLasts = () => conditions.now().get(condition) === since
        for (let looks = 0; looks < MOST_LOOKS && stillLasts(); looks++) await probe(condition)
        if (!stillLasts()) continue
        const lasted_s = (asked_ms - since) / 1_000
        const pair = `${answer}, ${condition}`
        noticed.set(pair, Math.max(noticed.get(pair) ?? 0, lasted_s))
        if (lasted_s > GRACE_S)
          add({ answer, what: condition, lasted_s, text: answered.text }, `${condition} since ${since}`)
      }
      return answered
    },
    add,
    all: () => [...all.values()],
    counts: () => counts,
    noticed: () => noticed,
  }
}
