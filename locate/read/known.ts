import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { PlaceNames } from '../address/address.ts'
import { placeKeyOf } from '../address/place-name.ts'
import type { MapPeriod } from '../divisions/maps.ts'
import { readShapeBoxes, type ShapeBoxes } from './shape-boxes.ts'

/** A summary of one version of the data. It is small, so that every process keeps it. */
export type Known = {
  readonly version: number
  readonly places: PlaceNames
  /** The division of a place, by state and name. */
  readonly divisionOfPlace: (state: string, name: string) => string | null
  /** Maps by postal code of the state. */
  readonly maps: ReadonlyMap<string, readonly MapPeriod[]>
  /** Releases in force by postal code of the state. */
  readonly releases: ReadonlyMap<string, readonly KnownRelease[]>
  readonly face_methods: FaceMethods
  readonly shapes: ShapeBoxes
}

/** How the faces of a release got their districts of a map; undefined if they have none. */
export type FaceMethods = {
  readonly of: (releaseId: number, map: string, tier: string) => 'code' | 'point' | undefined
}

export type KnownRelease = {
  readonly id: number
  readonly name: string
  readonly area: string
  readonly state: string
  /** The number of its rows. */
  readonly ranges: number
  readonly points: number
}

/** Grows with every change of what lookups read. */
export const VERSION_SQL = '(SELECT version FROM geo.version)'

export async function readVersion(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ version: number }>({
    name: 'geo-version',
    text: `SELECT ${VERSION_SQL} AS version`,
  })
  return rows[0]!.version
}

/** The version is read first: if something changes meanwhile, the next lookup reads all of it again. */
export async function readKnown(database: Queryable): Promise<Known> {
  const version = await readVersion(database)
  const { rows: releases } = await database.query<KnownRelease>(
    'SELECT id, name, area, state, ranges, points FROM geo.release WHERE is_in_force ORDER BY id',
  )
  const { rows: maps } = await database.query<MapPeriod & { state: string }>(
    `SELECT state, map, tier, valid_from, valid_to, bool_or(is_simplified) AS is_simplified, max(boundary_id) AS newest_id
     FROM geo.division_shape GROUP BY state, map, tier, valid_from, valid_to ORDER BY state, map, tier, valid_from`,
  )
  const { rows: names } = await database.query<{ state: string; name: string; division_id: string | null }>(
    `SELECT p.state, p.name, min(p.division_id) AS division_id
     FROM geo.place_name p JOIN geo.release r ON r.id = p.release_id AND r.is_in_force GROUP BY p.state, p.name`,
  )
  const { rows: faceMaps } = await database.query<{
    release_id: number
    map: string
    tier: string
    method: 'code' | 'point'
  }>('SELECT release_id, map, tier, method FROM geo.face_map')
  const shapes = await readShapeBoxes(database)
  const divisions = new Map(names.map(({ state, name, division_id }) => [`${state} ${name}`, division_id]))
  const methods = new Map(
    faceMaps.map(({ release_id, map, tier, method }) => [`${release_id} ${tier} ${map}`, method]),
  )
  return {
    version,
    places: { has: (state, name) => divisions.has(`${state} ${placeKeyOf(name)}`) },
    divisionOfPlace: (state, name) => divisions.get(`${state} ${name}`) ?? null,
    maps: Map.groupBy(maps, ({ state }) => state),
    releases: Map.groupBy(releases, ({ state }) => state),
    face_methods: { of: (releaseId, map, tier) => methods.get(`${releaseId} ${tier} ${map}`) },
    shapes,
  }
}
