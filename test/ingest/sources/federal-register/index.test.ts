import { describe, expect, it } from 'vitest'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { readDocument, someDocument } from '../../../support/source-records/federal-register-documents.ts'
import { readSourceFiles, STARTED_AT } from '../../../support/source-records/read-source.ts'

describe('a Federal Register document', () => {
  it('is identified by number and day, because numbers were reused', async () => {
    expect((await readDocument()).key).toBe('2023-26792|2024-01-02')
  })

  it.each([
    ['Rule', 'rule'],
    ['PRORULE', 'proposed_rule'],
    ['NOTICE', 'notice'],
    ['N', 'notice'],
    ['Presidential Document', 'presidential_document'],
    ['Sunshine Act', 'Sunshine Act'],
  ])('of type %s is a %s', async (printed, type) => {
    expect((await readDocument({ type: printed })).parts.regulation?.type).toBe(type)
  })

  it('lists agencies with and without a record, including parents', async () => {
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
    expect((await readDocument({ agencies })).parts.regulation?.agencies).toEqual([
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

  it('has its own comment deadline, or none', async () => {
    const open = await readDocument({
      comments_close_on: '2024-02-01',
      comment_url: 'http://www.regulations.gov/commenton/RBS 1',
    })
    expect(open.parts.comment_period).toEqual({
      opens_on: '2024-01-02',
      closes_on: '2024-02-01',
      comment_url: 'http://www.regulations.gov/commenton/RBS%201',
    })
    expect((await readDocument()).parts.comment_period).toEqual({
      opens_on: null,
      closes_on: null,
      comment_url: null,
    })
  })

  it('names the document that it corrects by number', async () => {
    expect(
      (await readDocument({ correction_of: 'https://www.federalregister.gov/api/v1/documents/2023-27742' }))
        .parts.regulation?.correction_of,
    ).toBe('2023-27742')
  })

  it('keeps the president and the address of its text', async () => {
    const president = { identifier: 'joe-biden', name: 'Joseph R. Biden Jr.' }
    const full_text_xml_url =
      'https://www.federalregister.gov/documents/full_text/xml/2024/01/02/2023-26792.xml'
    const { extras } = (await readDocument({ president, full_text_xml_url, executive_order_notes: null }))
      .parts.regulation!
    expect(extras).toMatchObject({ president: 'Joseph R. Biden Jr.', full_text_xml_url })
    expect(extras).not.toHaveProperty('executive_order_notes')
    expect((await readDocument({ president: null })).parts.regulation?.extras).not.toHaveProperty('president')
  })

  it('takes a RIN from the docket line and keeps CFR parts as text', async () => {
    const { regulation } = (
      await readDocument({
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
    expect((await readDocument(views(1))).parts).toEqual((await readDocument(views(2))).parts)
  })

  it('is dated by the newest view count in its answer, or else by the run', async () => {
    const run = await readSourceFiles(federalRegister, {
      'a.json': {
        results: [
          someDocument({ page_views: { last_updated: '2024-01-29 20:15:06 -0500' } }),
          someDocument({ document_number: '2', page_views: { last_updated: '2024-01-30 01:00:00 -0500' } }),
        ],
      },
    })
    expect(run.of('regulation').map(({ observed_at }) => observed_at)).toEqual([
      '2024-01-30T01:00:00-05:00',
      '2024-01-30T01:00:00-05:00',
    ])
    expect((await readDocument()).observed_at).toBe(STARTED_AT)
  })

  it('can come in an answer, in a list, or alone', async () => {
    const run = await readSourceFiles(federalRegister, {
      'a.json': [someDocument()],
      'b.json': someDocument({ document_number: '2' }),
      'c.ndjson': [someDocument({ document_number: '3' })],
      'ecfr_agencies.json': { agencies: [] },
    })
    expect(run.of('regulation')).toHaveLength(3)
    expect(run.rejections).toEqual([])
  })
})

describe('a bad Federal Register answer', () => {
  it('loses only its bad document, which is rejected with its bytes', async () => {
    const run = await readSourceFiles(federalRegister, {
      'a.json': { results: [someDocument({ publication_date: '2024-02-30' }), someDocument()] },
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
  ])('is rejected if it is %s', async (_, text, reason) => {
    expect((await readSourceFiles(federalRegister, { 'a.json': text })).rejections).toMatchObject([
      { reason },
    ])
  })
})

describe('the keys of a Federal Register document', () => {
  it('include the number without a day for recent documents, and the linked regulations.gov document', async () => {
    const { key, also_keys, replaces } = await readDocument({
      regulations_dot_gov_info: { document_id: 'FTC-2023-0064-2803' },
    })
    const claimed = ['regulations-gov|FTC-2023-0064-2803|2023-26792', 'regulations-gov|FTC-2023-0064-2803|']
    expect(key).toBe('2023-26792|2024-01-02')
    expect(also_keys).toEqual(['fr|2023-26792', ...claimed])
    expect(replaces).toEqual(claimed)
  })

  it('are only number and day for older documents', async () => {
    expect((await readDocument({ document_number: '94-28063' })).also_keys).toEqual([])
    expect((await readDocument({ document_number: '2015-28063' })).also_keys).toEqual([])
  })
})
