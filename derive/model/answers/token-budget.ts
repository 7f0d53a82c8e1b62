import type { Queryable } from '../../../runtime/postgres/postgres.ts'

/** A reservation of tokens of one day. */
export type Reservation = { readonly day: string; readonly tokens: number }

export type TokenBudget = {
  /** Takes tokens of the day (UTC) before a request. undefined: the day has not so many left, and nothing is taken. */
  readonly reserve: (tokens: number, now: Date) => Promise<Reservation | undefined>
  /** Replaces a reservation with what the request used, on the day of the reservation. */
  readonly settle: (reservation: Reservation, used: number) => Promise<void>
  readonly usedOn: (now: Date) => Promise<number>
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Counts tokens in Postgres, so that all processes share one budget and a restart forgets nothing. A process that is killed
 * in a request leaves its reservation: the day has less, never more. `per_day` 0: no limit.
 */
export function createTokenBudget(database: Queryable, per_day: number): TokenBudget {
  const most = per_day === 0 ? Number.MAX_SAFE_INTEGER : per_day
  return {
    async reserve(tokens, now) {
      if (tokens > most) return undefined
      const day = dayOf(now)
      const { rowCount } = await database.query(
        `INSERT INTO derive.model_day AS d (day, tokens) VALUES ($1, $2)
         ON CONFLICT (day) DO UPDATE SET tokens = d.tokens + excluded.tokens
         WHERE d.tokens + excluded.tokens <= $3`,
        [day, tokens, most],
      )
      return rowCount === 0 ? undefined : { day, tokens }
    },
    async settle({ day, tokens }, used) {
      if (used === tokens) return
      await database.query('UPDATE derive.model_day SET tokens = greatest(0, tokens + $2) WHERE day = $1', [
        day,
        used - tokens,
      ])
    },
    async usedOn(now) {
      const { rows } = await database.query<{ tokens: number }>(
        'SELECT tokens FROM derive.model_day WHERE day = $1',
        [dayOf(now)],
      )
      return rows[0]?.tokens ?? 0
    },
  }
}

/** Characters of a token, rounded down: an estimate is rather too high. Models use about four in English. */
const CHARACTERS_OF_A_TOKEN = 3

export const estimatedTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_OF_A_TOKEN)
