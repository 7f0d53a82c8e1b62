import { join } from 'node:path'
import { recountTold } from '../../ingest/freshness/recount-told.ts'
import { OPERATOR } from '../../ingest/identity/operator.ts'
import { type RunOptions, runIngest } from '../../ingest/runs/run.ts'
import { takingBack, takingBackPlace, tellersOf } from '../../ingest/runs/take-back.ts'
import { findSource } from '../../ingest/sources.ts'
import type { Database } from '../../runtime/postgres.ts'
import { projectFolder } from '../../runtime/settings.ts'
import { sampleJurisdiction } from '../../schemas/jurisdictions.ts'
import type { IngestContext } from '../with-ingest.ts'

const folder = join(projectFolder, 'sample')
const place = sampleJurisdiction.division_id
const REASON = 'the sample was removed'

type SampleRun = readonly ['ingest', source: string, path: string]

/** The runs that load the sample, in order: people last, so that names are matched once everybody is there. */
export const sampleRuns: readonly SampleRun[] = [
  ['ingest', 'ocd-divisions', join(folder, 'divisions')],
  ['ingest', 'boundaries', join(folder, 'boundaries')],
  ['ingest', 'openstates-scraper', join(folder, 'legislature')],
  ['ingest', 'federal-register', join(folder, 'register')],
  ['ingest', 'openstates-people', join(folder, 'people')],
]

/** What anybody may have loaded after it. */
const nextDay: SampleRun = ['ingest', 'openstates-scraper', join(folder, 'revision')]

/** `removed`: it was loaded once, and is not loaded again by itself. */
export type SampleState = 'absent' | 'loaded' | 'removed'

export async function sampleState(database: Database): Promise<SampleState> {
  const { rows } = await database.query<{ is_told: boolean }>(
    `SELECT EXISTS (
       SELECT FROM ingest.snapshot s
       WHERE s.source = l.source AND s.jurisdiction = l.jurisdiction AND s.parts::text <> '{}'
     ) AS is_told
     FROM ingest.source_jurisdiction l
     WHERE l.source = 'openstates-people' AND l.jurisdiction = $1 AND l.live_since IS NOT NULL`,
    [place],
  )
  if (rows[0] === undefined) return 'absent'
  return rows[0].is_told ? 'loaded' : 'removed'
}

export type SampleRemoval = { readonly events: number; readonly by_type: Readonly<Record<string, number>> }

/**
 * Takes the sample out of the log's words: its sources say of each of its records that it is gone, and so does whoever else
 * told of its place. Each is an event, and backfill: no webhook is sent. A second time there is nothing to tell.
 */
export async function removeSample(ingest: IngestContext): Promise<SampleRemoval> {
  const { database } = ingest
  const sources = new Set<string>()
  const by_type: Record<string, number> = {}
  const run = async (source: RunOptions['source'], path: string): Promise<void> => {
    sources.add(source.name)
    const counts = await runIngest({ ...ingest, source, paths: [path], mode: 'backfill', wait: true })
    for (const [type, count] of Object.entries(counts.by_type)) by_type[type] = (by_type[type] ?? 0) + count
  }
  // What was said last first: nobody takes back what somebody has said since.
  for (const [, name, path] of [...sampleRuns, nextDay].toReversed()) {
    await run(takingBack(findSource(name), REASON), path)
  }
  for (const name of await tellersOf(database, place)) {
    const { mapper_version } = name === OPERATOR ? { mapper_version: 1 } : findSource(name)
    const source = { name, mapper_version }
    await run(takingBackPlace(source, { database, jurisdiction: place, reason: REASON }), place)
  }
  await recountTold(database, [...sources])
  return { events: Object.values(by_type).reduce((sum, count) => sum + count, 0), by_type }
}
