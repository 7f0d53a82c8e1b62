import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitDocketIds } from '../../../../ingest/sources/federal-register/docket-ids.ts'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { findAgencyByName, findAgencyBySlug } from '../../../../schemas/federal-agencies.ts'
import { collect } from '../../../support/collect.ts'
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

describe('the keys of a document', () => {
  it('are its number alone since numbers are given once, and the document of regulations.gov it names', async () => {
    const { key, also_keys, replaces } = await readOne({
      regulations_dot_gov_info: { document_id: 'FTC-2023-0064-2803' },
    })
    const claimed = ['regulations-gov|FTC-2023-0064-2803|2023-26792', 'regulations-gov|FTC-2023-0064-2803|']
    expect(key).toBe('2023-26792|2024-01-02')
    expect(also_keys).toEqual(['fr|2023-26792', ...claimed])
    expect(replaces).toEqual(claimed)
  })

  it('are number and day only, before', async () => {
    expect((await readOne({ document_number: '94-28063' })).also_keys).toEqual([])
    expect((await readOne({ document_number: '2015-28063' })).also_keys).toEqual([])
  })
})

describe('a daily issue', () => {
  const issue = (...documents: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
    <FEDREG><VOL>81</VOL><NO>73</NO><DATE>Friday, April 5, 2016</DATE>
    <CNTNTS><AGCY><PRTPAGE P="iii"/><HD>Contents</HD><FRDOCBP>2016-00009</FRDOCBP></AGCY></CNTNTS>
    ${documents.join('\n')}</FEDREG>`
  const rule = `<RULES><RULE><PREAMB><PRTPAGE P="22173"/>
    <AGENCY TYPE="F">DEPARTMENT OF THE INTERIOR</AGENCY><SUBAGY>Bureau of Indian Affairs</SUBAGY>
    <CFR>40 CFR Parts 52 and 81</CFR><DEPDOC>[EPA-R09-OAR-2014-0636; FRL-9944-93-Region 9]</DEPDOC>
    <RIN>RIN 1076-AF28</RIN><SUBJECT>Title Evidence for <E T="03">Trust</E> Land</SUBJECT>
    <ACT><HD SOURCE="HED">ACTION:</HD><P>Final rule.</P></ACT>
    <SUM><HD SOURCE="HED">SUMMARY:</HD><P>First.</P><P>Second &amp; last.</P></SUM>
    <EFFDATE><HD SOURCE="HED">DATES:</HD><P><E T="03">Effective:</E> May 2, 2016.</P></EFFDATE></PREAMB>
    <SUPLINF><LSTSUB><HD>List of Subjects</HD><P>Banks, Banking, and Savings associations.</P></LSTSUB>
    <PRTPAGE P="22174"/><P>Text.</P></SUPLINF>
    <FRDOC>[FR Doc. 2016-08717 Filed 4-14-16; 8:45 am]</FRDOC></RULE></RULES>`
  const notice = `<NOTICES><NOTICE><PREAMB><AGENCY>OFFICE OF SOMEBODY</AGENCY><SUBJECT>A meeting</SUBJECT></PREAMB>
    <FRDOC>[FR Doc. 2016-08718 Filed 4-14-16; 8:45 am]</FRDOC></NOTICE></NOTICES>`
  const proclamation = `<NEWPART><PRTPAGE P="22503"/><PRESDOCS><PRESDOCU><PROCLA><TITLE3>Title 3—</TITLE3>
    <PRES>The President<PRTPAGE P="22505"/></PRES><PROC>Proclamation 9423 of April 12, 2016</PROC>
    <HD SOURCE="HED">Establishment of a Monument</HD><FP>Words.</FP>
    <FRDOC>[FR Doc. 2016-08970</FRDOC><FILED>Filed 4-14-16; 11:15 a.m.]</FILED></PROCLA></PRESDOCU></PRESDOCS></NEWPART>`
  const readIssue = async (...documents: readonly string[]) => {
    const run = await readWith(federalRegister, { 'FR-2016-04-05.xml': issue(...documents) })
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    return run.of('regulation').map(({ parts, ...rest }) => ({ ...rest, ...parts.regulation!, parts }))
  }

  it('gives its documents with all that is printed at their head', async () => {
    expect((await readIssue(rule))[0]).toMatchObject({
      key: '2016-08717|2016-04-05',
      also_keys: ['fr|2016-08717'],
      observed_at: '2016-04-05',
      type: 'rule',
      title: 'Title Evidence for Trust Land',
      abstract: 'First.\nSecond & last.',
      action: 'Final rule.',
      citation: '81 FR 22173',
      start_page: 22173,
      end_page: 22174,
      effective_on: '2016-05-02',
      docket_ids: ['EPA-R09-OAR-2014-0636', 'FRL-9944-93-Region 9'],
      rins: ['1076-AF28'],
      cfr_references: [
        { title: 40, part: '52', chapter: null },
        { title: 40, part: '81', chapter: null },
      ],
      topics: ['Banks', 'Banking', 'Savings associations'],
      agencies: [
        { name: 'Interior Department', slug: 'interior-department' },
        { name: 'Indian Affairs Bureau', slug: 'indian-affairs-bureau' },
      ],
      extras: { dates: 'Effective: May 2, 2016.' },
    })
  })

  it('says nothing of comments: that part is left to the API, whose layout wins', async () => {
    const [printed] = await readIssue(rule)
    expect(Object.keys(printed!.parts)).toEqual(['regulation'])
    expect(printed!.schema_rank).toBeLessThan((await readOne({})).schema_rank)
  })

  it('carries the page on to a document that begins in the middle of it, not to one with a cover', async () => {
    const [, second, third] = await readIssue(rule, notice, proclamation)
    expect(second).toMatchObject({ citation: '81 FR 22174', start_page: 22174, end_page: 22174 })
    expect(second?.agencies).toEqual([
      { name: 'OFFICE OF SOMEBODY', slug: null, source_id: null, parent_source_id: null },
    ])
    expect(third).toMatchObject({
      type: 'presidential_document',
      subtype: 'Proclamation',
      title: 'Establishment of a Monument',
      start_page: 22505,
      agencies: [{ name: 'Executive Office of the President' }],
    })
  })

  it('one document without a number is set aside alone; what is no issue is passed over', async () => {
    const run = await readWith(federalRegister, {
      'a.xml': issue(notice.replace('2016-08718', ''), rule),
      'b.xml': '<BILL/>',
      'c.xml': '<FEDREG><VOL>',
    })
    expect(run.rejections).toMatchObject([
      { reason: 'record_invalid', detail: expect.stringMatching(/^FRDOC is .* not a document number$/) },
      { reason: 'record_unreadable' },
    ])
    expect(run.of('regulation')).toHaveLength(1)
  })
})

describe('lists of agencies', () => {
  it('are one organisation for each agency, whatever a list calls it', async () => {
    const run = await readWith(federalRegister, {
      // Line ends of an old Macintosh, and its letters.
      'agencies.csv': Buffer.from(
        'active,cfr_citation,parent_agency_name,agency_name,description\r' +
          '1,07 CFR 1,,Agriculture Department,Under \xa4 1\r' +
          '1,07 CFR 2,,Agriculture Department,\r' +
          '1,,Agriculture Department,Forest Service,\r',
        'latin1',
      ),
      'participating.csv':
        'Acronym,Agency\nUSDA,Department of Agriculture\nFS,Forest Service\ndo Not Use,Gone\n',
      'ecfr_agencies.json': {
        agencies: [
          {
            name: 'Department of Agriculture',
            slug: 'agriculture-department',
            children: [{ name: 'Forest Service', slug: 'forest-service' }],
          },
        ],
      },
      'titles.json': { titles: [] },
    })
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    const organizations = run.of('organization')
    expect(new Set(organizations.map(({ key }) => key)).size).toBe(2)
    expect(organizations.map(({ record_key, parts }) => [record_key, parts.organization?.name])).toEqual([
      ['agencies.csv', 'Agriculture Department'],
      ['agencies.csv', 'Forest Service'],
      ['ecfr_agencies.json', 'Agriculture Department'],
      ['ecfr_agencies.json', 'Forest Service'],
      ['participating.csv', 'Agriculture Department'],
      ['participating.csv', 'Forest Service'],
    ])
    expect(organizations[1]?.parts.organization?.parent_name).toBe('Agriculture Department')
    expect(
      organizations.flatMap(({ aliases }) => aliases.map(({ scheme, value }) => `${scheme} ${value}`)),
    ).toEqual(
      expect.arrayContaining([
        'regulations-gov-agency USDA',
        'federal-register-agency forest-service',
        'ecfr-agency forest-service',
      ]),
    )
    expect(run.copies).toEqual({ organization: 1 })
  })

  it('documents on public inspection are passed over: they have no day of publication yet', async () => {
    const run = await readWith(federalRegister, {
      'inspection.csv': 'date,document_number,filing_type\n2017-01-17,2017-01009,regular\n',
      'inspection.json': { count: 1, results: [{ document_number: '2017-01010', filing_type: 'regular' }] },
    })
    expect(run.items).toEqual([])
  })
})

const folder = realData('federal-register')

describe.skipIf(folder === undefined)('the real folder', () => {
  it('gives all documents of the API and of the day, all agencies of five lists, and rejects nothing', async () => {
    const passed_over: string[] = []
    const input = {
      paths: [folder!],
      started_at: STARTED_AT,
      passed_over: (_: string, why: string) => passed_over.push(why),
    }
    const items = await collect(federalRegister.read(input))
    expect(items.filter(({ kind }) => kind === 'rejected')).toEqual([])
    const observations = items.flatMap((item) => (item.kind === 'observed' ? [...item.group] : []))
    expect(observations.flatMap(faultsOf)).toEqual([])
    const documents = observations.filter((one) => one.entity === 'regulation')
    expect(documents.filter(({ schema_rank }) => schema_rank === 0)).toHaveLength(146)
    const of_api = documents.filter(({ schema_rank }) => schema_rank === 1)
    expect(new Set(of_api.map(({ key }) => key)).size).toBe(1_000)
    expect(of_api.filter(({ parts }) => parts.comment_period?.closes_on !== null)).toHaveLength(257)
    expect(of_api.filter(({ parts }) => parts.regulation?.correction_of !== null)).toHaveLength(8)
    expect(of_api.filter(({ replaces }) => replaces!.length > 0)).toHaveLength(688)
    const organizations = observations.filter(({ entity }) => entity === 'organization')
    expect(organizations).toHaveLength(1_291)
    expect(
      Object.fromEntries(
        Map.groupBy(passed_over, (why) => why)
          .entries()
          .map(([why, all]) => [why, all.length]),
      ),
    ).toEqual({
      'names no agency, or several': 1,
      'on public inspection: not published yet': 2_245,
      'titles of the Code': 1,
      'withdrawn from public inspection: never published': 60,
    })
  })

  it('has no agency whose slug is another one than the API gives it', async () => {
    const { of } = await readFrom(federalRegister, join(folder!, 'documents_2024-01-02_2024-01-17.json.gz'))
    const printed = of('regulation').flatMap(({ parts }) => parts.regulation?.agencies ?? [])
    const wrong = printed.filter(
      ({ name, slug }) => slug !== null && (findAgencyByName(name)?.slug ?? slug) !== slug,
    )
    expect(wrong).toEqual([])
    const known = new Set(
      printed.filter(({ slug }) => findAgencyBySlug(slug ?? '') !== undefined).map(({ slug }) => slug),
    )
    expect(known.size).toBeGreaterThan(110)
  })
})
