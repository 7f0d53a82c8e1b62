import { join } from 'node:path'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { sampleJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

const folder = join(projectFolder, 'sample')

type SampleRun = readonly ['ingest', source: string, path: string]

/** The runs that load the sample, in order: people last, so that names are matched once everybody is there. */
export const sampleRuns: readonly SampleRun[] = [
  ['ingest', 'ocd-divisions', join(folder, 'divisions')],
  ['ingest', 'boundaries', join(folder, 'boundaries')],
  ['ingest', 'tiger', join(folder, 'addresses')],
  ['ingest', 'openstates-scraper', join(folder, 'legislature')],
  ['ingest', 'bill-text', join(folder, 'texts')],
  ['ingest', 'model-legislation', join(folder, 'models')],
  ['ingest', 'federal-register', join(folder, 'register')],
  ['ingest', 'scorecards', join(folder, 'scorecards')],
  ['ingest', 'lda', join(folder, 'lobbying')],
  ['ingest', 'positions', join(folder, 'positions')],
  ['ingest', 'openstates-people', join(folder, 'people')],
]

/** A later day of the same legislature; a user may have loaded it after the sample. */
export const sampleRevision: SampleRun = ['ingest', 'openstates-scraper', join(folder, 'revision')]

/** `removed`: it was loaded once, and `up` does not load it again. */
export type SampleState = 'absent' | 'loaded' | 'removed'

export async function sampleState(database: Database): Promise<SampleState> {
  const { rows } = await database.query<{ is_loaded: boolean }>(
    `SELECT EXISTS (
       SELECT FROM ingest.snapshot s
       WHERE s.source = l.source AND s.jurisdiction = l.jurisdiction AND s.parts::text <> '{}'
     ) AS is_loaded
     FROM ingest.source_jurisdiction l
     WHERE l.source = 'openstates-people' AND l.jurisdiction = $1 AND l.live_since IS NOT NULL`,
    [sampleJurisdiction.division_id],
  )
  if (rows[0] === undefined) return 'absent'
  return rows[0].is_loaded ? 'loaded' : 'removed'
}
