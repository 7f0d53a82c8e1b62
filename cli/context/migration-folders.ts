import { join } from 'node:path'
import { projectFolder } from '../../runtime/settings/settings.ts'

/** The parts that own tables, with their schemas. */
export const migratedParts = [
  { part: 'runtime', schema: 'control' },
  { part: 'ingest', schema: 'ingest' },
  { part: 'api', schema: 'account' },
  { part: 'webhooks', schema: 'webhook' },
  { part: 'projections', schema: 'search' },
  { part: 'locate', schema: 'geo' },
  { part: 'derive', schema: 'derive' },
  { part: 'alerts', schema: 'alerts' },
].map(({ part, schema }) => ({ part, schema, folder: join(projectFolder, part, 'migrations') }))

/** Their files are applied in the order of their names, over all folders. */
export const migrationFolders: readonly string[] = migratedParts.map(({ folder }) => folder)
