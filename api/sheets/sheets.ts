import type { PoolClient } from 'pg'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { SheetChange, SheetRequest, SheetSearch } from '../../schemas/http/sheets/sheet.ts'
import { deleteOldTombstones, requireRoom } from '../accounts/owned-rows.ts'
import { problem } from '../http/problem.ts'
import type { Bindings } from '../read-schema/bindings.ts'

export type SheetRecord = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly search: SheetSearch | null
  readonly is_search_cut: boolean
  readonly version: number
  readonly refreshed_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly bills: number
}

export const MAX_SHEETS = 500

export const SHEET = `s.id, s.name, s.description, s.search, s.is_search_cut, s.version, s.refreshed_at, s.created_at, s.updated_at,
  (SELECT count(*) FROM account.bill_sheet_item i WHERE i.sheet_id = s.id AND i.removed_at IS NULL) AS bills`

/** The rows of an account for a page of sheets. */
export const sheetsSource =
  (accountId: number) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${SHEET}, 0 AS seq, s.removed_at IS NOT NULL AS deleted, NULL AS item
     FROM account.bill_sheet s WHERE s.account_id = ${bind(accountId)}`

export const unknownSheet = (id: number) => problem(404, 'not_found', `There is no sheet ${id}.`)

export async function findSheet(
  database: Queryable,
  accountId: number,
  id: number,
): Promise<SheetRecord | undefined> {
  const { rows } = await database.query<SheetRecord>(
    `SELECT ${SHEET} FROM account.bill_sheet s WHERE s.id = $1 AND s.account_id = $2 AND s.removed_at IS NULL`,
    [id, accountId],
  )
  return rows[0]
}

export async function requireSheet(database: Queryable, accountId: number, id: number): Promise<SheetRecord> {
  const sheet = await findSheet(database, accountId, id)
  if (sheet === undefined) throw unknownSheet(id)
  return sheet
}

/** Locks the sheet until the end of the transaction, so that its changes and limits are checked one after the other. */
export async function lockSheet(client: PoolClient, accountId: number, id: number): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM account.bill_sheet WHERE id = $1 AND account_id = $2 AND removed_at IS NULL FOR UPDATE`,
    [id, accountId],
  )
  if (rowCount === 0) throw unknownSheet(id)
}

/** Tells caches that the bills of a sheet, or what is written about them, changed. */
export async function touchSheet(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE account.bill_sheet SET version = version + 1 WHERE id = $1', [id])
}

export async function createSheet(
  database: Database,
  accountId: number,
  { name, description = '', search = null }: SheetRequest,
): Promise<number> {
  return inTransaction(database, async (client) => {
    await requireRoom(client, accountId, { table: 'account.bill_sheet', most: MAX_SHEETS, called: 'sheets' })
    await deleteOldTombstones(client, accountId, 'account.bill_sheet')
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO account.bill_sheet (account_id, name, description, search) VALUES ($1, $2, $3, $4) RETURNING id',
      [accountId, name, description, search === null ? null : JSON.stringify(search)],
    )
    return rows[0]!.id
  })
}

export async function changeSheet(
  database: Database,
  accountId: number,
  id: number,
  change: SheetChange,
): Promise<void> {
  const { name, description, search } = change
  const { rowCount } = await database.query(
    `UPDATE account.bill_sheet SET name = coalesce($3, name), description = coalesce($4, description),
       search = CASE WHEN $5 THEN $6::json ELSE search END,
       refreshed_at = CASE WHEN $5 THEN NULL ELSE refreshed_at END,
       version = version + 1, updated_at = now()
     WHERE id = $1 AND account_id = $2 AND removed_at IS NULL`,
    [
      ...[id, accountId, name ?? null, description ?? null, search !== undefined],
      search == null ? null : JSON.stringify(search),
    ],
  )
  if (rowCount === 0) throw unknownSheet(id)
}

/** Removes a sheet with its items. A sheet that a page shows or alerts watch stays. */
export async function removeSheet(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (client) => {
    await lockSheet(client, accountId, id)
    const { rows } = await client.query<{ id: number }>(
      'SELECT id FROM account.stakeholder_page WHERE sheet_id = $1 AND removed_at IS NULL ORDER BY id LIMIT 1',
      [id],
    )
    if (rows[0] !== undefined) {
      const detail = `The stakeholder page ${rows[0].id} shows this sheet: delete the page, or give it another sheet first.`
      throw problem(409, 'conflict', detail)
    }
    const { rows: alerts } = await client.query<{ id: number }>(
      'SELECT id FROM alerts.subscription WHERE sheet_id = $1 AND removed_at IS NULL ORDER BY id LIMIT 1',
      [id],
    )
    if (alerts[0] !== undefined) {
      const detail = `The alert subscription ${alerts[0].id} watches this sheet: delete the subscription, or let it watch something else first.`
      throw problem(409, 'conflict', detail)
    }
    await client.query('DELETE FROM account.bill_sheet_item WHERE sheet_id = $1', [id])
    await client.query(
      `UPDATE account.bill_sheet SET name = '', description = '', search = NULL, version = version + 1,
         removed_at = now(), updated_at = now() WHERE id = $1`,
      [id],
    )
  })
}
