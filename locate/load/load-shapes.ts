import pg from 'pg'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { stateOf, tierOf } from './live-rows.ts'
import { bumpVersion, RETRY_SQL } from './version.ts'

export type LoadedShapes = { readonly loaded: number; readonly removed: number; readonly failed: number }

type Missing = {
  readonly id: number
  readonly division_id: string
  readonly map: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly is_simplified: boolean
  readonly geoid: string | null
  readonly sha256: string
}

/** Loads and removes shapes until they match the read schema. A failure is noted, and does not stop the others. */
export async function loadShapes(options: {
  readonly database: Database
  readonly objects: ObjectStore
  readonly schema: string
  readonly signal: AbortSignal
}): Promise<LoadedShapes> {
  const { database, objects, schema, signal } = options
  const removed = await removeShapes(database, schema)
  let [loaded, failed] = [0, 0]
  for (const shape of await missingShapes(database, schema)) {
    signal.throwIfAborted()
    const failure = await loadShape(database, objects, shape)
    if (failure === undefined) loaded += 1
    else {
      await noteFailure(database, shape, failure)
      failed += 1
    }
  }
  return { loaded, removed, failed }
}

/** Removes the shapes of divisions that are gone. */
async function removeShapes(database: Database, schema: string): Promise<number> {
  return inTransaction(database, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM geo.division_shape s
       WHERE NOT EXISTS (SELECT FROM ${schema}.boundaries b WHERE b.id = s.boundary_id AND NOT b.deleted)`,
    )
    await client.query(
      `DELETE FROM geo.failed_shape f
       WHERE NOT EXISTS (SELECT FROM ${schema}.boundaries b WHERE b.id = f.boundary_id AND NOT b.deleted)`,
    )
    if ((rowCount ?? 0) > 0) await bumpVersion(client)
    return rowCount ?? 0
  })
}

async function missingShapes(database: Queryable, schema: string): Promise<readonly Missing[]> {
  const { rows } = await database.query<Missing>(
    `SELECT b.id, b.division_id, b.release AS map, b.valid_from, b.valid_to, b.geometry_sha256 AS sha256,
       coalesce((b.item ->> 'is_simplified')::boolean, false) AS is_simplified,
       (SELECT i ->> 'identifier' FROM json_array_elements(b.item -> 'identifiers') i
        WHERE i ->> 'scheme' = 'census_geoid' LIMIT 1) AS geoid
     FROM ${schema}.boundaries b
     LEFT JOIN geo.division_shape s ON s.boundary_id = b.id
     LEFT JOIN geo.failed_shape f ON f.boundary_id = b.id
     WHERE NOT b.deleted AND b.division_id LIKE 'ocd-division/country:us/state:%'
       AND (f.boundary_id IS NULL OR f.sha256 <> b.geometry_sha256 OR f.retry_at <= now())
       AND (s.boundary_id IS NULL OR s.sha256 <> b.geometry_sha256 OR s.division_id <> b.division_id
         OR s.map <> b.release OR s.valid_from IS DISTINCT FROM b.valid_from
         OR s.valid_to IS DISTINCT FROM b.valid_to
         OR s.is_simplified <> coalesce((b.item ->> 'is_simplified')::boolean, false))
     ORDER BY b.id`,
  )
  return rows
}

/** Returns undefined if the shape was loaded, or else the failure. */
async function loadShape(
  database: Database,
  objects: ObjectStore,
  shape: Missing,
): Promise<Failure | undefined> {
  const state = stateOf(shape.division_id)
  if (state === undefined) return { reason: `${shape.division_id} lies in no state`, may_pass: false }
  try {
    const bytes = await objects.get(shape.sha256)
    if (bytes === null) return { reason: 'not in the object store', may_pass: true }
    const isArea = await insertShape(database, { ...shape, state }, bytes.toString('utf8'))
    return isArea ? undefined : { reason: 'it has no area', may_pass: false }
  } catch (error) {
    if (isTransient(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof pg.DatabaseError
      ? { reason: `Postgres cannot read the shape: ${reason}`, may_pass: false }
      : { reason, may_pass: true }
  }
}

/** `may_pass`: the same bytes may load later. */
type Failure = { readonly reason: string; readonly may_pass: boolean }

const AREA = `ST_Multi(ST_CollectionExtract(CASE WHEN ST_IsValid(g) THEN g ELSE ST_MakeValid(g) END, 3))`

async function insertShape(
  database: Database,
  shape: Missing & { readonly state: string },
  json: string,
): Promise<boolean> {
  return inTransaction(database, async (client) => {
    await client.query('DELETE FROM geo.failed_shape WHERE boundary_id = $1', [shape.id])
    const { rowCount } = await client.query(
      `INSERT INTO geo.division_shape (boundary_id, division_id, map, state, tier, code, valid_from, valid_to,
         is_simplified, sha256, geom)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, area
       FROM (SELECT ${AREA} AS area FROM (SELECT ST_SetSRID(ST_GeomFromGeoJSON($11), 4326) AS g) given) made
       WHERE NOT ST_IsEmpty(area)
       ON CONFLICT (boundary_id) DO UPDATE SET division_id = excluded.division_id, map = excluded.map,
         state = excluded.state, tier = excluded.tier, code = excluded.code, valid_from = excluded.valid_from,
         valid_to = excluded.valid_to, is_simplified = excluded.is_simplified, sha256 = excluded.sha256,
         geom = excluded.geom`,
      [
        ...[shape.id, shape.division_id, shape.map, shape.state, tierOf(shape.division_id)],
        // The first two digits are the state.
        ...[shape.geoid === null || shape.geoid.length <= 2 ? null : shape.geoid.slice(2)],
        ...[shape.valid_from, shape.valid_to, shape.is_simplified, shape.sha256, json],
      ],
    )
    await bumpVersion(client)
    return rowCount === 1
  })
}

/** Notes a failure. If the new bytes are broken, the shape with the old bytes is removed too. */
async function noteFailure(database: Database, shape: Missing, failure: Failure): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rowCount } = await client.query('DELETE FROM geo.division_shape WHERE boundary_id = $1 AND $2', [
      shape.id,
      !failure.may_pass,
    ])
    if ((rowCount ?? 0) > 0) await bumpVersion(client)
    await client.query(
      `INSERT INTO geo.failed_shape (boundary_id, sha256, reason, retry_at)
       VALUES ($1, $2, $3, CASE WHEN $4 THEN ${RETRY_SQL('0')} END)
       ON CONFLICT (boundary_id) DO UPDATE SET sha256 = excluded.sha256, reason = excluded.reason,
         tries = geo.failed_shape.tries + 1, retry_at = CASE WHEN $4 THEN ${RETRY_SQL('geo.failed_shape.tries')} END`,
      [shape.id, shape.sha256, failure.reason.slice(0, 1_000), failure.may_pass],
    )
  })
}
