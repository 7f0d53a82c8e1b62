import type { PoolClient } from 'pg'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { type Annotations, MAX_SHEET_BILLS } from '../../schemas/http/sheets/sheet.ts'
import { problem } from '../http/problem.ts'
import type { Bindings } from '../read-schema/bindings.ts'
import type { MergedItem } from './join-items.ts'
import { lockSheet, touchSheet } from './sheets.ts'

export type ItemRecord = MergedItem & {
  readonly created_at: string
  readonly updated_at: string
}

/** A bill to add, with what is written about it. */
export type WantedItem = Annotations & { readonly bill_id: number }

export const ITEM = `i.id, i.bill_id, i.former_bill_ids, i.origin, i.position, i.priority, i.note, i.tags, i.created_at, i.updated_at`

/** The rows of a sheet for a page of items. */
export const itemsSource =
  (sheetId: number) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${ITEM}, 0 AS seq, i.removed_at IS NOT NULL AS deleted, NULL AS item
     FROM account.bill_sheet_item i WHERE i.sheet_id = ${bind(sheetId)}`

/** Every item of a sheet, in the order of their ids. */
export async function readItems(
  database: Queryable,
  sheetId: number,
  which: { readonly ids?: readonly number[]; readonly bill_ids?: readonly number[] } = {},
): Promise<ItemRecord[]> {
  const { rows } = await database.query<ItemRecord>(
    `SELECT ${ITEM} FROM account.bill_sheet_item i WHERE i.sheet_id = $1 AND i.removed_at IS NULL
       AND ($2::bigint[] IS NULL OR i.id = ANY ($2)) AND ($3::bigint[] IS NULL OR i.bill_id = ANY ($3))
     ORDER BY i.id`,
    [sheetId, which.ids ?? null, which.bill_ids ?? null],
  )
  return rows
}

/** The ids of the bills of a sheet, with those that were merged into them: readers of changes get their tombstones. */
export async function readBillIds(database: Queryable, sheetId: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `SELECT DISTINCT unnest(array_append(i.former_bill_ids, i.bill_id)) AS id
     FROM account.bill_sheet_item i WHERE i.sheet_id = $1 AND i.removed_at IS NULL`,
    [sheetId],
  )
  return rows.map(({ id }) => id)
}

export type Added = {
  readonly added: number
  readonly items: ItemRecord[]
  /** Bills for which the sheet has no place. */
  readonly left_out: number[]
}

/**
 * Adds bills to a sheet. If one is already there, what is given replaces what was written about it. A full sheet takes the
 * first of them and leaves out the others; with `all`, it refuses them all.
 */
export async function addItems(
  database: Database,
  accountId: number,
  sheetId: number,
  wanted: readonly WantedItem[],
  { all = false }: { readonly all?: boolean } = {},
): Promise<Added> {
  return inTransaction(database, async (client) => {
    await lockSheet(client, accountId, sheetId)
    const before = await readItems(client, sheetId)
    const byBill = new Map(before.map((item) => [item.bill_id, item]))
    const [fresh, present] = [new Map<number, WantedItem>(), new Map<number, WantedItem>()]
    const leftOut: number[] = []
    for (const item of wanted) {
      const target = byBill.has(item.bill_id) ? present : fresh
      const isFull =
        target === fresh && !fresh.has(item.bill_id) && before.length + fresh.size >= MAX_SHEET_BILLS
      if (isFull) leftOut.push(item.bill_id)
      else target.set(item.bill_id, { ...target.get(item.bill_id), ...item })
    }
    if (all && leftOut.length > 0) {
      const detail = `A sheet has at most ${MAX_SHEET_BILLS} bills: this one has ${before.length}, and ${fresh.size + leftOut.length} are new.`
      throw problem(409, 'limit_reached', detail)
    }
    await insertItems(client, sheetId, [...fresh.values()])
    await annotate(
      client,
      [...present.values()].map((item) => ({ ...item, id: byBill.get(item.bill_id)!.id })),
    )
    await touchSheet(client, sheetId)
    const billIds = [...fresh.keys(), ...present.keys()]
    return {
      added: fresh.size,
      items: await readItems(client, sheetId, { bill_ids: billIds }),
      left_out: leftOut,
    }
  })
}

async function insertItems(client: PoolClient, sheetId: number, items: readonly WantedItem[]): Promise<void> {
  if (items.length === 0) return
  await client.query(
    `INSERT INTO account.bill_sheet_item (sheet_id, bill_id, origin, position, priority, note, tags)
     SELECT $1, x.bill_id, 'list', x.position, x.priority, coalesce(x.note, ''), coalesce(x.tags, '{}')
     FROM json_to_recordset($2) AS x (bill_id bigint, position text, priority text, note text, tags text[])`,
    [sheetId, JSON.stringify(items)],
  )
  await client.query(
    `UPDATE account.bill_sheet_item SET is_excluded = false
     WHERE sheet_id = $1 AND is_excluded AND bill_id = ANY ($2::bigint[])`,
    [sheetId, items.map(({ bill_id }) => bill_id)],
  )
}

/** Writes what is given about items, and keeps the rest. */
async function annotate(
  client: Queryable,
  items: readonly (Annotations & { readonly id: number })[],
): Promise<void> {
  if (items.length === 0) return
  const changes = items.map(({ id, position, priority, note, tags }) => ({
    id,
    position,
    priority,
    note,
    tags,
    has_position: position !== undefined,
    has_priority: priority !== undefined,
  }))
  await client.query(
    `UPDATE account.bill_sheet_item i SET origin = 'list', updated_at = now(),
       position = CASE WHEN x.has_position THEN x.position ELSE i.position END,
       priority = CASE WHEN x.has_priority THEN x.priority ELSE i.priority END,
       note = coalesce(x.note, i.note), tags = coalesce(x.tags, i.tags)
     FROM json_to_recordset($1) AS x (id bigint, position text, priority text, note text, tags text[],
       has_position boolean, has_priority boolean)
     WHERE i.id = x.id`,
    [JSON.stringify(changes)],
  )
}

const unknownItem = (id: number) => problem(404, 'not_found', `The sheet has no item ${id}.`)

export async function changeItem(
  database: Database,
  accountId: number,
  which: { readonly id: number; readonly item_id: number },
  change: Annotations,
): Promise<ItemRecord> {
  const { id, item_id } = which
  return inTransaction(database, async (client) => {
    await lockSheet(client, accountId, id)
    if ((await readItems(client, id, { ids: [item_id] })).length === 0) throw unknownItem(item_id)
    await annotate(client, [{ ...change, id: item_id }])
    await touchSheet(client, id)
    return (await readItems(client, id, { ids: [item_id] }))[0]!
  })
}

/** Removes an item. The search of the sheet does not add its bill again. */
export async function removeItem(
  database: Database,
  accountId: number,
  { id, item_id }: { readonly id: number; readonly item_id: number },
): Promise<void> {
  await inTransaction(database, async (client) => {
    await lockSheet(client, accountId, id)
    const { rowCount } = await client.query(
      `UPDATE account.bill_sheet_item SET removed_at = now(), updated_at = now(), is_excluded = true,
         position = NULL, priority = NULL, note = '', tags = '{}'
       WHERE id = $1 AND sheet_id = $2 AND removed_at IS NULL`,
      [item_id, id],
    )
    if (rowCount === 0) throw unknownItem(item_id)
    await touchSheet(client, id)
  })
}
