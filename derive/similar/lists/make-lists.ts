import type { Neighbor } from '../index/bill-index.ts'
import type { RowSearch } from '../index/row-search.ts'
import { scaled } from '../index/scores.ts'
import type { IndexedRows } from '../index/shared-index.ts'
import { bestNeighbors, otherLimits, type SimilarLists, sameLimits } from './neighbor-list.ts'

/** A row that was found, in the order of a list: a higher score first, then a lower id. */
type Found = { readonly row: number; readonly score: number; readonly cosine: number | undefined }

/**
 * Makes the lists of a row from all rows. Of each jurisdiction, only as many are kept as a list may have: thousands may be
 * similar enough.
 */
export function listsOfRow(search: RowSearch, rows: IndexedRows, own: number): SimilarLists {
  const { ids, placeOf, places, least } = rows
  const ownPlace = placeOf[own]!
  const kept = places.map((): Found[] => [])
  const comesBefore = (one: Found, other: Found): boolean =>
    one.score !== other.score ? one.score > other.score : ids[one.row]! < ids[other.row]!
  search.find(rows, own, least, (row, score, cosine) => {
    const place = placeOf[row]!
    const best = kept[place]!
    const most = place === ownPlace ? sameLimits.of_a_jurisdiction : otherLimits.of_a_jurisdiction
    const found = { row, score, cosine }
    if (best.length === most) {
      if (!comesBefore(found, best[most - 1]!)) return
      best.pop()
    }
    let at = best.length
    while (at > 0 && comesBefore(found, best[at - 1]!)) at -= 1
    best.splice(at, 0, found)
  })
  const neighborsOf = (place: number): Neighbor[] =>
    kept[place]!.map(({ row, score, cosine }) => ({
      id: ids[row]!,
      jurisdiction: places[place]!,
      score,
      cosine: cosine === undefined ? null : scaled(cosine),
    }))
  const others = places.flatMap((_, place) => (place === ownPlace ? [] : neighborsOf(place)))
  return {
    bill_id: ids[own]!,
    other: bestNeighbors(others, otherLimits),
    same: bestNeighbors(neighborsOf(ownPlace), sameLimits),
  }
}
