import type { Feed } from '../read-schema/live-schema.ts'
import type { PageRequest, PageRow } from './page-select.ts'

type Computed<T> = { readonly id: string; readonly updated_at: string; readonly content: T }
export type ComputedRow<T> = PageRow & { readonly position: number; readonly content: T }

/**
 * Gives a page of a short list that is computed for each page, in its own order. The page starts after the
 * last row of the previous page. If that row is gone, the page starts at its old place, never at the first
 * row. An item that leaves the list has no tombstone, because it was never stored.
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
      id,
      updated_at,
      content,
      position,
      item: null,
      deleted: false,
      seq: '0',
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
