import { normalizeDivisionId, topOfDivision } from '../../../schemas/vocabulary/division-id.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { DivisionRow } from './read-rows.ts'

/** All columns of one id, as the files write them. */
export type ListedId = { readonly id: string; readonly row: DivisionRow }

/** A division with all ids under which it is listed, and the ids that `sameAs` points to it. */
export type ListedDivision = {
  readonly division_id: string
  readonly listed: readonly ListedId[]
  readonly same: readonly ListedId[]
  /** Number of rows behind it. */
  readonly rows: number
}

/**
 * Joins the rows of all files. The columns of an id are in several files, and a country's list repeats its
 * parts. The first value of a column wins. Invalid ids are listed separately.
 */
export function createJoin(): {
  readonly add: (row: DivisionRow) => 'taken' | 'no id'
  readonly divisions: () => Generator<ListedDivision>
} {
  const byId = new Map<string, { row: Record<string, string>; rows: number }>()
  return {
    add(row) {
      const { id } = row
      if (id === undefined || normalizeDivisionId(id) === undefined) return 'no id'
      const known = byId.get(id)
      if (known === undefined) byId.set(id, { row: { ...row }, rows: 1 })
      else {
        known.row = { ...row, ...known.row }
        known.rows += 1
      }
      return 'taken'
    },
    *divisions() {
      const targetOf = (id: string): string => normalizeDivisionId(finalTarget(id, byId))!
      const groups = Map.groupBy([...byId.keys()], targetOf)
      for (const [division_id, ids] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const all = ids.sort().map((id) => ({ id, row: byId.get(id)!.row }))
        const listed = all.filter(({ id }) => normalizeDivisionId(id) === division_id)
        const same = all.filter(({ id }) => normalizeDivisionId(id) !== division_id)
        const rows = ids.reduce((sum, id) => sum + byId.get(id)!.rows, 0)
        // If `sameAs` names an id that is not listed, the row stands for itself.
        if (listed.length > 0) yield { division_id, listed, same, rows }
        else for (const one of same) yield { ...alone(one), rows: byId.get(one.id)!.rows }
      }
    },
  }
}

function alone(one: ListedId): Omit<ListedDivision, 'rows'> {
  return { division_id: normalizeDivisionId(one.id)!, listed: [one], same: [] }
}

/** Follows `sameAs` to its end; a circle ends at its start. */
function finalTarget(id: string, byId: ReadonlyMap<string, { readonly row: DivisionRow }>): string {
  const seen = new Set<string>()
  let target = id
  for (;;) {
    const { sameAs: next, name } = byId.get(target)?.row ?? {}
    if (next === undefined || seen.has(target) || normalizeDivisionId(next) === undefined) return target
    if (name !== undefined && isOtherHouse(target, next)) return target
    seen.add(target)
    target = next
  }
}

/**
 * If both houses share districts, each house still has its own divisions, because a member sits in one house.
 */
function isOtherHouse(id: string, same: string): boolean {
  if (!id.includes('/sldl:') || !same.includes('/sldu:')) return false
  return (findJurisdiction(topOfDivision(id))?.chambers.length ?? 0) > 1
}
