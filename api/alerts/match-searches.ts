import type { MatchSearches } from '../../alerts/matching/searches.ts'
import type { SheetSearch } from '../../schemas/http/sheets/sheet.ts'
import type { BillFilters } from '../read-model/bills/bill-filters.ts'
import { filtersOf } from '../read-model/bills/bill-query.ts'
import { readFoundAmong } from '../read-model/bills/found-among.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { type Needs, needsOf, readPossible } from './possible-bills.ts'

/**
 * Says which of some bills each of many saved searches finds. A quick comparison leaves the few bills that a search may find,
 * and the conditions of the list decide on these.
 */
export function createMatchSearches(model: ReadModel): MatchSearches {
  const read = new WeakMap<SheetSearch, { readonly filters: BillFilters; readonly needs: Needs }>()

  function readSearch(search: SheetSearch) {
    const known = read.get(search)
    if (known !== undefined) return known
    const filters = filtersOf(search)
    const made = { filters, needs: needsOf(filters) }
    read.set(search, made)
    return made
  }

  return async (searches, billIds) => {
    if (searches.length === 0 || billIds.length === 0) return new Map()
    const readSearches = searches.map(readSearch)
    const possible = await readPossible(
      model,
      readSearches.map(({ needs }) => needs),
      billIds,
    )
    const left = [...searches.keys()].filter((index) => possible[index]!.length > 0)
    const printed = new Map<string, string | undefined>()
    const asked = []
    for (const index of left) {
      const { filters } = readSearches[index]!
      const spelling = JSON.stringify([filters.jurisdiction, filters.session])
      // A session that nobody knows yet is asked for each time, but once for all searches.
      if (!printed.has(spelling)) printed.set(spelling, (await withPrintedSession(model, filters)).session)
      asked.push({ filters: { ...filters, session: printed.get(spelling) }, ids: possible[index]! })
    }
    const found = await readFoundAmong(model, asked)
    return new Map(left.map((index, place) => [searches[index]!, found[place]!]))
  }
}
