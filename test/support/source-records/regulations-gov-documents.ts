/** Answers in the form of api.regulations.gov. */
import { expect } from 'vitest'
import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { regulationsGov } from '../../../ingest/sources/regulations-gov/index.ts'
import { faultsOf } from './part-schemas.ts'
import { readSourceFiles } from './read-source.ts'

export type GovDocument = {
  readonly id: string
  readonly type: 'documents'
  readonly attributes: {
    readonly documentType: string
    readonly lastModifiedDate: string
    readonly postedDate: string | null
    readonly docketId: string | null
    readonly [name: string]: unknown
  }
}

/** A proposed rule in the docket of its id, without a number of the Federal Register. */
export function regulationsGovDocument(
  id: string,
  attributes: Readonly<Record<string, unknown>> = {},
): GovDocument {
  return {
    id,
    type: 'documents',
    attributes: {
      documentType: 'Proposed Rule',
      lastModifiedDate: '2023-02-01T01:00:45Z',
      highlightedContent: '',
      frDocNum: null,
      withdrawn: false,
      agencyId: id.slice(0, id.indexOf('-')),
      commentEndDate: null,
      title: `Posted ${id}`,
      postedDate: '2023-01-13T05:00:00Z',
      docketId: id.slice(0, id.lastIndexOf('-')),
      subtype: null,
      commentStartDate: null,
      openForComment: false,
      objectId: id,
      ...attributes,
    },
  }
}

/** Document 2023-17001 of the aviation agency, posted on 11 August 2023. */
export const faaDocument = (attributes: object = {}, id = 'FAA-2023-0001-0002') =>
  regulationsGovDocument(id, {
    lastModifiedDate: '2023-08-12T01:00:45Z',
    frDocNum: '2023-17001',
    title: 'Airworthiness  Directives; Airplanes',
    postedDate: '2023-08-11T04:00:00Z',
    docketId: 'FAA-2023-0001',
    objectId: '0900006485f5bc3f',
    ...attributes,
  })

export const pageOf = (...data: readonly unknown[]) => ({ data, meta: { totalElements: data.length } })

/** The result of the source for that document, alone on a page. */
export async function readFaaDocument(attributes: object = {}): Promise<ObservationOf<'regulation'>> {
  const run = await readSourceFiles(regulationsGov, { '2023_08_11.json': [pageOf(faaDocument(attributes))] })
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('regulation')[0]!
}
