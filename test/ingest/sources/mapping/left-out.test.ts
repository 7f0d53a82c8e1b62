import { describe, expect, it } from 'vitest'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { govinfoBillstatus } from '../../../../ingest/sources/govinfo-billstatus/index.ts'
import { countLeftOut, createLeftOut } from '../../../../ingest/sources/mapping/left-out.ts'
import { textOf } from '../../../../ingest/sources/records/fields.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { billstatus } from '../../../support/source-records/billstatus.ts'
import { readDocument } from '../../../support/source-records/federal-register-documents.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'
import { readFaaDocument } from '../../../support/source-records/regulations-gov-documents.ts'

describe('an optional date', () => {
  it('is null if it is impossible, and is kept as printed', () => {
    const left_out = createLeftOut()
    expect(left_out.day('signed', null, undefined)).toBeNull()
    expect(left_out.day('signed', '3 May', '2026-05-03')).toBe('2026-05-03')
    expect(left_out.extras()).toEqual({})
    expect(left_out.day('effective', '2026-02-30', undefined)).toBeNull()
    expect(left_out.day('closes', '0011-12-01', '0011-12-01', () => false)).toBeNull()
    expect(left_out.extras()).toEqual({
      impossible_dates: { effective: '2026-02-30', closes: '0011-12-01' },
    })
  })

  it('does not make its document fail if it is impossible (N45)', async () => {
    const run = await readSourceText(federalRegister, caseFolder('N45'))
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    const emitted = run.of('regulation').map(({ parts: { regulation, comment_period } }) => ({
      effective_on: regulation!.effective_on,
      ...comment_period,
      ...(regulation!.extras.impossible_dates as object),
    }))
    const none = { opens_on: null, closes_on: null, comment_url: null }
    expect(emitted.slice(0, 3)).toEqual([
      { ...none, effective_on: '0011-12-01' },
      { ...none, effective_on: '2026-02-30' },
      { ...none, effective_on: '12/01/2026' },
    ])
    expect(emitted[3]).toMatchObject({ closes_on: null, comments_close_on: expect.stringMatching(/^20/u) })
    expect(run.observations.map(countLeftOut)).toEqual([1, 1, 1, 1])
  })
})

describe('a comment period', () => {
  it('never closes before the document was printed, because that year is a misprint', async () => {
    const { parts } = await readDocument({ comments_close_on: '2023-02-01' })
    expect(parts.comment_period).toMatchObject({ opens_on: null, closes_on: null })
    expect(parts.regulation?.extras.impossible_dates).toEqual({ comments_close_on: '2023-02-01' })
  })

  const period = async (commentStartDate: string, commentEndDate: string, more = {}) => {
    const { parts } = await readFaaDocument({ commentStartDate, commentEndDate, ...more })
    const { opens_on, closes_on } = parts.comment_period!
    return [opens_on, closes_on, parts.regulation!.extras.impossible_dates]
  }

  it('keeps its last day and drops a later first day if the document was entered late', async () => {
    const [start, end] = ['2023-08-11T04:00:00Z', '2023-06-12T03:59:59Z']
    expect(await period(start, end)).toEqual([null, '2023-06-11', { commentStartDate: start }])
  })

  it('is dropped if its days are years apart in the wrong order', async () => {
    const [start, end] = ['2023-08-11T04:00:00Z', '2003-06-12T03:59:59Z']
    expect(await period(start, end)).toEqual([null, null, { commentEndDate: end }])
  })

  it('is dropped if its last day is impossible, but its document is kept', async () => {
    const [start, end] = ['2023-08-11T04:00:00Z', '2023-13-40']
    expect(await period(start, end, { effectiveDate: '0011-12-01T05:00:00Z' })).toEqual([
      ...[null, null],
      { commentEndDate: end, effectiveDate: '0011-12-01T05:00:00Z' },
    ])
  })
})

describe('a list item without a required field', () => {
  it('is left out and recorded, and the other items stay', () => {
    const left_out = createLeftOut()
    const items = [{ name: 'a' }, {}, { name: 'c' }]
    expect(left_out.items('subjects', items, (item) => textOf(item, 'name'))).toEqual(['a', 'c'])
    expect(left_out.extras()).toEqual({ left_out: ['subjects[1].name is missing, not a text'] })
  })

  it('does not make its bill fail: an action, a sponsor, a title, a law', async () => {
    const body = `<actions><item><actionDate>2021-02-30</actionDate><text>Read twice.</text></item>
      <item><actionDate>2021-02-12</actionDate><text>Introduced in Senate</text></item></actions>
      <cosponsors><item><fullName>Sen. Birch, B. [I-VT]</fullName><sponsorshipDate>0021-02-12</sponsorshipDate></item>
      <item><sponsorshipDate>2021-02-31</sponsorshipDate></item></cosponsors>
      <titles><item><titleType>Display Title</titleType></item></titles><laws><item><type>Public Law</type></item></laws>`
    const run = await readSourceFiles(govinfoBillstatus, { 'BILLSTATUS-117s35.xml': billstatus(body) })
    expect(run.rejections).toEqual([])
    const { core, actions, sponsors } = run.of('bill')[0]!.parts
    expect(actions!.map(({ description }) => description)).toEqual(['Introduced in Senate'])
    expect(sponsors!.map(({ name, sponsored_on }) => [name, sponsored_on])).toEqual([
      ['Sen. Birch, B. [I-VT]', null],
    ])
    expect(core!.extras).toMatchObject({
      impossible_dates: { 'Sen. Birch, B. [I-VT] sponsorshipDate': '0021-02-12' },
      left_out: [
        expect.stringContaining('actions[0].actionDate is "2021-02-30"'),
        expect.stringContaining('cosponsors[1].'),
        expect.stringContaining('titles[0].title is missing'),
        expect.stringContaining('laws[0].number is missing'),
      ],
    })
  })
})
