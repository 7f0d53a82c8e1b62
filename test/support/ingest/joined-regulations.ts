/** One document in the Federal Register and in the dockets of regulations.gov, and its regulations from both. */
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { federalRegister } from '../../../ingest/sources/federal-register/index.ts'
import { regulationsGov } from '../../../ingest/sources/regulations-gov/index.ts'
import type { StoredOf } from '../../../ingest/state/stored-entities.ts'
import { alone } from '../builders/observations.ts'
import { federalRegisterDocument } from '../source-records/federal-register-documents.ts'
import { readSourceFiles } from '../source-records/read-source.ts'
import { regulationsGovDocument } from '../source-records/regulations-gov-documents.ts'
import { createTestDatabase } from '../stores/database.ts'
import { createIngestWorld } from './ingest-world.ts'

export const printed = (documentNumber: string, publicationDate: string, more: object = {}) =>
  federalRegisterDocument(documentNumber, publicationDate, {
    agencies: [
      { raw_name: 'DEPARTMENT OF ENERGY', name: 'Energy Department', id: 136, slug: 'energy-department' },
    ],
    page_views: { last_updated: '2024-01-29 20:15:06 -0500' },
    ...more,
  })

export const posted = (id: string, day: string, frDocNum: string | null, more: object = {}) =>
  regulationsGovDocument(id, { agencyId: 'DOE', postedDate: `${day}T05:00:00Z`, frDocNum, ...more })

export const count = (id: string, comments: number) => ({
  data: { id, type: 'document-comments-received-counts', attributes: { count: comments } },
})

/** One document in nine dockets. */
export const nine = Array.from({ length: 9 }, (_, index) => {
  // One is posted a day late.
  const day = index === 4 ? '2023-01-14' : '2023-01-13'
  return posted(`DOE-${index}-0001-0001`, day, '2022-28376', { commentEndDate: '2023-03-15T03:59:59Z' })
})

export async function ofJournal(...documents: readonly object[]): Promise<readonly Observation[]> {
  return (await readSourceFiles(federalRegister, { 'a.json': { results: documents } })).observations
}

export async function ofDockets(...answers: readonly object[]): Promise<readonly Observation[]> {
  const files = answers.map((answer, index) => [`${index}.json`, answer] as const)
  return (await readSourceFiles(regulationsGov, Object.fromEntries(files))).observations
}

/** A database with the observations of both sources. */
export async function createJoinedWorld() {
  const { database, settings } = await createTestDatabase({ log_level: 'silent' })
  const ingesting = await createIngestWorld(database, settings)
  return {
    database,
    emitted: ingesting.emitted,
    ingest: (name: string, observations: readonly Observation[]) =>
      ingesting.run(alone(...observations), { name }),
    async forget(): Promise<void> {
      await database.query(
        'TRUNCATE ingest.entity, ingest.outbox, ingest.source_jurisdiction, ingest.run CASCADE',
      )
    },
    /** The stored state of each regulation, as sorted JSON texts. */
    async rows(): Promise<string[]> {
      const { rows: held } = await database.query<{ content: StoredOf['regulation'] }>(
        `SELECT h.content FROM ingest.stored_entity h JOIN ingest.entity e ON e.id = h.entity_id WHERE e.entity_type = 'regulation'`,
      )
      return held.map(({ content }) => JSON.stringify(content)).sort()
    },
  }
}
