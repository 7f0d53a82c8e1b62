import { expect } from 'vitest'
import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { federalRegister } from '../../../ingest/sources/federal-register/index.ts'
import { faultsOf } from './part-schemas.ts'
import { readSourceFiles } from './read-source.ts'

export type RegisterDocument = Readonly<Record<string, unknown>> & {
  readonly document_number: string
  readonly publication_date: string
  readonly comments_close_on?: string | null
}

/** A proposed rule in the form of the Federal Register API, with empty lists. */
export function federalRegisterDocument(
  documentNumber: string,
  publicationDate: string,
  fields: object = {},
): RegisterDocument {
  return {
    document_number: documentNumber,
    publication_date: publicationDate,
    type: 'Proposed Rule',
    title: `Printed ${documentNumber}`,
    abstract: null,
    agencies: [],
    docket_ids: [],
    regulation_id_numbers: [],
    cfr_references: [],
    topics: [],
    comments_close_on: null,
    ...fields,
  }
}

/** Document 2023-26792 of 2 January 2024, unless `fields` say otherwise. */
export const someDocument = (fields: object = {}) =>
  federalRegisterDocument('2023-26792', '2024-01-02', fields)

/** The result of the source for that document, alone in an answer. */
export async function readDocument(fields: object = {}): Promise<ObservationOf<'regulation'>> {
  const run = await readSourceFiles(federalRegister, {
    'documents.json': { count: 1, results: [someDocument(fields)] },
  })
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('regulation')[0]!
}
