import type { Feed } from '../read-schema/live-schema.ts'
import type { PageRequest, PageRow } from './page-select.ts'

type Computed<T> = { readonly id: string; readonly updated_at: string; readonly content: T }
export type ComputedRow<T> = PageRow & { readonly position: number; readonly content: T }

/**
 * The rows of a page of a list of a few that is worked out anew for each page, in its own order: the last row of the page
 * before is looked up in it. Where that is gone meanwhile, the page begins where it stood, never at the first row again.
 * An item that leaves the list has no tombstone, because it was never stored.
 */
export function computedRows<T>(
  items: readonly Computed<T>[],
  page: PageRequest,
  { watermark }: Feed,
): ComputedRow<T>[] {
  const end = page.pinned !== undefined && page.pinned < watermark ? page.pinned : watermark
  const rows = items
    .filter(({ updated_at }) => page.since === undefined || (updated_at >= page.since && updated_at < end))
    .map(({ id, updated_at, content }, position) => ({
      ...{ id, updated_at, content, position },
      ...{ item: null, deleted: false, seq: '0' },
    }))
  return page.after === undefined ? rows : rows.slice(placeAfter(rows, page.after))
}

function placeAfter(
  rows: readonly { readonly id: string }[],
  [position, id]: readonly (string | number)[],
): number {
  const found = rows.findIndex((row) => row.id === id)
  return found === -1 ? Number(position) : found + 1
}
