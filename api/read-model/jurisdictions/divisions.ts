import { parseDivisionId } from '../../../schemas/vocabulary/division-id.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

/** A division, found by any of its ids. `division_id` is null if no list of such divisions is loaded. */
export type DivisionRow = {
  readonly division_id: string | null
  readonly name: string | null
  readonly parent_id: string | null
  readonly aliases: readonly string[] | null
  readonly valid_from: string | null
  readonly valid_through: string | null
  /** A list of such divisions is loaded, so one that is not listed does not exist. */
  readonly is_list_loaded: boolean
}

/** A division that exists, or may exist because no such list is loaded. */
export type FoundDivision = {
  readonly division_id: string
  readonly name: string | null
  readonly type: string
  readonly parent_id: string | null
  readonly aliases: readonly string[]
  readonly valid_from: string | null
  readonly valid_through: string | null
  readonly is_listed: boolean
}

/**
 * The `FROM` item `division`, always one row: found by its id, an alias, or our own id. `asked` is the id in
 * the specification's form.
 */
export function divisionSelect(schema: string, bind: Bindings['bind'], divisionId: string): string {
  const id = bind(divisionId)
  const { parent_id, type } = placeOf(divisionId)
  // Equality is written as an ordered range, because a state has so many districts that the planner would
  // walk the table.
  const like = `(${bind(parent_id)}::text, ${bind(type)}::text)`
  const by = (condition: string, rank: number) =>
    `SELECT d.*, ${rank} AS rank FROM ${schema}.divisions d WHERE ${condition} AND NOT d.deleted`
  return `(
    SELECT d.division_id, d.name, d.parent_id, d.aliases, d.valid_from, d.valid_through,
      ARRAY[${id}::text] || coalesce(d.division_id || d.aliases, '{}') AS ids,
      coalesce((SELECT true FROM ${schema}.divisions s
        WHERE (s.parent_id, s.type) >= ${like} AND (s.parent_id, s.type) <= ${like} AND NOT s.deleted
        ORDER BY s.parent_id, s.type LIMIT 1), false) AS is_list_loaded
    FROM (SELECT 1) always LEFT JOIN LATERAL (
      ${by(`d.division_id = ${id}`, 0)} UNION ALL ${by(`d.aliases @> ARRAY[${id}::text]`, 1)}
      UNION ALL ${by(`d.ocd_id = ${id}`, 2)} ORDER BY rank, id LIMIT 1) d ON true)`
}

/** Undefined if the loaded lists should contain it but do not. Jurisdictions are known without a list. */
export function foundDivision(divisionId: string, row: DivisionRow): FoundDivision | undefined {
  const place = placeOf(row.division_id ?? divisionId)
  const jurisdiction = findJurisdiction(row.division_id ?? divisionId)
  const isListed = row.division_id !== null
  if (!isListed && jurisdiction === undefined && (row.is_list_loaded || place.type === '')) return undefined
  return {
    division_id: row.division_id ?? divisionId,
    name: row.name ?? jurisdiction?.name ?? null,
    type: place.type,
    parent_id: row.parent_id ?? place.parent_id,
    aliases: row.aliases ?? [],
    valid_from: row.valid_from,
    valid_through: row.valid_through,
    is_listed: isListed,
  }
}

/** Our own id does not contain its place. */
function placeOf(id: string): { readonly parent_id: string | null; readonly type: string } {
  const division = parseDivisionId(id)
  if (division === undefined) return { parent_id: null, type: '' }
  const { segments } = division
  return {
    parent_id: segments.length === 0 ? null : id.slice(0, id.lastIndexOf('/')),
    type: segments.at(-1)?.type ?? 'country',
  }
}
