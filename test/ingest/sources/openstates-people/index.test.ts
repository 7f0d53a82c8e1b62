import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mintOcdId } from '../../../../ingest/identity/identity-keys.ts'
import { openstatesPeople } from '../../../../ingest/sources/openstates-people/index.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, readSourceText, STARTED_AT } from '../../../support/source-records/read-source.ts'

const person = (roles: string, more = '') => `id: ocd-person/90da5348-421e-435b-8458-67123462addf
name: Abbey Duke
given_name: Abbey
family_name: Duke
birth_date: 1970-01-02
roles:
${roles}
${more}`

const role = (type: string, jurisdiction: string, district: string, more = '') => `- type: ${type}
  jurisdiction: ocd-jurisdiction/country:us${jurisdiction}/government
  district: ${district}
${more}`

const readPerson = async (text: string, name = 'data/vt/legislature/x.yml') => {
  const run = await readSourceFiles(openstatesPeople, { [name]: text })
  expect(run.rejections).toEqual([])
  return run.of('person')[0]!
}
const divisionOf = async (type: string, jurisdiction: string, district: string) =>
  (await readPerson(person(role(type, jurisdiction, district)))).parts.person?.roles[0]?.division_id

describe('a person from Open States', () => {
  it('keeps the id, dates, and accounts of the source', async () => {
    const more = `ids:
  twitter: abbey
other_identifiers:
- scheme: legacy_openstates
  identifier: VTL000001
links:
- url: ''
- url: https://legislature.vermont.gov/people/single/2026/40324`
    const seen = await readPerson(
      person(
        role('lower', '/state:vt', 'Chittenden-17', '  start_date: 2024-05-06\n  end_date: 2028-12-30'),
        more,
      ),
    )
    expect(seen).toMatchObject({
      ocd_id: 'ocd-person/90da5348-421e-435b-8458-67123462addf',
      key: 'ocd-person/90da5348-421e-435b-8458-67123462addf',
      jurisdiction: 'ocd-division/country:us/state:vt',
      observed_at: STARTED_AT,
      aliases: [
        { scheme: 'legacy_openstates', value: 'VTL000001' },
        { scheme: 'twitter', value: 'abbey' },
      ],
    })
    expect(seen.parts.person).toMatchObject({
      birth_date: '1970-01-02',
      links: [{ url: 'https://legislature.vermont.gov/people/single/2026/40324', note: '' }],
      roles: [
        {
          chamber: 'lower',
          district: 'Chittenden-17',
          start_date: '2024-05-06',
          end_date: '2028-12-30',
          division_id: 'ocd-division/country:us/state:vt/sldl:chittenden-17',
        },
      ],
    })
    expect(faultsOf(seen)).toEqual([])
  })

  it.each([
    ['lower', '/state:wa', "'05'", 'ocd-division/country:us/state:wa/sldl:5'],
    ['lower', '/state:wa', '5', 'ocd-division/country:us/state:wa/sldl:5'],
    ['lower', '/state:mn', '10A', 'ocd-division/country:us/state:mn/sldl:10a'],
    ['lower', '/state:id', '16A', 'ocd-division/country:us/state:id/sldl:16'],
    ['upper', '/state:ma', 'First Essex', 'ocd-division/country:us/state:ma/sldu:1st_essex'],
    ['legislature', '/state:ne', "'1'", 'ocd-division/country:us/state:ne/sldu:1'],
    ['upper', '/territory:pr', 'At-Large', 'ocd-division/country:us/state:pr/sldu:at-large'],
    ['upper', '/territory:pr', 'IV', 'ocd-division/country:us/state:pr/sldu:4'],
    ['legislature', '/district:dc', 'Ward 1', 'ocd-division/country:us/state:dc/ward:1'],
    ['legislature', '/district:dc', 'At-Large', 'ocd-division/country:us/state:dc'],
    ['legislature', '/district:dc', 'Chairman', 'ocd-division/country:us/state:dc'],
    ['lower', '', 'FL-4', 'ocd-division/country:us/state:fl/cd:4'],
    ['lower', '', 'VT-AL', 'ocd-division/country:us/state:vt/cd:1'],
    ['lower', '', 'DC-AL', 'ocd-division/country:us/state:dc/cd:1'],
    ['upper', '', 'Rhode Island', 'ocd-division/country:us/state:ri'],
  ])(
    'has the right division: %s of %s in %s is elected in %s',
    async (type, jurisdiction, district, division) => {
      expect(await divisionOf(type, jurisdiction, district)).toBe(division)
    },
  )

  it('keeps the district as text, even if it looks like a number', async () => {
    expect(
      (await readPerson(person(role('lower', '/territory:pr', '7')))).parts.person?.roles[0]?.district,
    ).toBe('7')
  })

  it('belongs to the state if the office is in a city', async () => {
    const mayor = `- type: mayor
  jurisdiction: ocd-jurisdiction/country:us/state:wa/place:tacoma/government
  end_date: 2029-12-31`
    const seen = await readPerson(person(mayor), 'data/wa/municipalities/x.yml')
    expect(seen.jurisdiction).toBe('ocd-division/country:us/state:wa')
    expect(seen.parts.person?.roles[0]).toMatchObject({
      chamber: null,
      jurisdiction: 'ocd-division/country:us/state:wa/place:tacoma',
      division_id: 'ocd-division/country:us/state:wa/place:tacoma',
    })
  })

  it('belongs to the state of the folder if there is no role', async () => {
    const run = await readSourceFiles(openstatesPeople, {
      'data/pr/retired/x.yml': 'id: ocd-person/1\nname: X\nroles: []\n',
    })
    expect(run.of('person')[0]?.jurisdiction).toBe('ocd-division/country:us/state:pr')
  })
})

