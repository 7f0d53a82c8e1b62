import { describe, expect, it } from 'vitest'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import { faultsOf } from '../../../support/part-schemas.ts'
import { readWith, STARTED_AT } from '../../../support/reading.ts'

type Attributes = Readonly<Record<string, unknown>>

const document = (attributes: Attributes = {}, id = 'FAA-2023-0001-0002') => ({
  id,
  type: 'documents',
  attributes: {
    documentType: 'Proposed Rule',
    lastModifiedDate: '2023-08-12T01:00:45Z',
    highlightedContent: '',
    frDocNum: '2023-17001',
    withdrawn: false,
    agencyId: 'FAA',
    commentEndDate: null,
    title: 'Airworthiness  Directives; Airplanes',
    postedDate: '2023-08-11T04:00:00Z',
    docketId: 'FAA-2023-0001',
    subtype: null,
    commentStartDate: null,
    openForComment: false,
    objectId: '0900006485f5bc3f',
    ...attributes,
  },
})
const pageOf = (...data: readonly unknown[]) => ({ data, meta: { totalElements: data.length } })
const read = (body: unknown, name = '2023_08_11.json') => readWith(regulationsGov, { [name]: body })
const readOne = async (attributes: Attributes) => {
  const run = await read([pageOf(document(attributes))])
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('regulation')[0]!
}

