import { describe, expect, it } from 'vitest'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, STARTED_AT } from '../../../support/source-records/read-source.ts'
import {
  faaDocument,
  pageOf,
  readFaaDocument,
} from '../../../support/source-records/regulations-gov-documents.ts'

describe('a regulations.gov document', () => {
  it.each([
    ['2023-17001', '2023-17001|2023-08-11', 'fr|2023-17001'],
    ['2023–17001', '2023-17001|2023-08-11', 'fr|2023-17001'],
    ['FR DOC 2023-17001', '2023-17001|2023-08-11', 'fr|2023-17001'],
    ['C1-2023-17001', 'C1-2023-17001|2023-08-11', 'fr|C1-2023-17001'],
    ['2015-17001', '2015-17001|2023-08-11', undefined],
    ['FR Doc. 94- 28063', '94-28063|2023-08-11', undefined],
    ['98 10779', '98-10779|2023-08-11', undefined],
    ['E5-8039', 'E5-8039|2023-08-11', undefined],
    ['27921', 'regulations-gov|FAA-2023-0001-0002', undefined],
    ['64FR18571', 'regulations-gov|FAA-2023-0001-0002', undefined],
    ['01-29455, 01-29454', 'regulations-gov|FAA-2023-0001-0002', undefined],
    ['24 CFR 200,207,232', 'regulations-gov|FAA-2023-0001-0002', undefined],
    [null, 'regulations-gov|FAA-2023-0001-0002', undefined],
  ])('with the printed number %j has the key %s', async (frDocNum, key, by_number) => {
    const { key: found, also_keys, parts } = await readFaaDocument({ frDocNum })
    expect(found).toBe(key)
    expect(also_keys?.find((one) => one.startsWith('fr|'))).toBe(by_number)
    expect([found, ...also_keys!]).toContain('regulations-gov|FAA-2023-0001-0002')
    const is_numbered = !key.startsWith('regulations-gov|')
    expect(parts.regulation?.document_number).toBe(is_numbered ? key.split('|')[0] : 'FAA-2023-0001-0002')
    expect(parts.regulation?.extras.fr_doc_num_as_printed).toBe(
      is_numbered ? undefined : (frDocNum ?? undefined),
    )
  })

  it.each([
    ['2023-08-11T04:00:00Z', '2023-08-11'],
    ['2023-01-11T05:00:00Z', '2023-01-11'],
    // A day on which the clocks change begins before the change.
    ['2023-03-12T05:00:00Z', '2023-03-12'],
    ['2023-11-05T04:00:00Z', '2023-11-05'],
    // Late in the evening of the day before.
    ['1985-11-28T03:08:20Z', '1985-11-27'],
    // A day that was never converted to another time zone.
    ['2005-08-15T00:00:00Z', '2005-08-15'],
  ])('posted at %s has the publication day %s', async (postedDate, day) => {
    expect((await readFaaDocument({ postedDate })).parts.regulation?.publication_date).toBe(day)
  })

  it('closes at the end of a day in Eastern time, which is another day in UTC', async () => {
    const { parts } = await readFaaDocument({
      commentStartDate: '2023-01-13T05:00:00Z',
      commentEndDate: '2023-03-15T03:59:59Z',
    })
    expect(parts.comment_period).toEqual({
      opens_on: '2023-01-13',
      closes_on: '2023-03-14',
      comment_url: 'https://www.regulations.gov/commenton/FAA-2023-0001-0002',
    })
  })

  it('without a last day has no comment period and no comment link', async () => {
    const { parts } = await readFaaDocument({
      commentStartDate: '2023-01-13T05:00:00Z',
      openForComment: true,
    })
    expect(parts.comment_period).toEqual({ opens_on: null, closes_on: null, comment_url: null })
  })

  it('does not change when comments open or close', async () => {
    const [open, closed] = [
      await readFaaDocument({ openForComment: true }),
      await readFaaDocument({ openForComment: false }),
    ]
    expect(open.parts).toEqual(closed.parts)
  })

  it('names its agency and department once each', async () => {
    expect((await readFaaDocument()).parts.regulation?.agencies).toEqual([
      {
        name: 'Transportation Department',
        slug: 'transportation-department',
        source_id: 'DOT',
        parent_source_id: null,
      },
      {
        name: 'Federal Aviation Administration',
        slug: 'federal-aviation-administration',
        source_id: 'FAA',
        parent_source_id: 'DOT',
      },
    ])
    expect((await readFaaDocument({ agencyId: 'EPA' })).parts.regulation?.agencies).toHaveLength(1)
    expect((await readFaaDocument({ agencyId: 'NEVERHEARD' })).parts.regulation?.agencies).toEqual([
      { name: 'NEVERHEARD', slug: null, source_id: 'NEVERHEARD', parent_source_id: null },
    ])
  })

  it('is marked as withdrawn, with the reason if it has one', async () => {
    const { parts } = await readFaaDocument({ withdrawn: true, reasonWithdrawn: 'Posted twice' })
    expect(parts.regulation?.state).toBe('withdrawn')
    expect(parts.regulation?.extras.regulations_gov).toMatchObject([
      { withdrawn: true, reason_withdrawn: 'Posted twice' },
    ])
  })

  it('can have no docket, and is dated by its last change', async () => {
    const { parts, observed_at, aliases } = await readFaaDocument({ docketId: null })
    expect(parts.regulation?.docket_ids).toEqual([])
    expect(observed_at).toBe('2023-08-12T01:00:45Z')
    expect(aliases).toEqual([
      { scheme: 'regulations-gov', value: 'FAA-2023-0001-0002' },
      { scheme: 'regulations-gov-object', value: '0900006485f5bc3f' },
    ])
    expect((await readFaaDocument({ lastModifiedDate: undefined })).observed_at).toBe(STARTED_AT)
  })

  it('is one record in listings of several days, and another one in its detail answer', async () => {
    const run = await readSourceFiles(regulationsGov, {
      '2023_08_11.json': [pageOf(faaDocument())],
      '2023_08_12.json': [pageOf(faaDocument())],
      'detail.json': {
        data: faaDocument({
          modifyDate: '2023-08-11T11:55:08Z',
          allowLateComments: true,
          commentEndDate: '2023-10-01T03:59:59Z',
          cfrPart: '40 CFR Parts 52 and 81',
          docAbstract: 'What it is about.',
          topics: ['Air pollution control'],
          additionalRins: ['2120-AA64'],
          startEndPage: '11803 - 11804',
          fileFormats: [{ format: 'pdf', fileUrl: 'https://downloads.example/content.pdf' }],
        }),
      },
    })
    const [first, again, detail] = run.of('regulation')
    expect(again).toEqual({ ...first, record: expect.any(String) })
    expect(detail).toMatchObject({ key: first!.key, record_key: 'FAA-2023-0001-0002/detail' })
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(detail!.parts).toMatchObject({
      comment_period: { accepts_late: true, closes_on: '2023-09-30' },
      regulation: {
        abstract: 'What it is about.',
        cfr_references: [
          { title: 40, part: '52', chapter: null },
          { title: 40, part: '81', chapter: null },
        ],
        topics: ['Air pollution control'],
        rins: ['2120-AA64'],
        start_page: 11803,
        end_page: 11804,
        pdf_url: 'https://downloads.example/content.pdf',
      },
    })
  })
})
