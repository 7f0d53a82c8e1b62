import { describe, expect, it } from 'vitest'
import { govinfoBillstatus } from '../../../../ingest/sources/govinfo-billstatus/index.ts'
import {
  billstatusAction as action,
  billstatus as document,
  readBillstatus as readBill,
} from '../../../support/source-records/billstatus.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'

describe('a bill of Congress', () => {
  it('reports its Congress as a session once', async () => {
    const run = await readSourceFiles(govinfoBillstatus, {
      'a.xml': document(''),
      'b.xml': document('').replace('>35<', '>36<'),
    })
    expect(run.observations.map(({ entity }) => entity)).toEqual(['jurisdiction', 'session', 'bill', 'bill'])
    expect(run.of('session')[0]?.parts.session).toMatchObject({
      identifier: '117',
      name: '117th Congress',
      start_date: '2021-01-03',
      end_date: '2023-01-03',
    })
  })

  it('is identified by the United States, its Congress, and its number', async () => {
    const bill = await readBill('')
    expect(bill).toMatchObject({
      key: 'ocd-division/country:us|117|S35',
      jurisdiction: 'ocd-division/country:us',
      aliases: [{ scheme: 'congress', value: 's35-117' }],
    })
    expect(bill.parts.core).toMatchObject({
      identifier: 'S 35',
      session: '117',
      chamber: 'upper',
      classification: ['bill'],
      title: 'A & B',
    })
  })

  it('is dated by its latest update, including updates of its text', async () => {
    expect(
      (await readBill('<updateDateIncludingText>2022-10-01T00:00:00Z</updateDateIncludingText>')).observed_at,
    ).toBe('2022-10-01T00:00:00Z')
    expect(
      (await readBill('<updateDateIncludingText>2022-01-01T00:00:00Z</updateDateIncludingText>')).observed_at,
    ).toBe('2022-09-07T13:36:03Z')
  })

  it('in a newer layout outranks one in an older layout', async () => {
    expect((await readBill('')).schema_rank).toBe(3)
    expect((await readBill('<version>1.0.0</version>', 'old')).schema_rank).toBe(2)
    expect((await readBill('', 'old')).schema_rank).toBe(1)
  })

  it('has one action with all classes for an event that several systems report', async () => {
    const emitted =
      action('0', '', 'Passed Senate with an amendment by Unanimous Consent. (text: CR S694-695)') +
      action(
        '9',
        '17000',
        'Passed/agreed to in Senate: Passed Senate with an amendment by Unanimous Consent.(text: CR S694)',
      )
    const { actions } = (await readBill(`<actions>${emitted}</actions>`)).parts
    expect(actions).toMatchObject([
      {
        chamber: 'upper',
        description: 'Passed Senate with an amendment by Unanimous Consent. (text: CR S694-695)',
        classification: ['passage'],
      },
    ])
  })

  it('keeps both actions if one system reports the same action twice on one day', async () => {
    const debate = action('2', 'H8D000', 'DEBATE - one hour of debate')
    expect((await readBill(`<actions>${debate}${debate}</actions>`)).parts.actions).toHaveLength(2)
  })

  it('skips an action without text and reverses the newest-first list', async () => {
    const list =
      action('2', 'H15000', 'Held at the desk.', '<actionTime>12:34:00</actionTime>') +
      action('2', 'H14000', 'Received in the House.', '<actionTime>07:33PM</actionTime>') +
      '<item><actionDate>2021-02-12</actionDate><committee/><text/></item>'
    expect(
      (await readBill(`<actions>${list}</actions>`)).parts.actions?.map(({ date, description }) => [
        date,
        description,
      ]),
    ).toEqual([
      ['2021-02-12T19:33:00-05:00', 'Received in the House.'],
      ['2021-02-12T12:34:00-05:00', 'Held at the desk.'],
    ])
  })

  it('names the committees of its actions in every layout', async () => {
    const names = async (xml: string) =>
      (
        await readBill(
          `<actions>${action('0', '', 'Read twice and referred to the Committee on Banking.', xml)}</actions>`,
        )
      ).parts.actions?.[0]?.related_entities
    const banking = [{ name: 'Banking Committee', entity_type: 'organization' }]
    expect(
      await names(
        '<committees><item><systemCode>ssbk00</systemCode><name>Banking Committee</name></item></committees>',
      ),
    ).toEqual(banking)
    expect(
      await names('<committee><systemCode>ssbk00</systemCode><name>Banking Committee</name></committee>'),
    ).toEqual(banking)
    expect(await names('<committees/>')).toEqual([])
  })

  it('has sponsors with their ids, districts, and dates', async () => {
    const { sponsors } = (
      await readBill(`
      <sponsors><item><bioguideId>V000128</bioguideId><fullName>Sen. Van Hollen, Chris [D-MD]</fullName></item></sponsors>
      <cosponsors><item><bioguideId>F000448</bioguideId><fullName>Rep. Franks, Trent [R-AZ-8]</fullName><sponsorshipDate>2021-01-22</sponsorshipDate><sponsorshipWithdrawnDate>2021-02-01</sponsorshipWithdrawnDate></item>
      <item><fullName>Rep. Cheney, Liz [R-WY-At Large]</fullName></item></cosponsors>`)
    ).parts
    expect(sponsors).toMatchObject([
      { source_id: 'V000128', primary: true, chamber: 'upper', district: 'Maryland' },
      {
        source_id: 'F000448',
        primary: false,
        chamber: 'lower',
        district: 'AZ-8',
        sponsored_on: '2021-01-22',
        withdrawn_on: '2021-02-01',
      },
      { source_id: null, chamber: 'lower', district: 'WY-AL', withdrawn_on: null },
    ])
  })

  it('has subjects, summaries, and laws in both layouts', async () => {
    const summary =
      '<item><actionDesc>Introduced in Senate</actionDesc><text><![CDATA[<p><b>Medal</b> Act</p><p>This bill &amp; that</p>]]></text></item>'
    const old = await readBill(
      `<subjects><billSubjects><legislativeSubjects><item><name>Assault</name></item></legislativeSubjects></billSubjects></subjects><policyArea><name>Congress</name></policyArea><summaries><billSummaries>${summary}</billSummaries></summaries><laws><item><type>Public Law</type><number>117-3</number></item></laws>`,
      'old',
    )
    const now = await readBill(
      `<subjects><legislativeSubjects><item><name>Assault</name></item></legislativeSubjects></subjects><policyArea><name>Congress</name></policyArea><summaries>${summary.replaceAll('item>', 'summary>')}</summaries>`,
    )
    expect(now.parts.core).toMatchObject({
      subjects: ['Assault', 'Congress'],
      abstracts: [{ abstract: 'Medal Act\nThis bill &amp; that', note: 'Introduced in Senate' }],
    })
    expect(old.parts.core?.subjects).toEqual(now.parts.core?.subjects)
    expect(old.parts.core?.abstracts).toEqual(now.parts.core?.abstracts)
    expect(old.parts.core?.citations).toMatchObject([{ publication: 'Public Law', citation: '117-3' }])
  })

  it('has no version for a law without a date or file (119 HJRES 35)', async () => {
    const item = (type: string, date: string) =>
      `<item><type>${type}</type><date>${date}</date><formats/></item>`
    const { versions } = (
      await readBill(
        `<textVersions>${item('Public Law', '')}${item('Enrolled Bill', '2025-03-10T04:00:00Z')}</textVersions>`,
      )
    ).parts
    expect(versions?.map(({ note, links }) => [note, links])).toEqual([['Enrolled Bill', []]])
  })

  it('skips an announced version that is empty (117 HR1)', async () => {
    const { versions } = (
      await readBill(
        '<textVersions><item><type/><date/><formats/></item><item><type>Engrossed in Senate</type><date>2021-02-12T05:00:00Z</date><formats><item><url>https://x.gov/a.xml</url></item></formats></item></textVersions>',
      )
    ).parts
    expect(versions).toEqual([
      {
        note: 'Engrossed in Senate',
        date: '2021-02-12',
        classification: '',
        links: [{ url: 'https://x.gov/a.xml', media_type: 'text/xml' }],
        text: null,
      },
    ])
  })
})

