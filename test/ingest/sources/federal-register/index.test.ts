import { describe, expect, it } from 'vitest'
import { splitDocketIds } from '../../../../ingest/sources/federal-register/docket-ids.ts'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { faultsOf } from '../../../support/part-schemas.ts'
import { readFrom, readWith, STARTED_AT } from '../../../support/reading.ts'
import { realData } from '../../../support/real-data.ts'

const document = (fields: Readonly<Record<string, unknown>> = {}) => ({
  document_number: '2023-26792',
  publication_date: '2024-01-02',
  type: 'Proposed Rule',
  title: 'Notice of Something',
  abstract: null,
  agencies: [],
  docket_ids: [],
  regulation_id_numbers: [],
  cfr_references: [],
  topics: [],
  comments_close_on: null,
  ...fields,
})
const readOne = async (fields: Readonly<Record<string, unknown>>) => {
  const run = await readWith(federalRegister, { 'documents.json': { count: 1, results: [document(fields)] } })
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('regulation')[0]!
}

describe('splitDocketIds', () => {
  it.each([
    [['Docket No. FMCSA-2017-0058', 'FMCSA-2018-0136'], ['FMCSA-2017-0058', 'FMCSA-2018-0136'], []],
    [['DOCKET #: RBS-23-BUSINESS-0024'], ['RBS-23-BUSINESS-0024'], []],
    [['Docket Nos. MC2024-151 and CP2024-157'], ['MC2024-151', 'CP2024-157'], []],
    [['Investigation Nos. 701-TA-591 and 731-TA-1399 (Review)'], ['701-TA-591', '731-TA-1399 (Review)'], []],
    [['Docket No. FMCSA-2023-0268 RIN 2126-AC67'], ['FMCSA-2023-0268'], ['2126-AC67']],
    [['Docket ID Number: DOT-OST-2014-0031 BTS Paperwork Reduction Notice'], ['DOT-OST-2014-0031'], []],
    [
      ['OMB 3060-XXXX, OMB 3060-0848', 'FR ID 195711'],
      ['OMB 3060-XXXX', 'OMB 3060-0848', 'FR ID 195711'],
      [],
    ],
    [['Docket Nos. 23-CRB-0019-AU (SummitMedia, LLC)'], ['23-CRB-0019-AU (SummitMedia, LLC)'], []],
    [['Docket No. FAA-2023-2114', 'Airspace Docket No. 23-AEA-17'], ['FAA-2023-2114', '23-AEA-17'], []],
    [['Docket No. NHTSA-2022-0099', 'Notice 1'], ['NHTSA-2022-0099', 'Notice 1'], []],
    [['A-412-827', 'A-412-827'], ['A-412-827'], []],
    [[''], [], []],
  ])('%j', (printed, docket_ids, rins) => {
    expect(splitDocketIds(printed)).toEqual({ docket_ids, rins })
  })
})

