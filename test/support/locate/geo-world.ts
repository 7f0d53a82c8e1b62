import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { type Reconciled, reconcileGeo } from '../../../locate/load/reconcile.ts'
import { createLog } from '../../../runtime/log.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { AddressRelease } from '../../../schemas/event-bodies/address-release.ts'
import { createProjectedSchema, type ProjectedSchema } from '../api/projected-events.ts'
import { emitRelease, type ReleaseRows } from '../builders/address-releases.ts'
import { createMaps, type Maps } from '../builders/boundaries.ts'
import { EventBuilder, type Named } from '../builders/event-builder.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { readSourceText } from '../source-records/read-source.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'

export type GeoWorld = TestDatabase & {
  readonly projected: ProjectedSchema
  readonly story: EventBuilder
  readonly objects: ObjectStore
  readonly maps: Maps
  release(
    release: Partial<AddressRelease>,
    rows: ReleaseRows,
    options?: { is_lost?: boolean },
  ): Promise<Named>
  withdraw(release: Named): void
  /** Emits what a source makes of files, and stores its objects, as ingest does. */
  ingest(source: Source, ...paths: readonly string[]): Promise<void>
  /** Projects what was emitted. */
  project(): Promise<void>
  /** Projects what was emitted, and loads it. */
  load(signal?: AbortSignal): Promise<Reconciled>
  rows<R>(text: string): Promise<R[]>
  /** Names of the releases in force. */
  inForce(): Promise<readonly string[]>
}

/** A database with the tables of the lookup, fed by events and the real loader. */
export async function createGeoWorld(): Promise<GeoWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-objects-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  const test = await createProjectedDatabase({ object_store: folder })
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const objects = createObjectStore(test.settings)
  const project = () => projected.apply(story.take())
  const rows = async <R>(text: string) => (await test.database.query(text)).rows as R[]
  return {
    ...test,
    projected,
    story,
    objects,
    project,
    rows,
    maps: createMaps(story, test.settings),
    release: (release, rows, options) => emitRelease(story, objects, release, rows, options),
    async ingest(source, ...paths) {
      const { items } = await readSourceText(source, ...paths)
      for (const item of items) {
        if (item.kind !== 'observed') continue
        for (const { bytes, media_type } of item.objects ?? []) await objects.put(bytes, media_type)
        for (const observation of item.group) emitObserved(story, observation)
      }
    },
    withdraw: (release) => story.emit('address_release.withdrawn', { ...release, reason: 'withdrawn' }),
    async load(signal = new AbortController().signal) {
      await project()
      const log = createLog('test', 'silent')
      const done = await reconcileGeo({ database: test.database, objects, signal, log })
      if (done === undefined) throw new Error('another process loads now')
      return done
    },
    async inForce() {
      const found = await rows<{ name: string }>(
        'SELECT name FROM geo.release WHERE is_in_force ORDER BY name',
      )
      return found.map(({ name }) => name)
    },
  }
}

function emitObserved(story: EventBuilder, { entity, parts }: Observation): void {
  if (entity === 'boundary' && parts.boundary !== undefined) {
    story.emit(
      'boundary.loaded',
      { ...story.mint('ocd-boundary'), boundary: parts.boundary },
      { same_moment: true },
    )
  } else if (entity === 'address_release' && parts.address_release !== undefined) {
    const { address_release } = parts
    story.emit('address_release.loaded', { ...story.mint('ocd-address-release'), address_release })
  }
}

/** All rows that lookups read, without times and the order in which they were loaded. */
export async function dumpGeo(world: GeoWorld): Promise<Record<string, readonly string[]>> {
  const tables = {
    release: "to_jsonb(t) - 'loaded_at' - 'retry_at'",
    address_range: 'to_jsonb(t)',
    address_point: 'to_jsonb(t)',
    division_shape: "to_jsonb(t) - 'geom' || jsonb_build_object('geom', md5(ST_AsEWKB(geom)))",
    failed_shape: "to_jsonb(t) - 'retry_at' - 'tries'",
    face_division: 'to_jsonb(t)',
    face_map: 'to_jsonb(t)',
    place_name: 'to_jsonb(t)',
  }
  const dump: Record<string, readonly string[]> = {}
  for (const [table, row] of Object.entries(tables)) {
    const found = await world.rows<{ row: string }>(
      `SELECT (${row})::text AS row FROM geo.${table} t ORDER BY 1`,
    )
    dump[table] = found.map((each) => each.row)
  }
  return dump
}
