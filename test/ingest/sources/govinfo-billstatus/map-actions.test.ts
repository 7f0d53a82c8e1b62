import { describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import type { ObservationOf } from '../../../../ingest/source-interface/observation.ts'
import { billstatusAction, readBillstatus } from '../../../support/source-records/billstatus.ts'

const passed = (file: string, session: string) =>
  billstatusAction(
    '2',
    'H37100',
    'On passage Passed by recorded vote: 212 - 205 (Roll no. 78).',
    `<actionTime>10:55:44</actionTime><recordedVotes><recordedVote><rollNumber>78</rollNumber>
     <url>https://clerk.house.gov/evs/2024/${file}</url><chamber>House</chamber><congress>118</congress>
     <date>2024-03-08T15:55:44Z</date><sessionNumber>${session}</sessionNumber></recordedVote></recordedVotes>`,
    '2024-03-08',
  )

const statusesOf = ({ parts: { core, actions } }: ObservationOf<'bill'>) =>
  foldStatus(
    actions!.map((one, index) => ({ ...one, id: String(index) })),
    {
      jurisdiction: core!.jurisdiction,
      chamber_of_origin: core!.chamber,
      classification: core!.classification,
      title: core!.title,
    },
  ).map(({ status, date }) => [status, date?.slice(0, 10)])

describe('an event that is reported twice', () => {
  it('with two addresses of one roll call is one action and one roll call (118 HR 2799)', async () => {
    const bill = await readBillstatus(
      `<actions>${passed('roll78.xml', '1')}${passed('roll078.xml', '2')}</actions>`,
    )
    expect(bill.parts.actions).toHaveLength(1)
    expect(bill.parts.core?.extras.roll_calls).toEqual([
      expect.objectContaining({
        chamber: 'lower',
        year: '2024',
        number: '78',
        date: '2024-03-08T10:55:44-05:00',
        url: 'https://clerk.house.gov/evs/2024/roll078.xml',
      }),
    ])
  })

  it('with two codes of the Library of Congress is one action', async () => {
    const list =
      billstatusAction('9', 'Intro-H', 'Introduced in House') +
      billstatusAction('9', '1000', 'Introduced in House') +
      billstatusAction('2', 'H8D000', 'DEBATE - one hour of debate') +
      billstatusAction('2', 'H8D000', 'DEBATE - one hour of debate')
    expect(
      (await readBillstatus(`<actions>${list}</actions>`)).parts.actions?.map(
        ({ description }) => description,
      ),
    ).toEqual(['DEBATE - one hour of debate', 'DEBATE - one hour of debate', 'Introduced in House'])
  })

  it('on two days changes the status once, on the first day (115 S 114)', async () => {
    const became = 'Became Public Law No: 115-48.'
    const list =
      billstatusAction('9', '36000', became, '', '2017-08-17') +
      billstatusAction('0', '', became, '', '2017-08-12') +
      billstatusAction('9', '36000', became, '', '2017-08-12') +
      billstatusAction('9', '28000', 'Presented to President.', '', '2017-08-04') +
      billstatusAction('9', '10000', 'Introduced in Senate', '', '2017-01-12')
    const statuses = statusesOf(await readBillstatus(`<actions>${list}</actions>`))
    expect(statuses.filter(([status]) => status === 'enacted')).toEqual([['enacted', '2017-08-12']])
  })

  it('as a veto by two systems is one veto (118 SJRES 9)', async () => {
    const vetoed = 'Vetoed by President.'
    const list =
      billstatusAction('9', '31000', vetoed, '', '2023-09-26') +
      billstatusAction('2', 'E30000', vetoed, '', '2023-09-26') +
      billstatusAction('9', '28000', 'Presented to President.', '', '2023-09-15') +
      billstatusAction('9', '10000', 'Introduced in Senate', '', '2023-02-07')
    const bill = await readBillstatus(`<actions>${list}</actions>`)
    expect(bill.parts.actions?.filter(({ description }) => description === vetoed)).toHaveLength(1)
    expect(statusesOf(bill).filter(([status]) => status === 'vetoed')).toHaveLength(1)
  })
})

describe('a bill that both chambers passed', () => {
  it('is before the President after it was presented, and not yet enacted (115 HR 3364)', async () => {
    const list =
      billstatusAction('9', '28000', 'Presented to President.', '', '2017-07-28') +
      billstatusAction(
        '0',
        '',
        'Passed Senate without amendment by Yea-Nay Vote. 98 - 2.',
        '',
        '2017-07-27',
      ) +
      billstatusAction(
        '2',
        'H37300',
        'On motion to suspend the rules and pass the bill Agreed to by the Yeas and Nays: (2/3 required): 419 - 3.',
        '<actionTime>16:44:00</actionTime>',
        '2017-07-25',
      ) +
      billstatusAction('9', 'Intro-H', 'Introduced in House', '', '2017-07-24')
    const statuses = statusesOf(await readBillstatus(`<actions>${list}</actions>`))
    expect(statuses.map(([status]) => status)).not.toContain('enacted')
    expect(statuses.at(-1)).toEqual(['to_executive', '2017-07-28'])
  })
})