describe('a document', () => {
  it('is known by its number and its day: numbers were used again', async () => {
    expect((await readOne({})).key).toBe('2023-26792|2024-01-02')
  })

  it.each([
    ['Rule', 'rule'],
    ['PRORULE', 'proposed_rule'],
    ['NOTICE', 'notice'],
    ['N', 'notice'],
    ['Presidential Document', 'presidential_document'],
    ['Sunshine Act', 'Sunshine Act'],
  ])('of type %s is a %s', async (printed, type) => {
    expect((await readOne({ type: printed })).parts.regulation?.type).toBe(type)
  })

  it('has agencies with a record and agencies with a name only, parents too', async () => {
    const agencies = [
      {
        raw_name: 'DEPARTMENT OF AGRICULTURE',
        name: 'Agriculture Department',
        id: 12,
        parent_id: null,
        slug: 'agriculture-department',
      },
      { raw_name: 'Rural Business-Cooperative Service', name: 'RBCS', id: 456, parent_id: 12, slug: 'rbcs' },
      { raw_name: 'Office of Somebody' },
    ]
    expect((await readOne({ agencies })).parts.regulation?.agencies).toEqual([
      {
        name: 'Agriculture Department',
        slug: 'agriculture-department',
        source_id: '12',
        parent_source_id: null,
      },
      { name: 'RBCS', slug: 'rbcs', source_id: '456', parent_source_id: '12' },
      { name: 'Office of Somebody', slug: null, source_id: null, parent_source_id: null },
    ])
  })

  it('has a deadline of its own, or none', async () => {
    const open = await readOne({
      comments_close_on: '2024-02-01',
      comment_url: 'http://www.regulations.gov/commenton/RBS 1',
    })
    expect(open.parts.comment_period).toEqual({
      opens_on: '2024-01-02',
      closes_on: '2024-02-01',
      comment_url: 'http://www.regulations.gov/commenton/RBS%201',
    })
    expect((await readOne({})).parts.comment_period).toEqual({
      opens_on: null,
      closes_on: null,
      comment_url: null,
    })
  })

  it('corrects another by its number', async () => {
    expect(
      (await readOne({ correction_of: 'https://www.federalregister.gov/api/v1/documents/2023-27742' })).parts
        .regulation?.correction_of,
    ).toBe('2023-27742')
  })

  it('takes a RIN from its docket line, and parts of the Code as text', async () => {
    const { regulation } = (
      await readOne({
        docket_ids: ['Docket No. FMCSA-2023-0268 RIN 2126-AC67'],
        regulation_id_numbers: ['2120-AA66'],
        cfr_references: [{ title: 14, part: 71, chapter: null }],
      })
    ).parts
    expect(regulation).toMatchObject({
      docket_ids: ['FMCSA-2023-0268'],
      rins: ['2120-AA66', '2126-AC67'],
      cfr_references: [{ title: 14, part: '71', chapter: null }],
    })
  })

  it('does not change with its page views and comment counts', async () => {
    const views = (count: number) => ({
      page_views: { count, last_updated: '2024-01-29 20:15:06 -0500' },
      regulations_dot_gov_info: { comments_count: count },
    })
    expect((await readOne(views(1))).parts).toEqual((await readOne(views(2))).parts)
  })

  it('is dated by the newest count of views in its answer, else by the start of the run', async () => {
    const run = await readWith(federalRegister, {
      'a.json': {
        results: [
          document({ page_views: { last_updated: '2024-01-29 20:15:06 -0500' } }),
          document({ document_number: '2', page_views: { last_updated: '2024-01-30 01:00:00 -0500' } }),
        ],
      },
    })
    expect(run.of('regulation').map(({ observed_at }) => observed_at)).toEqual([
      '2024-01-30T01:00:00-05:00',
      '2024-01-30T01:00:00-05:00',
    ])
    expect((await readOne({})).observed_at).toBe(STARTED_AT)
  })

  it('comes in answers, lists and alone', async () => {
    const run = await readWith(federalRegister, {
      'a.json': [document()],
      'b.json': document({ document_number: '2' }),
      'c.ndjson': [document({ document_number: '3' })],
      'ecfr_agencies.json': { agencies: [] },
    })
    expect(run.of('regulation')).toHaveLength(3)
    expect(run.rejections).toEqual([])
  })
})

describe('bad input', () => {
  it('one document of an answer is set aside with its bytes, the others flow', async () => {
    const run = await readWith(federalRegister, {
      'a.json': { results: [document({ publication_date: '2024-02-30' }), document()] },
    })
    expect(run.rejections).toMatchObject([
      {
        reason: 'record_invalid',
        detail: 'publication_date is "2024-02-30", not a date',
        record: expect.stringMatching(/a\.json#1$/),
      },
    ])
    expect(JSON.parse(run.rejections[0]!.bytes.toString())).toMatchObject({ publication_date: '2024-02-30' })
    expect(run.of('regulation')).toHaveLength(1)
  })

  it.each([
    ['truncated', '{"results": [', 'record_unreadable'],
    ['another answer', '{"errors": {}}', 'record_invalid'],
  ])('%s', async (_, text, reason) => {
    expect((await readWith(federalRegister, { 'a.json': text })).rejections).toMatchObject([{ reason }])
  })
})

const folder = realData('federal-register')

describe.skipIf(folder === undefined)('the real folder', () => {
  it('gives a thousand documents and rejects nothing', async () => {
    const run = await readFrom(federalRegister, folder!)
    expect(run.rejections).toEqual([])
    expect(new Set(run.of('regulation').map(({ key }) => key)).size).toBe(1_000)
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(run.of('regulation').filter(({ parts }) => parts.comment_period?.closes_on !== null)).toHaveLength(
      257,
    )
    expect(run.of('regulation').filter(({ parts }) => parts.regulation?.correction_of !== null)).toHaveLength(
      8,
    )
  })
})
