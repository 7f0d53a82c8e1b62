import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * Bought lookups: a ledger of immutable entries. The same statement updates their sum, which a constraint keeps from
 * going below zero. They never expire. A reference that was credited before credits nothing.
 */
export async function buyCredits(
  database: Queryable,
  accountId: number,
  amount: number,
  reference: string | undefined,
): Promise<{ is_new: boolean; balance: number }> {
  const { rows } = await database.query<{ balance: number }>(
    `WITH entry AS (
       INSERT INTO account.credit_entry (account_id, kind, amount, reference) VALUES ($1, 'bought', $2, $3)
       ON CONFLICT (account_id, reference) DO NOTHING RETURNING amount
     )
     INSERT INTO account.credit_balance AS b (account_id, balance) SELECT $1, amount FROM entry
     ON CONFLICT (account_id) DO UPDATE SET balance = b.balance + excluded.balance
     RETURNING balance`,
    [accountId, amount, reference ?? null],
  )
  return rows[0] === undefined
    ? { is_new: false, balance: await balanceOf(database, accountId) }
    : { is_new: true, balance: rows[0].balance }
}

async function balanceOf(database: Queryable, accountId: number): Promise<number> {
  const { rows } = await database.query<{ balance: number }>(
    'SELECT balance FROM account.credit_balance WHERE account_id = $1',
    [accountId],
  )
  return rows[0]?.balance ?? 0
}