describe('a committee from Open States', () => {
  it('has an id of our own, the source id as an alias, and members without a person', async () => {
    const run = await readSourceFiles(openstatesPeople, {
      'x.yml': `id: ocd-organization/7cd46649-f205-4598-9ee7-e55c93061e0c
jurisdiction: ocd-jurisdiction/country:us/state:ne/government
classification: subcommittee
parent: ocd-organization/00000000-0000-0000-0000-000000000001
name: Agriculture
chamber: legislature
members:
- name: Barry DeKay
  role: chair
  person_id: ocd-person/01d5ca17-53a1-463a-b2f6-74fe24833c0f
- name: Somebody
`,
    })
    const [committee] = run.of('committee')
    expect(committee).toMatchObject({
      ocd_id: null,
      key: 'ocd-organization/7cd46649-f205-4598-9ee7-e55c93061e0c',
      aliases: [{ scheme: 'openstates', value: 'ocd-organization/7cd46649-f205-4598-9ee7-e55c93061e0c' }],
      parts: {
        committee: {
          jurisdiction: 'ocd-division/country:us/state:ne',
          chamber: 'legislature',
          parent_ocd_id: mintOcdId('committee', 'ocd-organization/00000000-0000-0000-0000-000000000001'),
          memberships: [
            {
              person_name: 'Barry DeKay',
              role: 'chair',
              person_ocd_id: 'ocd-person/01d5ca17-53a1-463a-b2f6-74fe24833c0f',
            },
            { person_name: 'Somebody', role: 'member', person_ocd_id: null },
          ],
        },
      },
    })
    expect(faultsOf(committee!)).toEqual([])
  })
})

describe('an Open States file without a valid person', () => {
  it.each([
    ['invalid YAML', 'id: [', 'record_unreadable'],
    ['a missing id', 'name: X', 'record_invalid'],
    ['an id of another kind', 'id: ocd-event/1', 'record_invalid'],
    ['a role without a jurisdiction', person('- type: lower'), 'record_invalid'],
    ['a role in an unknown place', person(role('lower', '-x', '1')), 'record_invalid'],
  ])('is rejected, and the next file is read: %s', async (_, text, reason) => {
    const run = await readSourceFiles(openstatesPeople, {
      'data/vt/legislature/a.yml': text,
      'data/vt/legislature/b.yml': person(role('lower', '/state:vt', 'Addison-1')),
    })
    expect(run.rejections).toMatchObject([{ reason, record: expect.stringMatching(/a\.yml$/) }])
    expect(run.of('person')).toHaveLength(1)
  })

  it('is skipped if it contains settings or a list of cities', async () => {
    const run = await readSourceFiles(openstatesPeople, {
      'settings.yml': 'a: 1',
      'data/wa/municipalities.yml': '- name: Seattle',
    })
    expect(run.items).toEqual([])
  })
})

const folder = realData('openstates-people')

describe.skipIf(folder === undefined)('the published Open States people files', () => {
  it('are all read: every person and committee, with no rejections', async () => {
    // Legislators in office are most of the people: only the nightly run reads them.
    const some = ['committees', 'executive-municipalities', 'retired-8-jurisdictions']
    const paths = NIGHTLY ? [folder!] : some.map((name) => join(folder!, `${name}.tar.gz`))
    const run = await readSourceText(openstatesPeople, ...paths)
    expect(run.rejections).toEqual([])
    // Six people are in the samples too.
    const people = new Set(run.of('person').map(({ key }) => key)).size
    expect(people).toBe(NIGHTLY ? 7_989 + 813 + 956 : 813 + 956)
    const committees = run.of('committee')
    const memberships = committees.flatMap(({ parts }) => parts.committee?.memberships ?? [])
    const subcommittees = committees.filter(({ parts }) => parts.committee?.parent_ocd_id !== null)
    const unknown = memberships.filter(({ person_ocd_id }) => person_ocd_id === null)
    const counts = [committees, memberships, unknown, subcommittees].map(({ length }) => length)
    expect(counts).toEqual([3_004, 38_616, 8, 189])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    const placeless = run
      .of('person')
      .flatMap(({ parts }) => parts.person!.roles)
      .filter(({ chamber, division_id }) => chamber !== null && division_id === null)
    expect(placeless).toEqual([])
  }, 120_000)
})
