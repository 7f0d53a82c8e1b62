import { createTokenBudget, type TokenBudget } from '../../derive/model/answers/token-budget.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * The tokens that one account may use in a day (UTC) for answers to questions. They also count in the budget of all
 * processes. `per_day` 0: none.
 */
export function createAnswerBudget(
  database: Queryable,
  accountId: number,
  limits: { readonly per_day: number; readonly of_all_per_day: number },
): TokenBudget {
  const ofAll = createTokenBudget(database, limits.of_all_per_day)
  const add = (day: string, tokens: number) =>
    database.query(
      'UPDATE account.answer_day SET tokens = greatest(0, tokens + $3) WHERE account_id = $1 AND day = $2',
      [accountId, day, tokens],
    )
  return {
    async reserve(tokens, now) {
      if (tokens > limits.per_day) return undefined
      const day = now.toISOString().slice(0, 10)
      const { rowCount } = await database.query(
        `INSERT INTO account.answer_day AS d (account_id, day, tokens) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, day) DO UPDATE SET tokens = d.tokens + excluded.tokens
         WHERE d.tokens + excluded.tokens <= $4`,
        [accountId, day, tokens, limits.per_day],
      )
      if (rowCount === 0) return undefined
      const reserved = await ofAll.reserve(tokens, now)
      if (reserved === undefined) await add(day, -tokens)
      return reserved
    },
    async settle(reserved, used) {
      await ofAll.settle(reserved, used)
      if (used !== reserved.tokens) await add(reserved.day, used - reserved.tokens)
    },
    async usedOn(now) {
      const { rows } = await database.query<{ tokens: number }>(
        'SELECT tokens FROM account.answer_day WHERE account_id = $1 AND day = $2',
        [accountId, now.toISOString().slice(0, 10)],
      )
      return rows[0]?.tokens ?? 0
    },
  }
}
