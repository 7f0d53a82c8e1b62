import { join } from 'node:path'

/** The folder of a recorded kind of fault (`test/ingest/cases/README.md`). */
export const caseFolder = (name: string, ...path: readonly string[]): string =>
  join(import.meta.dirname, '../../ingest/cases', name, ...path)
