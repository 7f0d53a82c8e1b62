import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { GEO_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { fillFaces } from './fill-faces.ts'
import { type LiveRelease, readLiveReleases, stateOf, wantedReleases } from './live-rows.ts'
import { dropRelease, forgetFailure, loadRelease, noteReleaseFailure } from './load-release.ts'
import { type LoadedShapes, loadShapes } from './load-shapes.ts'
import { bumpVersion } from './version.ts'

export type GeoOptions = {
  readonly database: Database
  readonly objects: ObjectStore
  readonly signal: AbortSignal
  readonly log: Log
  /** Shows what is being done. */
  readonly onProgress?: (what: string) => void
}

export type Reconciled = {
  readonly shapes: LoadedShapes
  readonly releases: { loaded: number; dropped: number; failed: number }
  readonly rows: { ranges: number; points: number; rejected: number }
}

/**
 * Makes the data of lookups match the live read schema: shapes of divisions, rows of releases, and the districts of their
 * faces. A unit is loaded whole or not at all. One that fails is noted and tried again later, and lookups use the one before
 * it. Undefined if another process is doing that now.
 */
export async function reconcileGeo(options: GeoOptions): Promise<Reconciled | undefined> {
  let done: Reconciled | undefined
  await tryWithAdvisoryLock(options.database, GEO_LOCK, async () => {
    done = await reconcile(options)
  })
  return done
}

/** Lets the next run retry what failed, however long ago. Shapes that can never be loaded stay failed. */
export async function retryFailedLoads(database: Queryable): Promise<void> {
  await database.query('UPDATE geo.release SET retry_at = NULL WHERE retry_at IS NOT NULL')
  await database.query('UPDATE geo.failed_shape SET retry_at = now() WHERE retry_at IS NOT NULL')
}

async function reconcile(options: GeoOptions): Promise<Reconciled> {
  const { database, onProgress } = options
  const schema = await liveReadSchema(database)
  const none = { loaded: 0, removed: 0, failed: 0 }
  const done: Reconciled = {
    shapes: none,
    releases: { loaded: 0, dropped: 0, failed: 0 },
    rows: { ranges: 0, points: 0, rejected: 0 },
  }
  if (schema === undefined) return done
  onProgress?.('shapes of divisions')
  const shapes = await loadShapes({ ...options, schema })
  const live = await readLiveReleases(database, schema)
  const { in_force, before } = wantedReleases(live)
  // Loaded releases are switched first, because a rollback must not wait for other releases.
  await switchReleases(database, live, in_force)
  for (const release of in_force) await bring(options, release, done)
  // Statements of lookups have one plan for all values, so it must know the size of the tables.
  if (done.releases.loaded > 0) await database.query('ANALYZE geo.address_range, geo.address_point')
  await switchReleases(database, live, in_force)
  for (const release of before) await bring(options, release, done)
  done.releases.dropped += await dropOthers(database, [...in_force, ...before])
  return { ...done, shapes }
}

/** Loads a release if it is not loaded yet, and gives its faces their districts on new maps. */
async function bring(options: GeoOptions, release: LiveRelease, done: Reconciled): Promise<void> {
  const { database, signal, log, onProgress } = options
  signal.throwIfAborted()
  const known = await stateOfRelease(database, release.id)
  if (known.must_wait) return
  try {
    if (!known.is_loaded) {
      onProgress?.(release.item.name)
      const { ranges, points, rejected } = await loadRelease({ ...options, release })
      done.releases.loaded += 1
      done.rows.ranges += ranges
      done.rows.points += points
      done.rows.rejected += Object.values(rejected).reduce((sum, rows) => sum + rows, 0)
      log.info({ release: release.item.name, ranges, points, rejected }, 'addresses were loaded')
    }
    await fillFaces({ ...options, release, state: stateOf(release.area)! })
    if (known.has_failed) await forgetFailure(database, release.id)
  } catch (error) {
    if (signal.aborted || isTransient(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    await noteReleaseFailure(database, release, reason)
    done.releases.failed += 1
    log.warn(
      { release: release.item.name, reason },
      'could not load a release of addresses; it is tried again',
    )
  }
}

type Known = { readonly is_loaded: boolean; readonly must_wait: boolean; readonly has_failed: boolean }

async function stateOfRelease(database: Queryable, id: number): Promise<Known> {
  const { rows } = await database.query<Known>(
    `SELECT is_loaded, coalesce(retry_at > now(), false) AS must_wait, error IS NOT NULL AS has_failed
     FROM geo.release WHERE id = $1`,
    [id],
  )
  return rows[0] ?? { is_loaded: false, must_wait: false, has_failed: false }
}

/**
 * Makes all switches at once. If the newest release is not loaded, the one in force stays, unless it was withdrawn.
 */
async function switchReleases(
  database: Database,
  live: readonly LiveRelease[],
  inForce: readonly LiveRelease[],
): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rowCount } = await client.query(
      `WITH wanted AS (
         SELECT w.id, w.publisher, w.area FROM unnest($1::bigint[], $2::text[], $3::text[]) AS w (id, publisher, area)
         JOIN geo.release r ON r.id = w.id AND r.is_loaded
       )
       UPDATE geo.release r SET is_in_force = NOT r.is_in_force
       WHERE (r.is_in_force AND (
           EXISTS (SELECT FROM wanted w WHERE w.publisher = r.publisher AND w.area = r.area AND w.id <> r.id)
           OR NOT r.id = ANY ($4::bigint[])))
         OR (NOT r.is_in_force AND r.id IN (SELECT id FROM wanted))`,
      [...columnsOf(inForce), live.map(({ id }) => id)],
    )
    if ((rowCount ?? 0) > 0) await bumpVersion(client)
  })
}

const columnsOf = (releases: readonly LiveRelease[]) => [
  releases.map(({ id }) => id),
  releases.map(({ publisher }) => publisher),
  releases.map(({ area }) => area),
]

/** Drops the releases that are not in force and not wanted. Returns their number. */
async function dropOthers(database: Database, wanted: readonly LiveRelease[]): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM geo.release WHERE NOT is_in_force AND NOT id = ANY ($1::bigint[]) ORDER BY id',
    [wanted.map(({ id }) => id)],
  )
  for (const { id } of rows) await dropRelease(database, id)
  return rows.length
}
