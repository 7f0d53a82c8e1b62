import { LRUCache } from 'lru-cache'
import type { Log } from '../../runtime/log.ts'
import type { ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import { sortedBills } from '../../schemas/http/sheets/sort-bills.ts'
import { refreshSheet, type SheetParts } from '../sheets/refresh-sheet.ts'
import { readSheetRows } from '../sheets/sheet-bills.ts'
import { readItems } from '../sheets/sheet-items.ts'
import type { SheetRecord } from '../sheets/sheets.ts'
import { shownBills } from '../sheets/shown-bills.ts'
import { PAGE, type PageRecord } from './pages.ts'
import { readPreviewToken } from './preview-address.ts'

/** A page that may be shown, with its sheet. */
export type VisiblePage = PageRecord & {
  /** Changes with the page, its sheet and its items. */
  readonly version: string
  readonly sheet: Pick<SheetRecord, 'id' | 'search' | 'refreshed_at'>
}

export type PublishedPages = {
  /** The published page of a name, or the name that it has now. */
  find(slug: string): Promise<VisiblePage | { readonly moved_to: string } | undefined>
  /** Any page of an account, published or not. */
  findOwn(accountId: number, id: number): Promise<VisiblePage | undefined>
  /** The page of a signed address, published or not. */
  preview(token: string): Promise<(VisiblePage & { readonly preview_until: Date }) | undefined>
  /** What the page shows, in its order. The same list as long as nothing has changed. */
  bills(page: VisiblePage): Promise<readonly ShownBill[]>
  logo(
    page: Pick<PageRecord, 'id'>,
  ): Promise<{ readonly media_type: string; readonly bytes: Buffer } | undefined>
}

type Row = Omit<PageRecord, 'slug'> & {
  readonly slug: string
  readonly is_current: boolean
  readonly sheet_version: number
  readonly search: SheetRecord['search']
  readonly refreshed_at: string | null
  readonly preview_key: Buffer
}

/** A bill that changes is shown after at most this time; a change by the account is shown at once. */
const FRESH_MS = 10_000
/** Bills in memory, of all pages together. */
const MAX_BILLS = 100_000

const SELECT = `SELECT ${PAGE}, p.preview_key, s.version AS sheet_version, s.search, s.refreshed_at`
const JOINED = `JOIN account.bill_sheet s ON s.id = p.sheet_id`

/** Reads the pages that are shown to everybody. */
export function createPublishedPages(parts: SheetParts & { readonly log: Log }): PublishedPages {
  const { database, model, clock, log } = parts
  type Kept = {
    readonly version: string
    readonly until_ms: number
    readonly bills: Promise<readonly ShownBill[]>
  }
  const kept = new LRUCache<number, Kept & { readonly size: number }>({
    maxSize: MAX_BILLS,
    sizeCalculation: ({ size }) => size,
  })

  async function read(page: VisiblePage): Promise<readonly ShownBill[]> {
    try {
      await refreshSheet(parts, page.sheet)
    } catch (error) {
      log.warn(
        { err: error, sheet_id: page.sheet.id },
        'a sheet is shown as it was, because it cannot be refreshed',
      )
    }
    const items = await readItems(database, page.sheet.id)
    const rows = await readSheetRows(model, items, page.columns)
    return sortedBills(shownBills(rows, page.columns), page.sort)
  }

  return {
    async find(slug) {
      const { rows } = await database.query<Row>(
        `${SELECT}, g.is_current FROM account.page_slug g
         JOIN account.stakeholder_page p ON p.id = g.page_id ${JOINED}
         WHERE g.slug = $1 AND p.removed_at IS NULL AND p.published_at IS NOT NULL`,
        [slug],
      )
      const [row] = rows
      if (row === undefined) return undefined
      return row.is_current ? visible(row) : { moved_to: row.slug }
    },
    async findOwn(accountId, id) {
      const { rows } = await database.query<Row>(
        `${SELECT}, true AS is_current FROM account.stakeholder_page p ${JOINED}
         WHERE p.id = $1 AND p.account_id = $2 AND p.removed_at IS NULL`,
        [id, accountId],
      )
      return rows[0] === undefined ? undefined : visible(rows[0])
    },
    async preview(text) {
      const token = readPreviewToken(text, clock.now())
      if (token === undefined) return undefined
      const { rows } = await database.query<Row>(
        `${SELECT}, true AS is_current FROM account.stakeholder_page p ${JOINED} WHERE p.id = $1 AND p.removed_at IS NULL`,
        [token.id],
      )
      const [row] = rows
      if (row === undefined || !token.isSignedBy(row.preview_key)) return undefined
      return { ...visible(row), preview_until: token.expires_at }
    },
    async bills(page) {
      const now_ms = clock.now().getTime()
      const found = kept.get(page.id)
      if (found !== undefined && found.version === page.version && now_ms < found.until_ms) return found.bills
      const bills = read(page)
      const entry = { version: page.version, until_ms: now_ms + FRESH_MS, bills, size: 1 }
      // Requests that come meanwhile wait for the same list.
      kept.set(page.id, entry)
      try {
        const list = await bills
        if (kept.peek(page.id) === entry) kept.set(page.id, { ...entry, size: Math.max(1, list.length) })
        return list
      } catch (error) {
        if (kept.peek(page.id) === entry) kept.delete(page.id)
        throw error
      }
    },
    async logo({ id }) {
      const { rows } = await database.query<{ media_type: string; bytes: Buffer }>(
        'SELECT media_type, bytes FROM account.page_logo WHERE page_id = $1',
        [id],
      )
      return rows[0]
    },
  }
}

function visible(row: Row): VisiblePage {
  const { is_current: _, preview_key: _key, sheet_version, search, refreshed_at, ...page } = row
  const sheet = { id: page.sheet_id, search, refreshed_at }
  return { ...page, sheet, version: `${page.updated_at} ${sheet_version}` }
}
