import type { Database } from '../../runtime/postgres/postgres.ts'
import { once } from '../http/once.ts'
import { type ProblemError, problem, QUOTA_EXCEEDED } from '../http/problem.ts'
import { returnCredit, spendCredit } from './credits.ts'

/** A lookup is paid before it is made, and refunded if it finds nothing. */
export type Reservation = {
  readonly paid_from: 'allowance' | 'credit'
  /** Gives it back. Doing so again changes nothing. */
  release(): Promise<void>
}

/** The month of a time, as the day with which it begins: months are those of the calendar in UTC. */
export const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

export const nextMonthOf = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))

/**
 * Takes one lookup of this month's allowance, or else one bought credit; undefined if neither is left. Each is one
 * statement that decides and counts at once, so that any number of servers never go over the cap together. A server that
 * is killed between reserving and releasing leaves one lookup counted.
 */
export async function reserveLookup(
  database: Database,
  accountId: number,
  cap: number,
  now: Date,
): Promise<Reservation | undefined> {
  const month = monthOf(now)
  if (await takeAllowance(database, accountId, month, cap)) {
    return { paid_from: 'allowance', release: once(() => returnAllowance(database, accountId, month)) }
  }
  if (await spendCredit(database, accountId)) {
    return { paid_from: 'credit', release: once(() => returnCredit(database, accountId)) }
  }
  return undefined
}

/** The error for an account that has no lookup left. */
export function lookupsUsedUp(cap: number, now: Date): ProblemError {
  const wait_s = Math.ceil((nextMonthOf(now).getTime() - now.getTime()) / 1_000)
  return problem(
    429,
    'monthly_lookup_cap',
    `The ${cap} lookups of this month and all bought ones are used up.`,
    {
      type: QUOTA_EXCEEDED,
      headers: { 'retry-after': String(wait_s) },
      members: { 'violated-policies': ['lookups'] },
    },
  )
}

async function takeAllowance(
  database: Database,
  accountId: number,
  month: string,
  cap: number,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `INSERT INTO account.lookup_month AS m (account_id, month, used)
     SELECT $1, $2, 1 WHERE $3::bigint > 0
     ON CONFLICT (account_id, month) DO UPDATE SET used = m.used + 1 WHERE m.used < $3::bigint`,
    [accountId, month, cap],
  )
  return rowCount === 1
}

/** Into the month that it was taken from, which may have ended. */
async function returnAllowance(database: Database, accountId: number, month: string): Promise<void> {
  await database.query(
    'UPDATE account.lookup_month SET used = used - 1 WHERE account_id = $1 AND month = $2 AND used > 0',
    [accountId, month],
  )
}
