import { describe, expect, it } from 'vitest'
import { lda } from '../../../../ingest/sources/lda/index.ts'
import { ldaFiling } from '../../../support/source-records/lda-filings.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

const xml = (filings: string) =>
  Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(
      `<?xml version='1.0' encoding='UTF-16'?>\r\n<PublicFilings>\r\n${filings}\r\n</PublicFilings>`,
      'utf16le',
    ),
  ])
const filing = (attributes: string, inside = '', client = 'SelfFiler="FALSE"') =>
  `<Filing ID="5753B1A4-82C4-4A55-B8F9-4B1AB5EDF9E0" Year="2006" Received="2006-10-01T00:00:00" ${attributes} Period="Mid-Year (Jan 1 - Jun 30)"><Registrant xmlns="" RegistrantID="11195" RegistrantName="Cedar &amp; Burr LLP" GeneralDescription="law firm" Address="1 Elm St" /><Client xmlns="" ClientName="Société Hive" GeneralDescription="" ClientID="1650" ${client} ContactFullname="ANN ADAMS" IsStateOrLocalGov="TRUE" /><Lobbyists><Lobbyist xmlns="" LobbyistName="GOLD, MARTIN" OfficialPosition="SEN STAFF" /><Lobbyist xmlns="" LobbyistName="GOLD, MARTIN" OfficialPosition="N/A" /></Lobbyists>${inside}</Filing>`

describe('an archive of filings', () => {
  it('is read from UTF-16 in a zip, with issue codes, exact money and no more of persons than their names', async () => {
    const issues =
      '<Issues><Issue xmlns="" Code="TRADE (DOMESTIC/FOREIGN)" SpecificIssue="H.R. 5, hives&#xD;&#xA;S. 6" /><Issue xmlns="" Code="BEES" SpecificIssue="" /></Issues>'
    const read = await readSourceFiles(lda, {
      '2006_4.zip': await zipArchive({
        'a.xml': xml(filing('Amount="80000" Type="MID-YEAR TERMINATION AMENDMENT"', issues)),
      }),
    })
    expect(read.rejections).toEqual([])
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    const [one] = read.of('lobbying_filing')
    expect(one!.parts.filing).toMatchObject({
      filing_uuid: '5753b1a4-82c4-4a55-b8f9-4b1ab5edf9e0',
      kind: 'amendment',
      amount: '80000.00',
      amount_kind: 'income',
      year: 2006,
      posted_at: '2006-10-01',
      client: { name: 'Société Hive' },
      lobbyists: ['GOLD, MARTIN'],
      activities: [
        { issue_code: 'TRD', issue: 'TRADE (DOMESTIC/FOREIGN)' },
        { issue_code: null, issue: 'BEES', description: null },
      ],
    })
    expect(one!.parts.filing!.activities[0]!.description).toMatch(/^H\.R\. 5, hives\s+S\. 6$/u)
    expect(JSON.stringify(read.observations)).not.toMatch(/ANN ADAMS|Elm St|SEN STAFF/u)
  })

  it('names an organization by the id of its publisher: a client has one only beside its registrant', async () => {
    const read = await readSourceFiles(lda, { 'a.xml': xml(filing('Amount="" Type="REGISTRATION"')) })
    expect(
      read
        .of('advocacy_organization')
        .map(({ parts }) => [
          parts.advocacy_organization!.identifiers[0]!.identifier,
          parts.advocacy_organization!.type,
          parts.advocacy_organization!.roles,
        ]),
    ).toEqual([
      ['registrant/11195', 'lobbying_firm', ['registrant']],
      ['client/11195-1650', null, ['client']],
    ])
  })

  it('an organization that files for itself is one, with both of its spellings', async () => {
    const read = await readSourceFiles(lda, {
      'a.xml': xml(filing('Amount="5" Type="MID-YEAR REPORT"', '', 'SelfFiler="TRUE"')),
    })
    const organizations = read.of('advocacy_organization')
    expect(new Set(organizations.map(({ key }) => key))).toEqual(new Set(['us-lda|registrant/11195']))
    expect(organizations.map(({ record_key }) => record_key)).toEqual(['Cedar & Burr LLP', 'Société Hive'])
    expect(read.of('lobbying_filing')[0]!.parts.filing).toMatchObject({ amount_kind: 'expenses' })
  })

  it('rejects a filing alone, with its field and value, and reads the others', async () => {
    const good = filing('Amount="1" Type="REGISTRATION"')
    const bad = filing('Amount="about 5" Type="REGISTRATION"')
    const read = await readSourceFiles(lda, { 'a.xml': xml(`${bad}${good}`) })
    expect(read.rejections).toMatchObject([
      { record: expect.stringMatching(/a\.xml#1$/u), detail: expect.stringContaining('Amount is "about 5"') },
    ])
    expect(read.of('lobbying_filing')).toHaveLength(1)
  })
})

describe('an answer of the API', () => {
  it('gives the same organizations as an archive, and money as its text', async () => {
    const page = { count: 1, next: null, previous: null, results: [ldaFiling()] }
    const read = await readSourceFiles(lda, { 'page.json': page })
    expect(read.rejections).toEqual([])
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    expect(read.of('lobbying_filing')[0]!.parts.filing).toMatchObject({
      kind: 'report',
      type: '1st Quarter - Report',
      amount: '40000.00',
      amount_kind: 'income',
      posted_at: '2026-04-20T12:15:18-04:00',
      activities: [
        { issue_code: 'AGR', agencies: ['SENATE'], lobbyists: ['ANN ADAMS'], description: 'H.R. 1234' },
      ],
    })
    expect(read.of('advocacy_organization').map(({ key }) => key)).toEqual([
      'us-lda|registrant/323114',
      'us-lda|client/323114-12',
    ])
  })

  it('an amount that is no decimal is refused', async () => {
    const read = await readSourceFiles(lda, { 'one.json': ldaFiling({ income: '4e4' }) })
    expect(read.rejections[0]!.detail).toBe(
      'income is "4e4", not an amount of dollars with at most two decimals',
    )
  })
})
