import { join } from 'node:path'
import { projectFolder } from '../runtime/settings.ts'

/** The parts that own tables; their files are applied in the order of their names, over all folders. */
export const migrationFolders: readonly string[] = ['runtime', 'ingest', 'api', 'webhooks'].map((part) =>
  join(projectFolder, part, 'migrations'),
)
