import type { PoolClient } from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { MAX_SHEET_BILLS, type SheetSearch } from '../../schemas/http/sheets/sheet.ts'
import { TOMBSTONE_ROW_DAYS } from '../accounts/owned-rows.ts'
import { readNewestIds } from '../read-model/bills/bill-list.ts'
import { filtersOf } from '../read-model/bills/bill-query.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { followMerges } from './join-items.ts'
import { readItems } from './sheet-items.ts'
import { type SheetRecord, touchSheet } from './sheets.ts'

/** Merges of bills and the search of a sheet are applied when it is read, at most once in this time. */
const FRESH_MS = 60_000

export type SheetParts = {
  readonly database: Database
  readonly model: ReadModel
  readonly clock: Clock
}

type Sheet = Pick<SheetRecord, 'id' | 'search' | 'refreshed_at'>

/**
 * Lets a sheet follow the bills: items of merged bills become items of those that remain, and what the search finds becomes
 * items. Returns whether anything was due. Several processes may do it at once: one does it, the others read the items as
 * they are.
 */
export async function refreshSheet(parts: SheetParts, sheet: Sheet): Promise<boolean> {
  const { database, model, clock } = parts
  const now = clock.now()
  if (sheet.refreshed_at !== null && now.getTime() - Date.parse(sheet.refreshed_at) < FRESH_MS) return false
  // Bills are read before the transaction: it has a connection already, and must not wait for another one.
  const found = sheet.search === null ? [] : await searchBills(model, sheet.search)
  const billIds = (await readItems(database, sheet.id)).map(({ bill_id }) => bill_id)
  const standing = await readStanding(model, billIds)
  await inTransaction(database, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM account.bill_sheet WHERE id = $1 AND removed_at IS NULL AND refreshed_at IS NOT DISTINCT FROM $2
       FOR UPDATE SKIP LOCKED`,
      [sheet.id, sheet.refreshed_at],
    )
    if (rowCount === 0) return
    const followed = await applyMerges(client, sheet.id, standing.remaining)
    const searched = await applySearch(client, sheet.id, found, standing.removed)
    await client.query(
      `DELETE FROM account.bill_sheet_item
       WHERE sheet_id = $1 AND removed_at < now() - make_interval(days => $2) AND NOT is_excluded`,
      [sheet.id, TOMBSTONE_ROW_DAYS],
    )
    await client.query('UPDATE account.bill_sheet SET refreshed_at = $2, is_search_cut = $3 WHERE id = $1', [
      sheet.id,
      now,
      found.length > MAX_SHEET_BILLS,
    ])
    if (followed || searched) await touchSheet(client, sheet.id)
  })
  return true
}

async function searchBills(model: ReadModel, search: SheetSearch): Promise<number[]> {
  const filters = await withPrintedSession(model, filtersOf(search))
  return readNewestIds(model, filters, MAX_SHEET_BILLS)
}

type Standing = {
  /** The bills that remain, by those that were merged into them. */
  readonly remaining: ReadonlyMap<number, number>
  /** Bills that their source removed. */
  readonly removed: ReadonlySet<number>
}

async function readStanding(model: ReadModel, billIds: readonly number[]): Promise<Standing> {
  if (billIds.length === 0) return { remaining: new Map(), removed: new Set() }
  const { rows } = await model.read<{ id: number; replaced_by: number | null; deleted: boolean }>(
    (schema, bind) => `SELECT e.id, e.replaced_by, b.deleted
      FROM ${schema}.entity e JOIN ${schema}.bills b ON b.id = coalesce(e.replaced_by, e.id)
      WHERE e.id = ANY (${bind(billIds)}::bigint[]) AND e.entity_type = 'bill'
        AND (e.replaced_by IS NOT NULL OR b.deleted)`,
  )
  const merged = rows.flatMap(({ id, replaced_by }) =>
    replaced_by === null ? [] : [[id, replaced_by] as const],
  )
  const removed = rows.filter(({ deleted }) => deleted).map(({ id, replaced_by }) => replaced_by ?? id)
  return { remaining: new Map(merged), removed: new Set(removed) }
}

async function applyMerges(
  client: PoolClient,
  sheetId: number,
  remaining: Standing['remaining'],
): Promise<boolean> {
  if (remaining.size === 0) return false
  const { changed, removed } = followMerges(await readItems(client, sheetId), remaining)
  await client.query(
    `UPDATE account.bill_sheet_item SET removed_at = now(), updated_at = now(), note = '', tags = '{}',
       position = NULL, priority = NULL WHERE id = ANY ($1::bigint[])`,
    [removed],
  )
  await client.query(
    `UPDATE account.bill_sheet_item i SET bill_id = x.bill_id, former_bill_ids = x.former_bill_ids, origin = x.origin,
       position = x.position, priority = x.priority, note = x.note, tags = x.tags, updated_at = now()
     FROM json_to_recordset($1) AS x (id bigint, bill_id bigint, former_bill_ids bigint[], origin text, position text,
       priority text, note text, tags text[])
     WHERE i.id = x.id`,
    [JSON.stringify(changed)],
  )
  return true
}

/** Adds what the search finds, and removes what it no longer finds, except bills about which something is written. */
async function applySearch(
  client: PoolClient,
  sheetId: number,
  found: readonly number[],
  removed: Standing['removed'],
): Promise<boolean> {
  const items = await readItems(client, sheetId)
  const present = new Set(items.map(({ bill_id }) => bill_id))
  const kept = new Set(found.slice(0, MAX_SHEET_BILLS))
  // Bills that a source removed stay in the sheet, shown as removed.
  const gone = items
    .filter(({ origin, bill_id }) => origin === 'search' && !kept.has(bill_id) && !removed.has(bill_id))
    .map(({ bill_id }) => bill_id)
  const place = MAX_SHEET_BILLS - items.length + gone.length
  const excluded = await readExcluded(client, sheetId)
  const added = [...kept].filter((id) => !present.has(id) && !excluded.has(id)).slice(0, Math.max(0, place))
  if (gone.length > 0) {
    await client.query(
      `UPDATE account.bill_sheet_item SET removed_at = now(), updated_at = now()
       WHERE sheet_id = $1 AND removed_at IS NULL AND bill_id = ANY ($2::bigint[])`,
      [sheetId, gone],
    )
  }
  if (added.length > 0) {
    await client.query(
      `INSERT INTO account.bill_sheet_item (sheet_id, bill_id, origin)
       SELECT $1, id, 'search' FROM unnest($2::bigint[]) WITH ORDINALITY AS x (id, place) ORDER BY place`,
      [sheetId, added],
    )
  }
  return gone.length + added.length > 0
}

async function readExcluded(client: Queryable, sheetId: number): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ bill_id: number }>(
    'SELECT bill_id FROM account.bill_sheet_item WHERE sheet_id = $1 AND is_excluded',
    [sheetId],
  )
  return new Set(rows.map(({ bill_id }) => bill_id))
}
