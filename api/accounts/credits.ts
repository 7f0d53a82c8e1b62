import type { Database } from '../../runtime/postgres/postgres.ts'

/**
 * Bought lookups: a ledger of immutable entries. The same statement updates their sum, which a constraint keeps from
 * going below zero. They never expire. A reference that was credited before credits nothing.
 */
export async function buyCredits(
  database: Database,
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

async function balanceOf(database: Database, accountId: number): Promise<number> {
  const { rows } = await database.query<{ balance: number }>(
    'SELECT balance FROM account.credit_balance WHERE account_id = $1',
    [accountId],
  )
  return rows[0]?.balance ?? 0
}

/** Whether there was one. */
export async function spendCredit(database: Database, accountId: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `WITH taken AS (
       UPDATE account.credit_balance SET balance = balance - 1 WHERE account_id = $1 AND balance > 0
       RETURNING account_id
     )
     INSERT INTO account.credit_entry (account_id, kind, amount) SELECT account_id, 'spent', -1 FROM taken`,
    [accountId],
  )
  return rowCount === 1
}

export async function returnCredit(database: Database, accountId: number): Promise<void> {
  await database.query(
    `WITH given AS (
       UPDATE account.credit_balance SET balance = balance + 1 WHERE account_id = $1 RETURNING account_id
     )
     INSERT INTO account.credit_entry (account_id, kind, amount) SELECT account_id, 'returned', 1 FROM given`,
    [accountId],
  )
}
