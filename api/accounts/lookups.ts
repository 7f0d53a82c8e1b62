import { MINUTE_MS } from '../../runtime/durations.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type PolicyHeaders, quotaExceeded } from '../http/limits.ts'
import type { ProblemError } from '../http/problem.ts'

/**
 * A lookup is charged before it is made: it counts as used from then on. Then it is billed or given back, each by one
 * statement that deletes its row, so that neither happens twice.
 */
export type Reservation = {
  readonly id: number
  readonly paid_from: 'allowance' | 'credit'
  /** Lookups of this month and bought ones that remain, without this one. */
  readonly left: number
}

/** Longer than any lookup takes. An older reservation belongs to a server that was killed. */
export const RESERVED_MS = 2 * MINUTE_MS

/** Gives the first day of the month of a time, in UTC. */
export const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

export const expiryOf = (now: Date): Date => new Date(now.getTime() + RESERVED_MS)

export const nextMonthOf = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))

/**
 * The commit does not wait for the disk. If Postgres crashes and loses it, the bill, which is written later and waits, is
 * lost too, and no answer was sent.
 */
export const QUICK_COMMIT = `set_config('synchronous_commit', 'off', true)`

/** Inserts the row for what the statement part `taken` took. */
const reserveFrom = (paidFrom: Reservation['paid_from'], left: string): string => `
  INSERT INTO account.lookup_reservation (account_id, month, paid_from, taken_at, expires_at)
  SELECT $1, $2, '${paidFrom}', $3, $4 FROM taken
  RETURNING id, paid_from, ${left} AS left, ${QUICK_COMMIT} AS quick`

const TAKE_ALLOWANCE = `
  WITH taken AS (
    INSERT INTO account.lookup_month AS m (account_id, month, used)
    SELECT $1, $2, 1 WHERE $5::bigint > 0
    ON CONFLICT (account_id, month) DO UPDATE SET used = m.used + 1 WHERE m.used < $5::bigint
    RETURNING used
  ) ${reserveFrom(
    'allowance',
    `$5::bigint - (SELECT used FROM taken)
      + coalesce((SELECT balance FROM account.credit_balance WHERE account_id = $1), 0)`,
  )}`

const TAKE_CREDIT = `
  WITH taken AS (
    UPDATE account.credit_balance SET balance = balance - 1 WHERE account_id = $1 AND balance > 0
    RETURNING balance
  ), entry AS (
    INSERT INTO account.credit_entry (account_id, kind, amount) SELECT $1, 'spent', -1 FROM taken
  ) ${reserveFrom('credit', '(SELECT balance FROM taken)')}`

/**
 * Takes one lookup of this month's allowance, or else one bought credit; undefined if neither is left, or if only the
 * allowance may be used and is used up. Each is one statement that decides, counts and reserves, so that any number of
 * servers never go over the cap together.
 */
export async function reserveLookup(
  database: Queryable,
  accountId: number,
  cap: number,
  now: Date,
  { allowance_only = false }: { readonly allowance_only?: boolean } = {},
): Promise<Reservation | undefined> {
  const row = [accountId, monthOf(now), now, expiryOf(now)]
  const allowance = await database.query<Reservation>({
    name: 'lookup-take-allowance',
    text: TAKE_ALLOWANCE,
    values: [...row, cap],
  })
  const [taken] =
    allowance.rows.length > 0 || allowance_only ? allowance.rows : await takeCredit(database, row)
  return taken === undefined ? undefined : { id: taken.id, paid_from: taken.paid_from, left: taken.left }
}

async function takeCredit(database: Queryable, row: readonly unknown[]): Promise<Reservation[]> {
  const { rows } = await database.query<Reservation>({
    name: 'lookup-take-credit',
    text: TAKE_CREDIT,
    values: [...row],
  })
  return rows
}

/** Lookups of this month and bought ones that remain. */
export async function readLookupsLeft(
  database: Queryable,
  accountId: number,
  cap: number,
  now: Date,
): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    `SELECT greatest(0, $3::bigint
         - coalesce((SELECT used FROM account.lookup_month WHERE account_id = $1 AND month = $2), 0))
       + coalesce((SELECT balance FROM account.credit_balance WHERE account_id = $1), 0) AS left`,
    [accountId, monthOf(now), cap],
  )
  return rows[0]!.left
}

/** Bills it. False if it was given back before, because it had expired. */
export async function settleLookup(database: Queryable, { id }: Pick<Reservation, 'id'>): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'lookup-settle',
    text: 'DELETE FROM account.lookup_reservation WHERE id = $1',
    values: [id],
  })
  return rowCount === 1
}

const RELEASE = `
  WITH given AS (
    DELETE FROM account.lookup_reservation WHERE id = $1 RETURNING account_id, month, paid_from
  ), months AS (
    -- the month that it was taken from, which may have ended
    UPDATE account.lookup_month m SET used = m.used - 1 FROM given g
    WHERE g.paid_from = 'allowance' AND m.account_id = g.account_id AND m.month = g.month AND m.used > 0
  ), balances AS (
    UPDATE account.credit_balance b SET balance = b.balance + 1 FROM given g
    WHERE g.paid_from = 'credit' AND b.account_id = g.account_id
  ), entries AS (
    INSERT INTO account.credit_entry (account_id, kind, amount)
    SELECT account_id, 'returned', 1 FROM given WHERE paid_from = 'credit'
  )
  SELECT ${QUICK_COMMIT} AS quick FROM given`

/** Gives it back. False if it was billed or given back before. */
export async function releaseLookup(database: Queryable, { id }: Pick<Reservation, 'id'>): Promise<boolean> {
  const { rowCount } = await database.query({ name: 'lookup-release', text: RELEASE, values: [id] })
  return rowCount === 1
}

const SWEEP_ROWS = 500

/** Gives back the lookups whose servers were killed before they were answered. Returns how many. */
export async function sweepLookups(database: Queryable, now: Date): Promise<number> {
  let given = 0
  for (;;) {
    const { rows } = await database.query<{ id: number }>(
      'SELECT id FROM account.lookup_reservation WHERE expires_at <= $1 ORDER BY expires_at, id LIMIT $2',
      [now, SWEEP_ROWS],
    )
    for (const row of rows) given += Number(await releaseLookup(database, row))
    if (rows.length < SWEEP_ROWS) return given
  }
}

/** The error for an account that has no lookup left. */
export function lookupsUsedUp(cap: number, now: Date): ProblemError {
  return quotaExceeded('monthly_lookup_cap', usedUpText(cap), {
    policy: 'lookups',
    retry_after_s: lookupPolicies(cap, 0, now).reset_s,
  })
}

export const usedUpText = (cap: number): string =>
  `The ${cap} lookups of this month and all bought ones are used up.`

/** `reset_s`: seconds until the next month. */
export type LookupPolicies = PolicyHeaders & { readonly reset_s: number }

/** The policy `lookups`: `left` includes bought lookups, so it may be above the allowance. */
export function lookupPolicies(cap: number, left: number, now: Date): LookupPolicies {
  const seconds = (from: Date) => Math.ceil((nextMonthOf(now).getTime() - from.getTime()) / 1_000)
  const reset_s = seconds(now)
  return {
    policy: `"lookups";q=${cap};w=${seconds(new Date(monthOf(now)))}`,
    state: `"lookups";r=${left};t=${reset_s}`,
    reset_s,
  }
}
