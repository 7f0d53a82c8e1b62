import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { defaultColumns, type SheetColumn } from '../../schemas/http/sheets/sheet-columns.ts'
import type { PageChange, PageRequest } from '../../schemas/http/sheets/stakeholder-page.ts'
import { deleteOldTombstones, requireRoom } from '../accounts/owned-rows.ts'
import { problem } from '../http/problem.ts'
import { invalidBody } from '../input/refused-input.ts'
import type { Bindings } from '../read-schema/bindings.ts'
import { findSheet } from '../sheets/sheets.ts'
import { keepPublishedSlug, releaseSlugs, takeSlug } from './slugs.ts'

export type PageRecord = {
  readonly id: number
  readonly sheet_id: number
  readonly slug: string
  readonly former_slugs: readonly string[]
  readonly title: string
  readonly introduction: string
  readonly columns: readonly SheetColumn[]
  readonly sort: string
  readonly accent_color: string
  readonly logo: {
    readonly sha256: string
    readonly width: number
    readonly height: number
    readonly description: string
  } | null
  readonly published_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

const MAX_PAGES = 200
const ACCENT = '0a58ca'

export const PAGE = `p.id, p.sheet_id, p.title, p.introduction, p.columns, p.sort, p.accent_color, p.published_at, p.created_at, p.updated_at,
  coalesce((SELECT g.slug FROM account.page_slug g WHERE g.page_id = p.id AND g.is_current), '') AS slug,
  ARRAY(SELECT g.slug FROM account.page_slug g WHERE g.page_id = p.id AND NOT g.is_current ORDER BY g.slug) AS former_slugs,
  (SELECT json_build_object('sha256', l.sha256, 'width', l.width, 'height', l.height, 'description', l.description)
   FROM account.page_logo l WHERE l.page_id = p.id) AS logo`

/** The rows of an account for a page of stakeholder pages. */
export const pagesSource =
  (accountId: number) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${PAGE}, 0 AS seq, p.removed_at IS NOT NULL AS deleted, NULL AS item
     FROM account.stakeholder_page p WHERE p.account_id = ${bind(accountId)}`

const unknownPage = (id: number) => problem(404, 'not_found', `There is no stakeholder page ${id}.`)

export async function findPage(
  database: Queryable,
  accountId: number,
  id: number,
): Promise<PageRecord | undefined> {
  const { rows } = await database.query<PageRecord>(
    `SELECT ${PAGE} FROM account.stakeholder_page p WHERE p.id = $1 AND p.account_id = $2 AND p.removed_at IS NULL`,
    [id, accountId],
  )
  return rows[0]
}

export async function requirePage(database: Queryable, accountId: number, id: number): Promise<PageRecord> {
  const page = await findPage(database, accountId, id)
  if (page === undefined) throw unknownPage(id)
  return page
}

export async function createPage(
  database: Database,
  accountId: number,
  request: PageRequest,
): Promise<PageRecord> {
  const { sheet_id, slug, title, introduction = '', columns = defaultColumns } = request
  const { sort = columns[0]!, accent_color = ACCENT } = request
  checkSort(sort, columns)
  return inTransaction(database, async (client) => {
    await requireOwnSheet(client, accountId, sheet_id)
    await requireRoom(client, accountId, {
      table: 'account.stakeholder_page',
      most: MAX_PAGES,
      called: 'stakeholder pages',
    })
    await deleteOldTombstones(client, accountId, 'account.stakeholder_page')
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO account.stakeholder_page
         (account_id, sheet_id, title, introduction, columns, sort, accent_color, preview_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [accountId, sheet_id, title, introduction, columns, sort, accent_color.toLowerCase(), randomBytes(32)],
    )
    const { id } = rows[0]!
    await takeSlug(client, { id, account_id: accountId }, slug)
    return requirePage(client, accountId, id)
  })
}

/** Runs a change of a page of the account. Its readers see it at once. */
async function changing(
  database: Database,
  accountId: number,
  id: number,
  change: (client: PoolClient, page: PageRecord) => Promise<void>,
): Promise<PageRecord> {
  return inTransaction(database, async (client) => {
    await client.query(
      'SELECT FROM account.stakeholder_page WHERE id = $1 AND account_id = $2 AND removed_at IS NULL FOR UPDATE',
      [id, accountId],
    )
    await change(client, await requirePage(client, accountId, id))
    await client.query('UPDATE account.stakeholder_page SET updated_at = now() WHERE id = $1', [id])
    return requirePage(client, accountId, id)
  })
}

export function changePage(
  database: Database,
  accountId: number,
  id: number,
  change: PageChange,
): Promise<PageRecord> {
  return changing(database, accountId, id, async (client, page) => {
    const { sheet_id = page.sheet_id, title = page.title, introduction = page.introduction } = change
    const { columns = page.columns, accent_color = page.accent_color, slug } = change
    const isHidden = change.sort === undefined && !columns.includes(columnOf(page.sort))
    const sort = change.sort ?? (isHidden ? columns[0]! : page.sort)
    checkSort(sort, columns)
    if (sheet_id !== page.sheet_id) await requireOwnSheet(client, accountId, sheet_id)
    if (slug !== undefined && slug !== page.slug) {
      await takeSlug(client, { id, account_id: accountId }, slug)
      if (page.published_at !== null) await keepPublishedSlug(client, id)
    }
    await client.query(
      `UPDATE account.stakeholder_page SET sheet_id = $2, title = $3, introduction = $4, columns = $5, sort = $6,
         accent_color = $7 WHERE id = $1`,
      [id, sheet_id, title, introduction, columns, sort, accent_color.toLowerCase()],
    )
  })
}

export function publishPage(database: Database, accountId: number, id: number): Promise<PageRecord> {
  return changing(database, accountId, id, async (client) => {
    await keepPublishedSlug(client, id)
    await client.query(
      'UPDATE account.stakeholder_page SET published_at = coalesce(published_at, now()) WHERE id = $1',
      [id],
    )
  })
}

/** From now on nobody else reads the page, and the addresses of its previews no longer work. */
export function unpublishPage(database: Database, accountId: number, id: number): Promise<PageRecord> {
  return changing(database, accountId, id, async (client) => {
    await client.query(
      'UPDATE account.stakeholder_page SET published_at = NULL, preview_key = $2 WHERE id = $1',
      [id, randomBytes(32)],
    )
  })
}

export async function removePage(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE account.stakeholder_page SET title = '', introduction = '', published_at = NULL, preview_key = $3,
         removed_at = now(), updated_at = now()
       WHERE id = $1 AND account_id = $2 AND removed_at IS NULL`,
      [id, accountId, randomBytes(32)],
    )
    if (rowCount === 0) throw unknownPage(id)
    await client.query('DELETE FROM account.page_logo WHERE page_id = $1', [id])
    await releaseSlugs(client, id)
  })
}

