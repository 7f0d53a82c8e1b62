import Flatbush from 'flatbush'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Position } from '../match/interpolate.ts'

/** A shape of a division on one map. Its area is that of its bytes, whatever the version of the data. */
export type KnownShape = {
  readonly boundary_id: number
  readonly sha256: string
  readonly state: string
  readonly division_id: string
  readonly tier: string
  readonly map: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly is_simplified: boolean
}

/** The shapes whose boxes contain a position, ordered by tier, division and map. */
export type ShapeBoxes = { readonly at: (position: Position) => readonly KnownShape[] }

type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number }

/** Boxes are rounded outward, so that none is too small. */
export async function readShapeBoxes(database: Queryable): Promise<ShapeBoxes> {
  const { rows } = await database.query<KnownShape & Box>(
    `SELECT boundary_id, sha256, state, division_id, tier, map, valid_from, valid_to, is_simplified,
       ST_XMin(box) AS west, ST_YMin(box) AS south, ST_XMax(box) AS east, ST_YMax(box) AS north
     FROM (SELECT s.*, box2d(geom)::box3d AS box FROM geo.division_shape s) s ORDER BY tier, division_id, map, boundary_id`,
  )
  if (rows.length === 0) return { at: () => [] }
  const index = new Flatbush(rows.length)
  for (const { west, south, east, north } of rows) index.add(west, south, east, north)
  index.finish()
  const shapes = rows.map(({ west: _w, south: _s, east: _e, north: _n, ...shape }): KnownShape => shape)
  return {
    at({ longitude, latitude }) {
      const found = index.search(longitude, latitude, longitude, latitude)
      return found.toSorted((a, b) => a - b).map((place) => shapes[place]!)
    },
  }
}