describe('a bad bill status document', () => {
  it.each([
    ['truncated', document('').slice(0, 200), 'record_unreadable'],
    ['another document', '<html><body/></html>', 'record_invalid'],
    ['of an unknown type', document('').replace('>S<', '>XYZ<'), 'record_invalid'],
  ])('is rejected if it is %s, and the next one is read', async (_, xml, reason) => {
    const run = await readSourceFiles(govinfoBillstatus, { 'a.xml': xml, 'b.xml': document('') })
    expect(run.rejections).toMatchObject([{ reason, jurisdiction: 'ocd-division/country:us' }])
    expect(run.of('bill')).toHaveLength(1)
  })
})

describe('a bill number without a bill', () => {
  it.each([
    ['reserved for a leader', '<isReserved>True</isReserved>', (xml: string) => xml],
    ['reserved by its title', '', (xml: string) => xml.replace('A &amp; B', 'Reserved for the Speaker.')],
    ['without a title', '', (xml: string) => xml.replace('<title>A &amp; B</title>', '<title/>')],
  ])('is skipped if it is %s', async (_, body, edit) => {
    const run = await readSourceFiles(govinfoBillstatus, {
      'a.xml': edit(document(body)),
      'b.xml': document(''),
    })
    expect(run.rejections).toEqual([])
    expect(run.of('bill')).toHaveLength(1)
    expect(run.passed_over).toEqual([['a.xml', 'a reserved number']])
  })
})