describe('a document', () => {
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
  ])('that prints the number %j is known as %s', async (frDocNum, key, by_number) => {
    const { key: found, also_keys, parts } = await readOne({ frDocNum })
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
    // The days on which clocks change begin before they do.
    ['2023-03-12T05:00:00Z', '2023-03-12'],
    ['2023-11-05T04:00:00Z', '2023-11-05'],
    // The eve, late at night.
    ['1985-11-28T03:08:20Z', '1985-11-27'],
    // A day that was never moved to another clock.
    ['2005-08-15T00:00:00Z', '2005-08-15'],
  ])('posted at %s is of %s', async (postedDate, day) => {
    expect((await readOne({ postedDate })).parts.regulation?.publication_date).toBe(day)
  })

  it('closes at the end of a day there, which is another one in UTC', async () => {
    const { parts } = await readOne({
      commentStartDate: '2023-01-13T05:00:00Z',
      commentEndDate: '2023-03-15T03:59:59Z',
    })
    expect(parts.comment_period).toEqual({
      opens_on: '2023-01-13',
      closes_on: '2023-03-14',
      comment_url: 'https://www.regulations.gov/commenton/FAA-2023-0001-0002',
    })
  })

  it('without a last day has no comment period, and no link to it', async () => {
    const { parts } = await readOne({ commentStartDate: '2023-01-13T05:00:00Z', openForComment: true })
    expect(parts.comment_period).toEqual({ opens_on: null, closes_on: null, comment_url: null })
  })

  it('is the same whether comments are open at the moment or not: that moves by itself', async () => {
    const [open, closed] = [await readOne({ openForComment: true }), await readOne({ openForComment: false })]
    expect(open.parts).toEqual(closed.parts)
  })

  it('names its agency and the department of it, once each', async () => {
    expect((await readOne({})).parts.regulation?.agencies).toEqual([
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
    expect((await readOne({ agencyId: 'EPA' })).parts.regulation?.agencies).toHaveLength(1)
    expect((await readOne({ agencyId: 'NEVERHEARD' })).parts.regulation?.agencies).toEqual([
      { name: 'NEVERHEARD', slug: null, source_id: 'NEVERHEARD', parent_source_id: null },
    ])
  })

  it('that is withdrawn has that state, and says why where its detail does', async () => {
    const { parts } = await readOne({ withdrawn: true, reasonWithdrawn: 'Posted twice' })
    expect(parts.regulation?.state).toBe('withdrawn')
    expect(parts.regulation?.extras.regulations_gov).toMatchObject([
      { withdrawn: true, reason_withdrawn: 'Posted twice' },
    ])
  })

  it('may have no docket, and is dated by its last change', async () => {
    const { parts, observed_at, aliases } = await readOne({ docketId: null })
    expect(parts.regulation?.docket_ids).toEqual([])
    expect(observed_at).toBe('2023-08-12T01:00:45Z')
    expect(aliases).toEqual([
      { scheme: 'regulations-gov', value: 'FAA-2023-0001-0002' },
      { scheme: 'regulations-gov-object', value: '0900006485f5bc3f' },
    ])
    expect((await readOne({ lastModifiedDate: undefined })).observed_at).toBe(STARTED_AT)
  })

  it('is one record with its listing on another day, and a second one with its detail', async () => {
    const run = await readWith(regulationsGov, {
      '2023_08_11.json': [pageOf(document())],
      '2023_08_12.json': [pageOf(document())],
      'detail.json': {
        data: document({
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

describe('what stands beside documents', () => {
  const docket = {
    data: {
      id: 'FAA-2023-0001',
      type: 'dockets',
      attributes: {
        title: 'A docket',
        docketType: 'Rulemaking',
        rin: '2120-AA64',
        modifyDate: '2023-09-01T00:00:00Z',
      },
    },
  }

  it.each(['a', 'z'])(
    'a docket is told with the documents in it, read before or after (%s)',
    async (name) => {
      const run = await readWith(regulationsGov, {
        [`${name}.json`]: docket,
        'm.json': pageOf(document(), document({ docketId: 'FAA-2023-9999' }, 'FAA-2023-9999-0001')),
      })
      expect(run.of('regulation').map(({ record_key }) => record_key)).toEqual([
        'FAA-2023-0001-0002',
        'FAA-2023-0001-0002/docket',
        'FAA-2023-9999-0001',
      ])
      const told = run.of('regulation')[1]!
      expect(told.parts.regulation?.rins).toEqual(['2120-AA64'])
      expect(told.parts.regulation?.extras.regulations_gov).toEqual([
        { document_id: 'FAA-2023-0001-0002', docket_title: 'A docket', docket_type: 'Rulemaking' },
      ])
      expect(told.observed_at).toBe('2023-09-01T00:00:00Z')
      expect(run.observations.flatMap(faultsOf)).toEqual([])
    },
  )

  it('a RIN that is not assigned is none', async () => {
    const { data } = docket
    const without = { data: { ...data, attributes: { ...data.attributes, rin: 'Not Assigned' } } }
    const run = await readWith(regulationsGov, { 'a.json': without, 'b.json': pageOf(document()) })
    expect(run.of('regulation')[1]!.parts.regulation?.rins).toEqual([])
  })

  it('a count of comments is a part of its own, dated by the list of calls beside it', async () => {
    const run = await readWith(regulationsGov, {
      'count__00.200.json': {
        data: { id: 'HHS-1', type: 'document-comments-received-counts', attributes: { count: 3 } },
      },
      'index.csv':
        'file,status,uri,recorded_at\ncount__00.200.json,200,"https://x","Tue, 31 Jan 2023 01:18:24 GMT"\n',
    })
    expect(run.of('regulation')).toMatchObject([
      {
        key: 'regulations-gov|HHS-1',
        record_key: 'HHS-1/count',
        observed_at: '2023-01-31T01:18:24.000Z',
        parts: { comment_count: { count: 3, as_of: '2023-01-31T01:18:24.000000Z' } },
      },
    ])
  })

  it('supporting material, comments and empty answers give nothing, and nothing is rejected', async () => {
    const run = await readWith(regulationsGov, {
      'a.json': pageOf(document({ documentType: 'Supporting & Related Material' })),
      'b.json': pageOf({ id: 'FAA-1-0418', type: 'comments', attributes: { title: 'Comment from J. S.' } }),
      'c.json': pageOf(),
      'd.json': [],
    })
    expect(run.items).toEqual([])
  })
})

describe('bad input', () => {
  it.each([
    [
      { errors: [{ status: '400', title: 'Invalid ID: INVALID-DOCUMENT-ID' }] },
      'the answer is an error: 400 Invalid ID: INVALID-DOCUMENT-ID',
    ],
    [
      { error: { code: 'API_KEY_INVALID', message: 'An invalid api_key was supplied.' } },
      'the answer is an error: API_KEY_INVALID An invalid api_key was supplied.',
    ],
    [
      { errors: [{ status: '500', title: 'INTERNAL_SERVER_ERROR', detail: 'Incorrect result size' }] },
      'the answer is an error: 500 INTERNAL_SERVER_ERROR Incorrect result size',
    ],
    [{ meta: {} }, 'data is missing, not what was asked for'],
  ])('%j is set aside with what it says', async (body, detail) => {
    expect((await read(body)).rejections).toMatchObject([{ reason: 'record_invalid', detail }])
  })

  it('one document, and one page of a day, is set aside alone', async () => {
    const run = await read([
      pageOf(document({ postedDate: null }), document({}, 'FAA-2023-0001-0003')),
      { errors: [{ status: '429', title: 'OVER_RATE_LIMIT' }] },
      pageOf(document({ commentEndDate: 'soon' }, 'FAA-2023-0001-0004'), document({}, 'FAA-2023-0001-0005')),
    ])
    expect(run.rejections.map(({ detail }) => detail)).toEqual([
      'postedDate is null, not a date',
      'the answer is an error: 429 OVER_RATE_LIMIT',
      'commentEndDate is "soon", not a date',
    ])
    expect(run.of('regulation')).toHaveLength(2)
  })

  it('a body that ends early is unreadable', async () => {
    expect((await read('{"data": [')).rejections).toMatchObject([{ reason: 'record_unreadable' }])
  })
})
