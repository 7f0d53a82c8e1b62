import { beforeAll, describe, expect, it } from 'vitest'
import { readFiles } from '../../../../ingest/files/file-input.ts'
import { congressLegislators } from '../../../../ingest/sources/congress-legislators/index.ts'
import { openstatesPeople } from '../../../../ingest/sources/openstates-people/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { type Read, readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'

const member = (terms: string, id = 'L000999', more = '') => `- id:
    bioguide: ${id}
    govtrack: 499999
    fec: [S8WA09999, H2WA09999]
  name: {first: Ann, last: Lee, nickname: Annie}
  bio: {birthday: '1960-02-29', gender: F}
  terms:
${terms}${more}`
const term = (type: string, start: string, end: string, more = '') =>
  `  - {type: ${type}, start: '${start}', end: '${end}', state: WA${more}}\n`

const read = async (files: Readonly<Record<string, string>>) => {
  const all = await readSourceFiles(
    congressLegislators,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`set/${name}`, text])),
  )
  expect(all.rejections).toEqual([])
  return all
}
const readPerson = async (text: string, more: Readonly<Record<string, string>> = {}) =>
  (await read({ 'legislators-current.yaml': text, ...more })).of('person')[0]!

describe('a member of Congress', () => {
  it('has the Open States id, and is joined by bioguide id if Open States gave another', async () => {
    const seen = await readPerson(
      member(term('sen', '2001-01-03', '2007-01-03', ', party: Democrat'), 'C000127'),
    )
    expect(seen.ocd_id).toBe('ocd-person/46c3b77a-7d00-5ecc-83d0-04c8fa05bf04')
    const other = await readSourceFiles(openstatesPeople, {
      'us/x.yml': `id: ocd-person/90da5348-421e-435b-8458-67123462addf
name: Ann Lee
roles: [{type: upper, jurisdiction: 'ocd-jurisdiction/country:us/government', district: Washington}]
other_identifiers: [{scheme: bioguide, identifier: C000127}]`,
    })
    expect(other.of('person')[0]!.also_keys).toEqual(seen.also_keys)
  })

  it('has a role for each term, with its district and division', async () => {
    const seen = await readPerson(
      member(
        term('rep', '1993-01-05', '1995-01-03', ', district: 0, party: Democrat') +
          term('rep', '1995-01-04', '1997-01-03', ', district: 7, party: Democrat') +
          term('sen', '2001-01-03', '2007-01-03', ', class: 1, party: Independent'),
      ),
    )
    const { roles, party } = seen.parts.person!
    expect(
      roles.map(({ title, district, division_id, start_date }) => [title, district, division_id, start_date]),
    ).toEqual([
      ['Senator', 'Washington', 'ocd-division/country:us/state:wa', '2001-01-03'],
      ['Representative', 'WA-7', 'ocd-division/country:us/state:wa/cd:7', '1995-01-04'],
      ['Representative', 'WA-AL', 'ocd-division/country:us/state:wa/cd:1', '1993-01-05'],
    ])
    expect(party).toEqual([
      { name: 'Democratic', start_date: '1993-01-05', end_date: '1997-01-03' },
      { name: 'Independent', start_date: '2001-01-03', end_date: '2007-01-03' },
    ])
  })

  it('has both parties after a change of party within a term', async () => {
    const affiliations = `, party: Independent, party_affiliations: [{start: '2001-01-03', end: '2001-06-06', party: Republican}, {start: '2001-06-06', end: '2007-01-03', party: Independent}]`
    const seen = await readPerson(member(term('sen', '2001-01-03', '2007-01-03', affiliations)))
    expect(seen.parts.person!.party.map(({ name }) => name)).toEqual(['Republican', 'Independent'])
  })

  it('has offices, accounts, and several ids of one scheme', async () => {
    const seen = await readPerson(
      member(
        term(
          'sen',
          '2001-01-03',
          '2031-01-03',
          ", party: Democrat, address: 1 Hart Building, phone: '202-224-0000'",
        ),
      ),
      {
        'legislators-district-offices.yaml': `- id: {bioguide: L000999}
  offices: [{id: a, address: 1 Main St., suite: Suite 2, city: Tacoma, state: WA, zip: '98402', phone: '253-1'}]`,
        'legislators-social-media.yaml':
          '- id: {bioguide: L000999}\n  social: {twitter: annlee, youtube_id: UC1}',
      },
    )
    const { offices, other_identifiers } = seen.parts.person!
    expect(offices.map(({ classification, address }) => [classification, address])).toEqual([
      ['capitol', '1 Hart Building'],
      ['district', '1 Main St. Suite 2; Tacoma, WA 98402'],
    ])
    expect(other_identifiers.map(({ scheme }) => scheme)).toEqual([
      'bioguide',
      'govtrack',
      'fec',
      'fec',
      'twitter',
      'youtube_id',
    ])
    expect(seen.aliases).toContainEqual({ scheme: 'fec', value: 'H2WA09999' })
  })

  it('is one person even after serving as vice president', async () => {
    const { of } = await read({
      'legislators-historical.yaml': member(term('sen', '2017-01-03', '2021-01-18', ', party: Democrat')),
      'executive.yaml': member(
        `  - {type: viceprez, start: '2021-01-20', end: '2025-01-20', party: Democrat, how: election}\n`,
      ),
    })
    expect(of('person').map(({ parts }) => parts.person!.roles.map(({ type }) => type))).toEqual([
      ['vice_president', 'upper'],
    ])
  })

  it('is rejected with the name of the field if it has no usable id', async () => {
    const text = '- id: {wikidata: Q1}\n  name: {first: A, last: B}\n  bio: {}\n  terms: []\n'
    const { rejections } = await readSourceFiles(congressLegislators, { 'legislators-current.yaml': text })
    expect(rejections.map(({ reason, detail }) => [reason, detail.slice(0, 5)])).toEqual([
      ['record_invalid', 'id is'],
    ])
  })
})

