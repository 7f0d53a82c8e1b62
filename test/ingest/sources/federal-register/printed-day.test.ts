import { describe, expect, it } from 'vitest'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { readDocument } from '../../../support/source-records/federal-register-documents.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'

describe('a daily issue of the Federal Register', () => {
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
    const run = await readSourceFiles(federalRegister, { 'FR-2016-04-05.xml': issue(...documents) })
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    return run.of('regulation').map(({ parts, ...rest }) => ({ ...rest, ...parts.regulation!, parts }))
  }

  it('contains its documents with the fields printed at their head', async () => {
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

  it('leaves comment periods to the API, whose layout outranks it', async () => {
    const [printed] = await readIssue(rule)
    expect(Object.keys(printed!.parts)).toEqual(['regulation'])
    expect(printed!.schema_rank).toBeLessThan((await readDocument()).schema_rank)
  })

  it('gives a document that starts in mid-page the current page, unless it has a cover', async () => {
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

  it('loses only a document without a number, and other XML files are skipped', async () => {
    const run = await readSourceFiles(federalRegister, {
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
