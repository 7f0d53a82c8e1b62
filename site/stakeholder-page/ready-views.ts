import { LRUCache } from 'lru-cache'
import type { ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import type { PageParts, PreparedText } from './page-source.ts'

/** Caches ask with every request whether the page is still published and has not changed. */
export const NOT_STORED = 'public, no-cache'
const PREPARED = { cache_control: NOT_STORED, brotli_quality: 5 }
/** Views of one page that are kept ready: its parts, orders and filters. */
const MAX_VIEWS = 50

type ReadyView = (
  bills: readonly ShownBill[],
  query: Readonly<Record<string, unknown>>,
  make: () => string,
) => PreparedText

/** Keeps answers as long as the list of bills is the same. */
export function createReadyViews(prepareText: PageParts['prepareText']): ReadyView {
  const ready = new WeakMap<readonly ShownBill[], LRUCache<string, PreparedText>>()
  return (bills, query, make) => {
    let views = ready.get(bills)
    if (views === undefined) {
      views = new LRUCache({ max: MAX_VIEWS })
      ready.set(bills, views)
    }
    const name = JSON.stringify(Object.entries(query).sort())
    let view = views.get(name)
    if (view === undefined) {
      view = prepareText(make, PREPARED)
      views.set(name, view)
    }
    return view
  }
}
