import type { PoolClient } from 'pg'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { LiveRelease } from './live-rows.ts'
import { stageRows } from './stage-rows.ts'
import { bumpVersion } from './version.ts'

type Tier = 'sldu' | 'sldl' | 'cd' | 'ward'
/** The code of a face that names a district of this kind. The release names the map of the code under the same name. */
const codeColumns = { sldu: 'upper', ward: 'upper', sldl: 'lower', cd: 'congress' } as const

type FaceMap = {
  readonly map: string
  readonly tier: Tier
  readonly digest: string
  readonly has_codes: boolean
  readonly is_simplified: boolean
  /** Null if the faces have no districts of this map yet. */
  readonly filled_digest: string | null
  readonly filled_method: 'code' | 'point' | null
}

/** Gives each face of a release its districts on each map that is loaded. Returns the number of maps that changed. */
export async function fillFaces(options: {
  readonly database: Database
  readonly objects: ObjectStore
  readonly release: LiveRelease
  readonly state: string
  readonly signal: AbortSignal
}): Promise<number> {
  const { database, objects, release, state, signal } = options
  const faces = release.item.objects.filter(({ role }) => role === 'faces')
  if (faces.length === 0) return 0
  const maps = await readMaps(database, release.id, state)
  const wanted = maps.map((one) => ({ ...one, method: methodOf(one, release) }))
  const changed = wanted.filter(
    ({ method, digest, filled_digest, filled_method }) =>
      digest !== filled_digest || method !== filled_method,
  )
  const gone = await goneMaps(database, release.id, state)
  // Nothing changes for a map without a method that was never filled.
  if (
    changed.every(({ method, filled_method }) => method === null && filled_method === null) &&
    gone.length === 0
  ) {
    return 0
  }
  return inTransaction(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await stageRows(client, objects, { objects: faces, role: 'faces', signal })
    await client.query('ANALYZE staged_faces')
    for (const { map, tier } of [...changed, ...gone]) await forget(client, release.id, map, tier)
    for (const { map, tier, method, digest } of changed) {
      signal.throwIfAborted()
      if (method === null) continue
      const from = method === 'code' ? byCode(tier) : byPoint
      await client.query(
        `INSERT INTO geo.face_division (release_id, tfid, map, tier, division_id)
         SELECT DISTINCT $1::bigint, f.tfid, s.map, s.tier, s.division_id ${from}`,
        [release.id, state, map, tier],
      )
      await client.query(
        'INSERT INTO geo.face_map (release_id, map, tier, method, digest) VALUES ($1, $2, $3, $4, $5)',
        [release.id, map, tier, method, digest],
      )
    }
    await bumpVersion(client)
    return changed.length + gone.length
  })
}

const SHAPES = 's.state = $2 AND s.map = $3 AND s.tier = $4'
const byCode = (tier: Tier) =>
  `FROM staged_faces f JOIN geo.division_shape s ON ${SHAPES} AND s.code = f.${codeColumns[tier]}`
/** A point on a line lies in no district: such a face has none, and its positions are tested. */
const byPoint = `FROM staged_faces f JOIN geo.division_shape s ON ${SHAPES}
  AND ST_Contains(s.geom, ST_SetSRID(ST_MakePoint(f.x / 1e6, f.y / 1e6), 4326))`

/** Null if the districts of the faces cannot be found: a simplified shape is not exact enough. */
function methodOf(
  { map, tier, has_codes, is_simplified }: FaceMap,
  { item }: LiveRelease,
): 'code' | 'point' | null {
  if (has_codes && item.maps[codeColumns[tier]] === map) return 'code'
  return is_simplified ? null : 'point'
}

async function readMaps(database: Queryable, releaseId: number, state: string): Promise<readonly FaceMap[]> {
  const { rows } = await database.query<FaceMap>(
    `SELECT s.map, s.tier, s.digest, s.has_codes, s.is_simplified, f.digest AS filled_digest, f.method AS filled_method
     FROM (
       SELECT map, tier, md5(string_agg(boundary_id || ' ' || sha256, ',' ORDER BY boundary_id)) AS digest,
         bool_and(code IS NOT NULL) AS has_codes, bool_or(is_simplified) AS is_simplified
       FROM geo.division_shape WHERE state = $2 AND tier IN ('sldu', 'sldl', 'cd', 'ward') GROUP BY map, tier
       -- Two editions under one name: the name does not say which edition a district belongs to.
       HAVING count(DISTINCT coalesce(valid_from, '-infinity')) = 1
     ) s LEFT JOIN geo.face_map f ON f.release_id = $1 AND f.map = s.map AND f.tier = s.tier ORDER BY s.tier, s.map`,
    [releaseId, state],
  )
  return rows
}

/** Maps that have no shapes any more, although the faces have districts of them. */
async function goneMaps(
  database: Queryable,
  releaseId: number,
  state: string,
): Promise<readonly Pick<FaceMap, 'map' | 'tier'>[]> {
  const { rows } = await database.query<Pick<FaceMap, 'map' | 'tier'>>(
    `SELECT f.map, f.tier FROM geo.face_map f WHERE f.release_id = $1 AND NOT EXISTS (
       SELECT FROM geo.division_shape s WHERE s.state = $2 AND s.map = f.map AND s.tier = f.tier)`,
    [releaseId, state],
  )
  return rows
}

async function forget(client: PoolClient, releaseId: number, map: string, tier: string): Promise<void> {
  for (const table of ['face_division', 'face_map']) {
    await client.query(`DELETE FROM geo.${table} WHERE release_id = $1 AND map = $2 AND tier = $3`, [
      releaseId,
      map,
      tier,
    ])
  }
}
