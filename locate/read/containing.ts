import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type Containing, UNKNOWN_TOLERANCE_M } from '../divisions/decide.ts'
import { degreesOf } from '../match/distance.ts'
import type { Position } from '../match/interpolate.ts'

/** A division whose shape covers a position, on any map. */
export type Covering = Containing & { readonly state: string }

/**
 * Reads the divisions that cover each position, and the version of the data. A line belongs to the shapes on both sides, so
 * a position is only tested for it if several shapes of one map cover it. The distance to the line only matters for
 * simplified shapes, and is only measured for them.
 */
export async function readContaining(
  database: Queryable,
  positions: readonly Position[],
): Promise<{ readonly version: number; readonly containing: readonly (readonly Covering[])[] }> {
  const { rows } = await database.query<{ version: number; found: (Covering & { at: number })[] | null }>({
    name: 'geo-containing',
    text: `SELECT (SELECT version FROM geo.version) AS version, (SELECT json_agg(f) FROM (
        SELECT c.at, c.state, c.division_id, c.tier, c.map, c.valid_from, c.valid_to, 'shape' AS by, c.is_simplified,
          CASE WHEN c.is_simplified THEN ST_Distance(ST_Boundary(c.geom)::geography, c.point::geography) END AS distance_m,
          CASE WHEN c.same > 1 THEN NOT ST_Contains(c.geom, c.point) ELSE false END AS is_on_line
        FROM (
          SELECT p.at, p.point, s.*, count(*) OVER (PARTITION BY p.at, s.state, s.tier, s.map, s.valid_from) AS same
          FROM (SELECT at, ST_SetSRID(ST_MakePoint(x, y), 4326) AS point
                FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS given (x, y, at)) p
          JOIN geo.division_shape s ON ST_Covers(s.geom, p.point)
        ) c ORDER BY c.at, c.tier, c.division_id, c.map) f) AS found`,
    values: [positions.map(({ longitude }) => longitude), positions.map(({ latitude }) => latitude)],
  })
  const { version, found } = rows[0]!
  const containing: Covering[][] = positions.map(() => [])
  for (const { at, ...covering } of found ?? []) containing[at - 1]!.push(covering)
  return { version, containing }
}

/** Says if a shape of the map lies so near that the position may be in a gap between shapes. */
export async function isNearShape(
  database: Queryable,
  { longitude, latitude }: Position,
  state: string,
  map: string,
): Promise<boolean> {
  const { rows } = await database.query<{ is_near: boolean }>({
    name: 'geo-near-shape',
    text: `SELECT EXISTS (SELECT FROM geo.division_shape s WHERE s.state = $3 AND s.map = $4
      AND ST_DWithin(s.geom, ST_SetSRID(ST_MakePoint($1, $2), 4326), $5)) AS is_near`,
    values: [longitude, latitude, state, map, degreesOf(UNKNOWN_TOLERANCE_M, latitude).east],
  })
  return rows[0]!.is_near
}
