import { allChamberTiers, chamberOfTier } from '../../../locate/divisions/chambers.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

/** A release of addresses: the newest of its publisher and area, or the one before it while the newest is not loaded. */
export type AddressReleaseRow = {
  readonly id: number
  readonly ocd_id: string
  readonly publisher: string
  readonly area: string
  readonly vintage: string
  readonly name: string
  readonly state: 'in_force' | 'loading' | 'failed'
  readonly ranges: number
  readonly points: number
  readonly rejected: number
  readonly loaded_at: string | null
  /** The method by which the faces of the release get their districts on each map. */
  readonly face_maps: readonly {
    readonly type: string
    readonly boundary_release: string
    readonly method: string
  }[]
}

/** A map of the districts of one chamber, as lookups have it. */
export type ChamberMapRow = {
  readonly type: string
  readonly boundary_release: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly is_simplified: boolean
  readonly districts: number
}

const PLACE = /\/(?:county|place):[^/]+$/u

/**
 * Columns `address_releases` and `chamber_maps` for a row `division` with `ids`. A county or place has the releases that it
 * contains or that contain it. Any other division has all releases of its state.
 */
export function addressColumns(
  schema: string,
  bind: Bindings['bind'],
  scope: { readonly division: string; readonly jurisdiction: string },
): string {
  const jurisdiction = bind(scope.jurisdiction)
  const state = bind(/\/state:([a-z]{2})$/u.exec(scope.jurisdiction)?.[1] ?? '')
  const isNear = PLACE.test(scope.division)
    ? `AND EXISTS (SELECT FROM unnest(division.ids) i
        WHERE a.area = i OR starts_with(a.area, i || '/') OR starts_with(i, a.area || '/'))`
    : ''
  return `
    (SELECT coalesce(json_agg(json_build_object('id', a.id, 'ocd_id', a.ocd_id, 'publisher', a.publisher,
        'area', a.area, 'vintage', a.item->>'vintage', 'name', a.item->>'name',
        'state', CASE WHEN g.is_in_force THEN 'in_force' WHEN g.error IS NOT NULL THEN 'failed' ELSE 'loading' END,
        'ranges', coalesce(g.ranges, 0), 'points', coalesce(g.points, 0),
        'rejected', (a.item->>'rejected')::bigint,
        'loaded_at', to_char(g.loaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'face_maps', (SELECT coalesce(json_agg(json_build_object('type', f.tier, 'boundary_release', f.map,
            'method', f.method) ORDER BY f.tier, f.map), '[]') FROM geo.face_map f WHERE f.release_id = a.id))
        ORDER BY a.area, a.publisher, a.id), '[]')
      FROM (
        SELECT r.*, row_number() OVER (PARTITION BY r.publisher, r.area ORDER BY r.updated_at DESC, r.id DESC) AS age
        FROM ${schema}.address_releases r WHERE r.jurisdiction = ${jurisdiction} AND NOT r.deleted) a
      LEFT JOIN geo.release g ON g.id = a.id
      WHERE (a.age = 1 OR g.is_in_force) ${isNear}) AS address_releases,
    (SELECT coalesce(json_agg(m ORDER BY m.type, m.valid_from, m.boundary_release), '[]') FROM (
        SELECT s.tier AS type, s.map AS boundary_release, s.valid_from, s.valid_to,
          bool_or(s.is_simplified) AS is_simplified, count(*) AS districts
        FROM geo.division_shape s WHERE s.state = ${state} AND s.tier = ANY (${bind(allChamberTiers)}::text[])
        GROUP BY s.tier, s.map, s.valid_from, s.valid_to) m) AS chamber_maps`
}

/** Addresses of a division for its report. They count as loaded if a release is in force. */
export function addressReport(
  releases: readonly AddressReleaseRow[],
  maps: readonly ChamberMapRow[],
): object {
  const loaded = releases.some(({ state }) => state === 'in_force')
  return {
    status: loaded ? 'loaded' : 'requestable',
    loaded,
    requestable: !loaded,
    releases,
    chambers: maps.map((map) => ({ chamber: chamberOfTier(map.type), ...map })),
  }
}