const COMMITTEES = `- type: house
  name: House Committee on Agriculture
  thomas_id: HSAG
  url: https://agriculture.house.gov/
  subcommittees: [{name: Forestry and Horticulture, thomas_id: '15'}]`

describe('a committee of Congress', () => {
  it('has its members, and its subcommittee matches the one in Open States by name', async () => {
    const { of } = await read({
      'committees-current.yaml': COMMITTEES,
      'committee-membership-current.yaml': `HSAG:
- {name: Ann Lee, bioguide: L000999, title: Chairwoman, rank: 1}
HSAG15:
- {name: Bo Ray, bioguide: R000998, rank: 1}`,
    })
    const [committee, sub] = of('committee')
    expect(committee!.parts.committee!.memberships).toMatchObject([{ person_name: 'Ann Lee', role: 'chair' }])
    const listed = await readSourceFiles(openstatesPeople, {
      'us/c.yml': `id: ocd-organization/8d2c8fc0-4d18-49e3-a6a1-2dc495999c43
jurisdiction: ocd-jurisdiction/country:us/government
name: Agriculture Committee Forestry & Horticulture
chamber: lower
classification: subcommittee
parent: ocd-organization/64bc8175-ce7e-5b02-baf5-5a5d814e718c
members: []`,
    })
    expect(listed.of('committee')[0]!.also_keys).toEqual(sub!.also_keys)
  })

  it('is not emitted as empty if the file of members is missing', async () => {
    expect((await read({ 'committees-current.yaml': COMMITTEES })).items).toEqual([])
  })
})

const real = realData('congress-legislators')
const people = realData('openstates-people/legislature.tar.gz')
describe.skipIf(real === undefined || people === undefined)(
  'the published files of members of Congress',
  () => {
    let published: Read
    beforeAll(async () => {
      published = await readSourceText(congressLegislators, real!)
    })

    it('are all read: 537 members, 80 presidents and vice presidents, 230 committees', () => {
      const { of, rejections } = published
      expect(rejections).toEqual([])
      expect([of('person').length, of('committee').length]).toEqual([617, 230])
      for (const one of [...of('person'), ...of('committee')]) expect(faultsOf(one)).toEqual([])
      const seats = of('committee').reduce((sum, { parts }) => sum + parts.committee!.memberships.length, 0)
      expect(seats).toBe(3879)
    })

    it('contain every member of Congress that Open States lists', async () => {
      const members = new Set(published.of('person').flatMap((one) => one.also_keys ?? []))
      const files: Record<string, Uint8Array> = {}
      for await (const record of readFiles({ paths: [people!], started_at: '' })) {
        const [, inFolder] = record.name.split(/\/data\/us\//)
        if (inFolder !== undefined) files[`us/${inFolder}`] = record.bytes
      }
      const listed = (await readSourceFiles(openstatesPeople, files))
        .of('person')
        .filter(({ jurisdiction }) => jurisdiction === 'ocd-division/country:us')
      expect(listed.length).toBe(536)
      expect(listed.filter(({ also_keys }) => !also_keys!.some((key) => members.has(key)))).toEqual([])
    }, 60_000)
  },
)
