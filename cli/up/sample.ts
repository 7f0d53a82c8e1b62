import { join } from 'node:path'
import type { Database } from '../../runtime/postgres.ts'
import { projectFolder } from '../../runtime/settings.ts'
import { sampleJurisdiction } from '../../schemas/jurisdictions.ts'

const folder = join(projectFolder, 'sample')

/** The runs that load the sample, in order: people last, so that names are matched once everybody is there. */
export const sampleRuns: readonly (readonly string[])[] = [
  ['ingest', 'ocd-divisions', join(folder, 'divisions')],
  ['ingest', 'boundaries', join(folder, 'boundaries')],
  ['ingest', 'openstates-scraper', join(folder, 'legislature')],
  ['ingest', 'federal-register', join(folder, 'register')],
  ['ingest', 'openstates-people', join(folder, 'people')],
]

export async function isSampleLoaded(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM ingest.source_jurisdiction
      WHERE source = 'openstates-people' AND jurisdiction = $1 AND live_since IS NOT NULL`,
    [sampleJurisdiction.division_id],
  )
  return rowCount === 1
}
