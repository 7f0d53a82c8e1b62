import { describe, expect, it } from 'vitest'
import { billstatusAction, readBillstatus } from '../../../support/source-records/billstatus.ts'

const extrasOf = async (body: string, layout?: 'old') =>
  (await readBillstatus(body, layout)).parts.core!.extras

describe('the extras of a bill', () => {
  it('keep reports, cost estimates, calendars, notes, and the constitutional authority', async () => {
    const extras = await extrasOf(`
      <committeeReports><committeeReport><citation>S. Rept. 116-45</citation></committeeReport></committeeReports>
      <cboCostEstimates><item><pubDate>2016-06-03T14:57:49Z</pubDate><title>H.R. 5278</title><url>https://cbo.gov/1</url><description>As ordered</description></item>
        <item><rptPubDate>2015-10-20</rptPubDate><rptTitle>H.R. 3762</rptTitle><rptUrl>https://cbo.gov/2</rptUrl></item></cboCostEstimates>
      <calendarNumbers><item><calendar>Senate Calendar of Business</calendar><number>0110</number></item></calendarNumbers>
      <notes><item><text><![CDATA[<p>For further action, see S.2328.</p>]]></text></item></notes>
      <constitutionalAuthorityStatementText><![CDATA[<pre>[Congressional Record]By Mr. X:<a href="x">Article I</a></pre>]]></constitutionalAuthorityStatementText>`)
    expect(extras).toMatchObject({
      committee_reports: ['S. Rept. 116-45'],
      cost_estimates: [
        {
          date: '2016-06-03T14:57:49Z',
          title: 'H.R. 5278',
          url: 'https://cbo.gov/1',
          description: 'As ordered',
        },
        { date: '2015-10-20', title: 'H.R. 3762', url: 'https://cbo.gov/2' },
      ],
      calendars: [{ calendar: 'Senate Calendar of Business', number: '0110' }],
      notes: ['For further action, see S.2328.'],
      constitutional_authority: '[Congressional Record]By Mr. X:Article I',
    })
  })

  it('give the version and date of each summary', async () => {
    const item =
      '<versionCode>36</versionCode><actionDate>2019-05-22</actionDate><actionDesc>Passed House</actionDesc><updateDate>2019-05-22T12:25:18Z</updateDate><text>x</text>'
    const told_once = [
      {
        version_code: '36',
        action_date: '2019-05-22',
        action: 'Passed House',
        updated_at: '2019-05-22T12:25:18Z',
      },
    ]
    expect((await extrasOf(`<summaries><summary>${item}</summary></summaries>`)).summaries).toEqual(told_once)
    expect(
      (await extrasOf(`<summaries><billSummaries><item>${item}</item></billSummaries></summaries>`, 'old'))
        .summaries,
    ).toEqual(told_once)
  })

  it('name committees with subcommittees, and amendments in either layout', async () => {
    const extras = await extrasOf(`
      <committees><billCommittees><item><systemCode>hsii00</systemCode><name>Natural Resources Committee</name><chamber>House</chamber>
        <activities><item><name>Referred to</name><date>2019-07-03</date></item></activities>
        <subcommittees><item><systemCode>hsii24</systemCode><name>Indigenous Peoples</name><activities/></item></subcommittees></item></billCommittees></committees>
      <amendments><amendment><number>247</number><number>247</number><type>HAMDT</type><type>HAMDT</type></amendment>
        <amendment><number>12</number><type>SAMDT</type></amendment></amendments>`)
    expect(extras.committees).toMatchObject([
      {
        system_code: 'hsii00',
        activities: [{ name: 'Referred to', date: '2019-07-03' }],
        subcommittees: [{ system_code: 'hsii24', name: 'Indigenous Peoples' }],
      },
    ])
    expect(extras.amendments).toEqual(['HAMDT 247', 'SAMDT 12'])
  })
})

describe('a count given by the publisher', () => {
  it('is recorded as a mismatch if its list has another length (119 HR 2213: 20 cosponsors, 19 named)', async () => {
    const cosponsors = Array.from(
      { length: 19 },
      (_, index) =>
        `<item><bioguideId>X${index}</bioguideId><fullName>Rep. ${index} [D-MD-1]</fullName>${index === 0 ? '<sponsorshipWithdrawnDate>2025-04-01</sponsorshipWithdrawnDate>' : ''}</item>`,
    )
    const extras = await extrasOf(
      `<cosponsors><countIncludingWithdrawnCosponsors>20</countIncludingWithdrawnCosponsors><count>18</count>${cosponsors.join('')}</cosponsors>`,
    )
    expect(extras.count_mismatches).toEqual([{ list: 'cosponsors', counted: 20, listed: 19 }])
  })

  it('is not recorded as a mismatch if it agrees or is missing', async () => {
    const one = billstatusAction('0', '', 'Introduced in Senate')
    const agree = await extrasOf(
      `<actions>${one}<actionByCounts><senate>1</senate></actionByCounts></actions>`,
      'old',
    )
    expect(agree).not.toHaveProperty('count_mismatches')
    expect(await extrasOf(`<actions>${one}</actions>`)).not.toHaveProperty('count_mismatches')
  })
})

describe('roll calls in bill status documents', () => {
  const recorded = (more: string) =>
    `<recordedVotes><recordedVote><rollNumber>00179</rollNumber><url>https://www.senate.gov/legislative/LIS/roll_call_votes/vote1151/vote_115_1_00179.xml</url>
     <chamber>Senate</chamber><congress>115</congress><date>2017-07-28T05:29:00Z</date><sessionNumber>1</sessionNumber>${more}</recordedVote></recordedVotes>`

  it('have the time in Washington, and the legislative day if it differs (McConnell amendment 667)', async () => {
    const extras = await extrasOf(
      `<actions>${billstatusAction('0', '', 'Amendment not agreed to by Yea-Nay Vote. 49 - 51.', recorded(''), '2017-07-27')}</actions>`,
    )
    expect(extras.roll_calls).toMatchObject([
      {
        chamber: 'upper',
        year: '2017',
        number: '179',
        date: '2017-07-28T01:29:00-04:00',
        legislative_day: '2017-07-27',
      },
    ])
  })

  it('name their amendment, and are also found at the top of old layouts', async () => {
    const inner = billstatusAction('0', '', 'Not agreed to.', recorded(''), '2017-07-27')
    const extras = await extrasOf(
      `<amendments><amendment><number>667</number><type>SAMDT</type><actions><actions>${inner}</actions></actions></amendment></amendments>`,
    )
    expect(extras.roll_calls).toMatchObject([{ number: '179', amendment: 'SAMDT 667' }])
    expect(
      (await extrasOf(recorded('<fullActionName>PASSED SENATE</fullActionName>'), 'old')).roll_calls,
    ).toMatchObject([{ number: '179', action: 'PASSED SENATE' }])
  })
})
