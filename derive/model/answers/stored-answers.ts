import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Answer } from '../grounding/answer.ts'
import type { RuleName } from '../grounding/rule.ts'

/** An answer that passed all rules, or the rules that it broke after its repair. Neither is asked again. */
export type Verdict =
  | { readonly answer: Answer; readonly answered_at: string }
  | { readonly broken: readonly (RuleName | 'form')[] }

export type Claim =
  | { readonly kind: 'known'; readonly verdict: Verdict }
  /** This caller asks. It must store a verdict or give the claim back. */
  | { readonly kind: 'claimed' }
  /** Another caller is asking the same question. */
  | { readonly kind: 'busy' }

/** Answers by the content of their question, so that no question is asked twice, by whichever process. */
export type StoredAnswers = {
  readonly claim: (key: string, now: Date, lease_ms: number) => Promise<Claim>
  /** Gives the verdict as it will be read again. */
  readonly store: (key: string, verdict: Verdict) => Promise<Verdict>
  readonly giveBack: (key: string) => Promise<void>
}

type Row = {
  readonly answer: Answer | null
  readonly broken: RuleName[] | null
  readonly answered_at: string | null
}

export function createStoredAnswers(database: Database): StoredAnswers {
  return {
    async claim(key, now, lease_ms) {
      const { rowCount } = await database.query(
        `INSERT INTO derive.model_answer AS a (key, claimed_until) VALUES ($1, $2)
         ON CONFLICT (key) DO UPDATE SET claimed_until = excluded.claimed_until
         WHERE a.claimed_until IS NOT NULL AND a.claimed_until <= $3`,
        [key, new Date(now.getTime() + lease_ms), now],
      )
      if (rowCount === 1) return { kind: 'claimed' }
      const { rows } = await database.query<Row>(
        'SELECT answer, broken, answered_at FROM derive.model_answer WHERE key = $1 AND claimed_until IS NULL',
        [key],
      )
      const verdict = verdictOf(rows[0])
      return verdict === undefined ? { kind: 'busy' } : { kind: 'known', verdict }
    },
    async store(key, verdict) {
      const isAccepted = 'answer' in verdict
      const { rows } = await database.query<Row>(
        `UPDATE derive.model_answer SET claimed_until = NULL, answer = $2, broken = $3, answered_at = $4
         WHERE key = $1 AND claimed_until IS NOT NULL RETURNING answer, broken, answered_at`,
        [
          key,
          isAccepted ? JSON.stringify(verdict.answer) : null,
          isAccepted ? null : verdict.broken,
          isAccepted ? verdict.answered_at : null,
        ],
      )
      return verdictOf(rows[0]) ?? verdict
    },
    async giveBack(key) {
      await database.query('DELETE FROM derive.model_answer WHERE key = $1 AND claimed_until IS NOT NULL', [
        key,
      ])
    },
  }
}

function verdictOf(row: Row | undefined): Verdict | undefined {
  if (row === undefined) return undefined
  const { answer, broken, answered_at } = row
  return answer === null || answered_at === null ? { broken: broken ?? [] } : { answer, answered_at }
}
