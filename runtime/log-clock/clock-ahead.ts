import { LegislogError } from '../../schemas/errors.ts'
import type { Queryable } from '../postgres/postgres.ts'

/** The inputs of a stamp: the database's time and the clock of the log (log-clock.ts). */
export type Clocks = { readonly database_at: string; readonly log_at: string }

export const READ_CLOCKS = `SELECT clock_timestamp() AS database_at, greatest(
    (SELECT at FROM control.log_floor), (SELECT max(at) FROM control.partition_clock)) AS log_at`

export async function readClocks(client: Queryable): Promise<Clocks> {
  const { rows } = await client.query<Clocks>(READ_CLOCKS)
  return rows[0]!
}

/**
 * Gives why no event may be stamped now; undefined if clocks agree. The clock of the log never goes back by itself. If
 * it is far ahead, it followed a clock that jumped, and a database that is far ahead of this host would move it there.
 * A database that is behind does no harm: stamps continue above the clock of the log, as long as it agrees with this
 * host.
 */
export function describeClockAhead(
  { database_at, log_at }: Clocks,
  tolerance_s: number,
  host_ms = Date.now(),
): string | undefined {
  const database_ms = Date.parse(database_at)
  const log_ms = Date.parse(log_at)
  if (database_ms > host_ms + tolerance_s * 1000) {
    return (
      `the database says that it is ${database_at}, and this host ${new Date(host_ms).toISOString()}: ` +
      `no event is stamped until they differ by ${tolerance_s} s at most. Set the clock that is wrong`
    )
  }
  if (log_ms > Math.max(database_ms, host_ms) + tolerance_s * 1000) {
    return (
      `the clock of the log stands at ${log_at}, and the database says that it is ${database_at}: a clock has jumped, and ` +
      `no event is stamped until they differ by ${tolerance_s} s at most. docs/clocks.md explains what to do`
    )
  }
  return undefined
}

/** Throws `clock_ahead`. */
export function requireClocksAgree(clocks: Clocks, tolerance_s: number): void {
  const reason = describeClockAhead(clocks, tolerance_s)
  if (reason !== undefined) throw new LegislogError('clock_ahead', reason)
}

export const isClockAhead = (error: unknown): error is LegislogError =>
  error instanceof LegislogError && error.code === 'clock_ahead'
