import {
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type DivisionRow, divisionSelect } from './divisions.ts'

export type BoundaryFilters = {
  readonly jurisdiction?: string | undefined
  /** The division, in the form of the specification. */
  readonly division?: string | undefined
}

export type BoundaryRow = {
  readonly id: number
  readonly ocd_id: string
  readonly division_id: string
  readonly release: string
  readonly name: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly is_simplified: boolean | null
  readonly bbox: readonly number[]
  readonly points: number
  readonly area_m2: number
  readonly printed_area_m2: number | null
  readonly identifiers: readonly object[]
  readonly geometry: { readonly sha256: string; readonly bytes: number; readonly media_type: string }
  readonly updated_at: string
}

export type DivisionBoundaries = DivisionRow & { readonly boundaries: readonly BoundaryRow[] }

export function listBoundaries(
  model: ReadModel,
  page: PageRequest,
  { jurisdiction, division }: BoundaryFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const conditions: string[] = []
    if (division !== undefined) {
      const found = divisionSelect(schema, bind, division)
      conditions.push(`t.division_id = ANY (ARRAY(SELECT unnest(division.ids) FROM ${found} division))`)
    }
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.boundaries`,
      conditions,
      lead: jurisdiction === undefined ? undefined : { column: 't.jurisdiction', value: jurisdiction },
      weight: ITEM_WEIGHT,
    })
  })
}

/** All maps of a division, under any of its ids: a few, oldest first. */
export const boundariesOf = (schema: string): string => `(
  SELECT coalesce(json_agg(b.item ORDER BY b.valid_from NULLS FIRST, b.id), '[]') FROM ${schema}.boundaries b
  WHERE b.division_id = ANY (division.ids) AND NOT b.deleted)`

export async function readDivisionBoundaries(
  model: ReadModel,
  divisionId: string,
): Promise<DivisionBoundaries> {
  const { rows } = await model.read<DivisionBoundaries>(
    (schema, bind) => `
      SELECT 1 AS id, division.*, ${boundariesOf(schema)} AS boundaries
      FROM ${divisionSelect(schema, bind, divisionId)} division`,
  )
  return rows[0]!
}

/** Each map ends when the next one begins, unless a source gives an earlier end. */
export function withEnds<B extends Pick<BoundaryRow, 'valid_from' | 'valid_to'>>(maps: readonly B[]): B[] {
  const starts = maps.flatMap(({ valid_from }) => valid_from ?? []).toSorted()
  return maps.map((map) => {
    const next = starts.find((day) => day > (map.valid_from ?? ''))
    const validTo = [map.valid_to, next].filter((day) => day != null).toSorted()[0] ?? null
    return { ...map, valid_to: validTo }
  })
}

/** Picks the map in force on a day. If there are several, a complete one wins, then the one loaded last. */
export function inForce(maps: readonly BoundaryRow[], day: string): BoundaryRow | undefined {
  const inForceMaps = maps.filter(
    ({ valid_from, valid_to }) =>
      (valid_from === null || valid_from <= day) && (valid_to === null || valid_to > day),
  )
  const isFull = ({ is_simplified }: BoundaryRow) => (is_simplified === true ? 0 : 1)
  const byWorth = (a: BoundaryRow, b: BoundaryRow) =>
    (a.valid_from ?? '').localeCompare(b.valid_from ?? '') || isFull(a) - isFull(b) || a.id - b.id
  return inForceMaps.toSorted(byWorth).at(-1)
}
