import type { PoolClient } from 'pg'
import type { Upkeep } from '../../runtime/postgres/hourly-upkeep.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { problem } from '../http/problem.ts'
import { retractScorecards } from '../scorecards/own-scorecards.ts'
import { deleteWaitingMails } from './waiting-mails.ts'

/** Rows of an account may be many. */
const PATIENCE = "SET LOCAL statement_timeout = '5min'"

export type Deleted = {
  /** SHA-256 of the tokens of the account, in hex: caches forget them. */
  readonly tokens: readonly string[]
}

/**
 * Deletes an account with everything that it owns, in one transaction. What was public leaves its name: no other account gets
 * the address of a page that was published, and a published scorecard is removed by an event. Deliveries of webhooks stop at
 * once, and the dispatcher deletes them in pieces. Undefined if there is no such account any more.
 */
export async function deleteAccount(
  database: Database,
  account: { readonly id: number; readonly name: string },
  now: Date,
): Promise<Deleted | undefined> {
  return inTransaction(database, async (client) => {
    await client.query(PATIENCE)
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM account.account WHERE id = $1 AND name = $2 FOR UPDATE',
      [account.id, account.name],
    )
    if (rows[0] === undefined) return undefined
    const { rows: tokens } = await client.query<{ sha256: string }>(
      "SELECT encode(sha256, 'hex') AS sha256 FROM account.token WHERE account_id = $1",
      [account.id],
    )
    await retractScorecards(client, account.id)
    await client.query('INSERT INTO account.deleted_account (id, deleted_at) VALUES ($1, $2)', [
      account.id,
      now,
    ])
    await deleteWaitingMails(client, account.id)
    await deleteSlugs(client, account.id)
    await deleteWebhooks(client, account.id)
    // Everything else of the account and of alerts goes with it.
    await client.query('DELETE FROM account.account WHERE id = $1', [account.id])
    return { tokens: tokens.map(({ sha256 }) => sha256) }
  })
}

/** Throws 400 if the name that a person typed is not the one of the account. */
export function requireTypedName(name: string, typed: string): void {
  if (typed === name) return
  const detail = `name is ${JSON.stringify(typed)}; it must be the name of the account, ${JSON.stringify(name)}, to delete it.`
  throw problem(400, 'invalid_parameter', detail, { errors: [{ parameter: 'name', detail }] })
}

/** The names of published pages stay taken, and lead nowhere. */
async function deleteSlugs(client: PoolClient, accountId: number): Promise<void> {
  await client.query('DELETE FROM account.page_slug WHERE account_id = $1 AND NOT was_published', [accountId])
  await client.query(
    'UPDATE account.page_slug SET page_id = NULL, is_current = false WHERE account_id = $1',
    [accountId],
  )
}

/** Tables of webhooks do not refer to accounts, so that nothing waits for a lock of one. */
async function deleteWebhooks(client: Queryable, accountId: number): Promise<void> {
  await client.query(
    `WITH gone AS (
       UPDATE webhook.endpoint SET account_id = NULL, status = 'disabled', url = '', description = '', events = '{}',
         filter = '{}', headers = '[]', secrets = '[]', updated_at = clock_timestamp()
       WHERE account_id = $1 RETURNING id
     ), replays AS (
       DELETE FROM webhook.replay WHERE endpoint_id IN (SELECT id FROM gone)
     )
     DELETE FROM webhook.tracked_bill WHERE endpoint_id IN (SELECT id FROM gone)`,
    [accountId],
  )
  for (const table of ['notice', 'follow', 'removed_endpoint', 'event'])
    await client.query(`DELETE FROM webhook.${table} WHERE account_id = $1`, [accountId])
}

/**
 * Another process may have answered a request of the account in the seconds in which it still knew its token. What such a
 * request wrote about webhooks is deleted too.
 */
export async function deleteLateRows(database: Database, now: Date): Promise<void> {
  const { rows } = await database.query<{ id: number }>(
    "SELECT id FROM account.deleted_account WHERE deleted_at > $1::timestamptz - interval '1 day'",
    [now],
  )
  for (const { id } of rows) await deleteWebhooks(database, id)
}

export const deletionUpkeep = (database: Database): Upkeep => ({
  failure: 'late rows of deleted accounts were not deleted',
  sweep: (now) => deleteLateRows(database, now),
})
