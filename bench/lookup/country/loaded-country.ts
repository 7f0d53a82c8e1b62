import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reconciled } from '../../../locate/load/reconcile.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { homeFolder, projectFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { createProjectedSchema } from '../../../test/support/api/projected-events.ts'
import { createMaps } from '../../../test/support/builders/boundaries.ts'
import { EventBuilder } from '../../../test/support/builders/event-builder.ts'
import { findParties, readProcessorTime, since } from '../../measure/processor-time.ts'
import { startScript } from '../../service/child-process.ts'
import { createScratch, type Scratch } from '../../service/scratch-database.ts'
import type { Country } from './country.ts'
import { fillSite, outlinesOf } from './fill-site.ts'

export type LoadCost = {
  readonly rows: number
  readonly faces: number
  readonly wall_s: number
  readonly loader_cpu_s: number
  readonly postgres_cpu_s: number
  readonly peak_mb: number
  readonly range_bytes: number
  readonly face_bytes: number
}

export type LoadedCountry = Scratch & { readonly cost: LoadCost }

const NAME = 'lookup'

/** Loads everything that lookups read about the country through the real projectors and the real loader. */
export async function loadCountry(
  settings: Settings,
  country: Country,
  { reuse }: { readonly reuse: boolean },
): Promise<LoadedCountry> {
  const folder = join(homeFolder(settings), 'bench-lookup-objects')
  const open = async (isNew: boolean): Promise<Scratch> => {
    const scratch = await createScratch({ ...settings, object_store: folder }, NAME, { reuse: !isNew })
    return {
      ...scratch,
      async drop() {
        await scratch.drop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  if (reuse) {
    const kept = await open(false)
    const cost = await readKept(kept.database, country.ranges)
    if (cost !== undefined) return { ...kept, cost }
    await kept.drop()
  }
  const loaded = await open(true)
  try {
    await mkdir(folder, { recursive: true })
    await fillCountry(loaded, country)
    const cost = await runLoader(loaded)
    await keep(loaded.database, country.ranges, cost)
    return { ...loaded, cost }
  } catch (error) {
    await loaded.drop()
    throw error
  }
}

async function fillCountry(scratch: Scratch, { county, sites }: Country): Promise<void> {
  const projected = await createProjectedSchema(scratch)
  const story = new EventBuilder()
  const maps = createMaps(story, scratch.settings)
  const outlines = outlinesOf(county)
  for (const site of sites) {
    await fillSite({ county, outlines, site, story, maps })
    await projected.apply(story.take())
  }
  await scratch.database.query('ANALYZE')
}

async function runLoader({ settings, database }: Scratch): Promise<LoadCost> {
  const parties = await findParties(settings)
  const before = readProcessorTime(parties)
  const began = performance.now()
  const script = join(projectFolder, 'bench', 'lookup', 'country', 'load-geo.ts')
  const environment = settingsEnvironment({ ...settings, log_level: 'warn' })
  const loader = startScript('loader', script, [], environment)
  const done = JSON.parse(await loader.lastLine()) as Reconciled
  const wall_s = (performance.now() - began) / 1000
  if (done.releases.failed + done.shapes.failed + done.rows.rejected > 0) {
    throw new Error(`not everything was loaded: ${JSON.stringify(done)}`)
  }
  const { cpu_s, peak_mb } = loader.spent()
  const { postgres_ms } = since(before, readProcessorTime(parties))
  const { rows } = await database.query<Pick<LoadCost, 'faces' | 'range_bytes' | 'face_bytes'>>(
    `SELECT (SELECT sum(faces) FROM geo.release)::float8 AS faces,
       pg_total_relation_size('geo.address_range')::float8 AS range_bytes,
       pg_total_relation_size('geo.face_division')::float8 AS face_bytes`,
  )
  return {
    ...rows[0]!,
    rows: done.rows.ranges,
    wall_s,
    loader_cpu_s: cpu_s,
    postgres_cpu_s: postgres_ms / 1000,
    peak_mb,
  }
}

/** Stores the cost in the database itself: if it is kept, the next run shows what its load cost. */
async function keep(database: Queryable, ranges: number, cost: LoadCost): Promise<void> {
  await database.query(
    'CREATE TABLE IF NOT EXISTS bench_lookup (ranges bigint PRIMARY KEY, cost json NOT NULL)',
  )
  await database.query('INSERT INTO bench_lookup (ranges, cost) VALUES ($1, $2)', [ranges, cost])
}

async function readKept(database: Queryable, ranges: number): Promise<LoadCost | undefined> {
  const { rows: found } = await database.query("SELECT FROM pg_class WHERE oid = to_regclass('bench_lookup')")
  if (found.length === 0) return undefined
  const { rows } = await database.query<{ cost: LoadCost }>(
    'SELECT cost FROM bench_lookup WHERE ranges = $1',
    [ranges],
  )
  return rows[0]?.cost
}