export function writeLogo(
  database: Database,
  accountId: number,
  id: number,
  logo: {
    readonly sha256: string
    readonly media_type: string
    readonly bytes: Buffer
    readonly width: number
    readonly height: number
    readonly description: string
  } | null,
): Promise<PageRecord> {
  return changing(database, accountId, id, async (client) => {
    await client.query('DELETE FROM account.page_logo WHERE page_id = $1', [id])
    if (logo === null) return
    const { sha256, media_type, bytes, width, height, description } = logo
    await client.query(
      `INSERT INTO account.page_logo (page_id, sha256, media_type, bytes, width, height, description)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, sha256, media_type, bytes, width, height, description],
    )
  })
}

const columnOf = (sort: string): SheetColumn => sort.replace(/^-/u, '') as SheetColumn

/** A page in the order of a hidden column would reveal something about it. */
function checkSort(sort: string, columns: readonly SheetColumn[]): void {
  if (columns.includes(columnOf(sort))) return
  throw invalidBody(
    ['sort'],
    `sort is ${JSON.stringify(sort)}; it must be one of the columns: ${columns.join(', ')}.`,
  )
}

async function requireOwnSheet(client: PoolClient, accountId: number, sheetId: number): Promise<void> {
  if ((await findSheet(client, accountId, sheetId)) !== undefined) return
  throw invalidBody(['sheet_id'], `sheet_id is ${sheetId}; the account has no such bill sheet.`)
}
