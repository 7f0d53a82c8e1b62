import type { PoolClient } from 'pg'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type LiveRelease, stateOf } from './live-rows.ts'
import { type Rejected, stageRows } from './stage-rows.ts'
import { RETRY_SQL } from './version.ts'

export type LoadedRows = { readonly ranges: number; readonly points: number; readonly rejected: Rejected }

/** Loads all rows of a release in one transaction, so that it has all of them or none. No lookup reads them yet. */
export async function loadRelease(options: {
  readonly database: Database
  readonly objects: ObjectStore
  readonly release: LiveRelease
  readonly signal: AbortSignal
}): Promise<LoadedRows> {
  const { database, objects, release, signal } = options
  const state = stateOf(release.area)
  if (state === undefined) throw new LegislogError('record_unreadable', `${release.area} lies in no state`)
  await announce(database, release, state)
  return inTransaction(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await deleteRows(client, release.id)
    const parts = { objects: release.item.objects, signal }
    const faces = await stageRows(client, objects, { ...parts, role: 'faces' })
    const ranges = await stageRows(client, objects, { ...parts, role: 'ranges' })
    const points = await stageRows(client, objects, { ...parts, role: 'points' })
    const places = await stageRows(client, objects, { ...parts, role: 'places' })
    signal.throwIfAborted()
    await insertRows(client, release.id, state)
    const rejected = [faces, ranges, points, places].map((staged) => staged.rejected).reduce(sumOf)
    await client.query(
      `UPDATE geo.release SET is_loaded = true, ranges = $2, points = $3, faces = $4, rejected = $5, loaded_at = now(),
         error = NULL, tries = 0, retry_at = NULL WHERE id = $1`,
      [release.id, ranges.rows, points.rows, faces.rows, rejected],
    )
    return { ranges: ranges.rows, points: points.rows, rejected }
  })
}

/** Shows other processes that the release is being loaded. */
async function announce(database: Queryable, release: LiveRelease, state: string): Promise<void> {
  const { id, publisher, area, item } = release
  await database.query(
    `INSERT INTO geo.release (id, publisher, area, state, vintage, name, maps) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO NOTHING`,
    [id, publisher, area, state, item.vintage, item.name, JSON.stringify(item.maps)],
  )
}

/** Sorts the rows by street, so that those of one street lie on few pages. */
async function insertRows(client: PoolClient, id: number, state: string): Promise<void> {
  await client.query('ANALYZE staged_faces')
  await client.query(
    `INSERT INTO geo.address_range (release_id, state, zip5, place, street_key, predir, suffix, sufdir, prefix, low, high,
       parity, descends, side, tlid, tfid, line)
     SELECT $1, $2, r.zip5, coalesce(r.place, f.place), r.street_key, r.predir, r.suffix, r.sufdir, r.prefix, r.low,
       r.high, r.parity, r.descends, r.side, r.tlid, r.tfid, r.line::integer[]
     FROM staged_ranges r LEFT JOIN (SELECT DISTINCT ON (tfid) tfid, place FROM staged_faces ORDER BY tfid, place) f
       ON f.tfid = r.tfid
     ORDER BY r.zip5, r.street_key, r.tlid, r.side, r.low`,
    [id, state],
  )
  await client.query(
    `INSERT INTO geo.address_point (release_id, state, zip5, place, street_key, predir, suffix, sufdir, prefix, number,
       number_suffix, x, y)
     SELECT DISTINCT $1::bigint, $2, zip5, place, street_key, predir, suffix, sufdir, prefix, number, number_suffix, x, y
     FROM staged_points ORDER BY zip5, street_key, number, number_suffix, x, y`,
    [id, state],
  )
  await client.query(
    `INSERT INTO geo.place_name (release_id, state, name, division_id)
     SELECT $1, $2, name, min(division_id) FROM staged_places GROUP BY name`,
    [id, state],
  )
}

/** Removes the rows of a release that is not in force. */
export async function dropRelease(database: Database, id: number): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await deleteRows(client, id)
    await client.query('DELETE FROM geo.release WHERE id = $1', [id])
  })
}

async function deleteRows(client: PoolClient, id: number): Promise<void> {
  for (const table of ['address_range', 'address_point', 'face_division', 'face_map', 'place_name']) {
    await client.query(`DELETE FROM geo.${table} WHERE release_id = $1`, [id])
  }
}

/** Notes a failure. The release is tried again later. Until then, lookups use the release in force. */
export async function noteReleaseFailure(
  database: Queryable,
  release: LiveRelease,
  reason: string,
): Promise<void> {
  const { id, publisher, area, item } = release
  await database.query(
    `INSERT INTO geo.release AS r (id, publisher, area, state, vintage, name, maps, error, tries, retry_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, ${RETRY_SQL('0')})
     ON CONFLICT (id) DO UPDATE SET error = excluded.error, tries = r.tries + 1, retry_at = ${RETRY_SQL('r.tries')}`,
    [
      ...[id, publisher, area, stateOf(area) ?? '', item.vintage, item.name, JSON.stringify(item.maps)],
      reason.slice(0, 1_000),
    ],
  )
}

export async function forgetFailure(database: Queryable, id: number): Promise<void> {
  await database.query('UPDATE geo.release SET error = NULL, tries = 0, retry_at = NULL WHERE id = $1', [id])
}

function sumOf(a: Rejected, b: Rejected): Rejected {
  const sum: Record<string, number> = { ...a }
  for (const [reason, rows] of Object.entries(b)) sum[reason] = (sum[reason] ?? 0) + rows
  return sum
}
