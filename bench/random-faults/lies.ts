import type { Condition, Conditions } from './conditions.ts'

/** Answers that say that all is well, and what must not be so when one of them is given. */
export const forbidden = {
  'relay /readyz': ['kafka', 'postgres', 'foreign kafka', 'relay'],
  'project /readyz': ['kafka', 'postgres', 'foreign kafka', 'project'],
  'webhooks /readyz': ['kafka', 'postgres', 'redis', 'foreign kafka', 'webhooks'],
  'api /readyz': ['kafka', 'postgres', 'redis', 'foreign kafka', 'relay', 'project', 'api'],
  'relay /healthz': ['relay'],
  'project /healthz': ['project'],
  'webhooks /healthz': ['webhooks'],
  'api /healthz': ['api'],
  status: ['kafka', 'postgres', 'redis', 'foreign kafka', 'relay', 'project', 'webhooks', 'api'],
} as const satisfies Record<string, readonly Condition[]>

export type AnswerName = keyof typeof forbidden
/** An answer that said that all is well, or null if none came. */
export type Told = { readonly says_well: boolean; readonly text: string }

export type Lie = {
  readonly at: string
  readonly answer: AnswerName
  readonly what: string
  /** How long it had been so when the answer was asked for the last time. */
  readonly held_s: number
  /** How often it was said of the same fault. */
  readonly times: number
  /** What was said first. */
  readonly text: string
}

/** A fault needs so long to be noticed: until then an answer may say that all is well. */
export const GRACE_S = 15

export type Lies = {
  /** Asks, and keeps what the answer says wrongly: what was so before it was asked for and still is. */
  judge(answer: AnswerName, ask: () => Promise<Told>): Promise<Told>
  /** `occasion`: what is said several times of one occasion is one lie. */
  add(lie: Omit<Lie, 'at' | 'times'>, occasion: string): void
  all(): readonly Lie[]
  /** Counts how often each answer was requested, and how often it said that all is well. */
  counts(): ReadonlyMap<AnswerName, { readonly asked: number; readonly well: number }>
  /** Gives, for each pair of answer and condition, the longest time after which the answer still said that all is well. */
  noticed(): ReadonlyMap<string, number>
}

export function createLies(conditions: Conditions, now_ms: () => number = () => performance.now()): Lies {
  const all = new Map<string, Lie>()
  const counts = new Map<AnswerName, { asked: number; well: number }>()
  const noticed = new Map<string, number>()

  function add(lie: Omit<Lie, 'at' | 'times'>, occasion: string): void {
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
      const told = await ask()
      const after = conditions.now()
      const count = counts.get(answer) ?? { asked: 0, well: 0 }
      counts.set(answer, { asked: count.asked + 1, well: count.well + (told.says_well ? 1 : 0) })
      if (!told.says_well) return told
      for (const condition of forbidden[answer]) {
        const since = before.get(condition)
        if (since === undefined || after.get(condition) !== since) continue
        const held_s = (asked_ms - since) / 1_000
        const pair = `${answer}, ${condition}`
        noticed.set(pair, Math.max(noticed.get(pair) ?? 0, held_s))
        if (held_s > GRACE_S)
          add({ answer, what: condition, held_s, text: told.text }, `${condition} since ${since}`)
      }
      return told
    },
    add,
    all: () => [...all.values()],
    counts: () => counts,
    noticed: () => noticed,
  }
}
