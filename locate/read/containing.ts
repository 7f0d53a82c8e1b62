import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type Containing, UNKNOWN_TOLERANCE_M } from '../divisions/decide.ts'
import { degreesOf } from '../match/distance.ts'
import type { Position } from '../match/interpolate.ts'
import { type Place, placeIn } from '../shapes/rings.ts'
import type { Areas } from './areas.ts'
import type { KnownShape, ShapeBoxes } from './shape-boxes.ts'

/** A division whose shape covers a position, on any map. */
export type Covering = Containing & { readonly state: string }

/** A shape that covers a position. */
type Covered = { readonly shape: KnownShape; readonly place: Place }

/**
 * Finds the divisions that cover each position. A line belongs to the shapes on both sides, so it only counts as a line if
 * several shapes of one map cover the position. undefined if shapes have changed since `boxes` were read.
 */
export async function findContaining(
  {
    database,
    areas,
    boxes,
  }: { readonly database: Queryable; readonly areas: Areas; readonly boxes: ShapeBoxes },
  positions: readonly Position[],
): Promise<readonly (readonly Covering[])[] | undefined> {
  const near = positions.map((position) => boxes.at(position))
  const found = await areas.of([...new Set(near.flat())])
  if (found === undefined) return undefined
  const covered = positions.map(({ longitude, latitude }, index) =>
    near[index]!.flatMap((shape): Covered[] => {
      const place = placeIn(found.get(shape)!, longitude, latitude)
      return place === 'outside' ? [] : [{ shape, place }]
    }),
  )
  const distances = await readDistances(
    database,
    covered.flatMap((each, index) =>
      each
        .filter(({ shape }) => shape.is_simplified)
        .map(({ shape }) => ({ shape, position: positions[index]! })),
    ),
  )
  if (distances === undefined) return undefined
  return covered.map((each, index) =>
    each.map((one) =>
      coveringOf(one, each, distances.get(distanceKey(one.shape, positions[index]!)) ?? null),
    ),
  )
}

function coveringOf({ shape, place }: Covered, all: readonly Covered[], distance_m: number | null): Covering {
  const { state, division_id, tier, map, valid_from, valid_to, is_simplified } = shape
  const isShared = all.some(
    ({ shape: other }) =>
      other !== shape &&
      other.state === state &&
      other.tier === tier &&
      other.map === map &&
      other.valid_from === valid_from,
  )
  return {
    state,
    division_id,
    tier,
    map,
    valid_from,
    valid_to,
    is_simplified,
    by: 'shape',
    distance_m,
    is_on_line: place === 'on_line' && isShared,
  }
}

type Asked = { readonly shape: KnownShape; readonly position: Position }

const distanceKey = ({ boundary_id }: Pick<KnownShape, 'boundary_id'>, { longitude, latitude }: Position) =>
  `${boundary_id} ${longitude} ${latitude}`

/** Distances to the lines of simplified shapes, in meters. undefined if a shape has changed. */
async function readDistances(
  database: Queryable,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, number> | undefined> {
  if (asked.length === 0) return new Map()
  const { rows } = await database.query<{ at: number; distance_m: number }>({
    name: 'geo-distances',
    text: `SELECT a.at, ST_Distance(ST_Boundary(s.geom)::geography, ST_SetSRID(ST_MakePoint(a.x, a.y), 4326)::geography)
        AS distance_m
      FROM unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[]) WITH ORDINALITY AS a (id, sha256, x, y, at)
      JOIN geo.division_shape s ON s.boundary_id = a.id AND s.sha256 = a.sha256`,
    values: [
      ...[asked.map(({ shape }) => shape.boundary_id), asked.map(({ shape }) => shape.sha256)],
      ...[asked.map(({ position }) => position.longitude), asked.map(({ position }) => position.latitude)],
    ],
  })
  if (rows.length < asked.length) return undefined
  return new Map(
    rows.map(({ at, distance_m }) => {
      const { shape, position } = asked[at - 1]!
      return [distanceKey(shape, position), distance_m]
    }),
  )
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
