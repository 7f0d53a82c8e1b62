import { describe, expect, it } from 'vitest'
import { entityTypeOf, readSponsors } from '../../../../ingest/legislature/names/sponsor-names.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { findJurisdiction } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { sponsor } from '../../../support/builders/observations.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const sponsorsOf = async (name: string) =>
  (await readSourceText(openstatesScraper, caseFolder(name))).of('bill').map(({ parts }) => parts.sponsors!)

describe('reading sponsor names', () => {
  it('joins a suffix to the name before it and never makes it a person (N15)', async () => {
    const [cut, whole] = await sponsorsOf('N15')
    expect(cut?.map(({ name, primary }) => [name, primary])).toEqual([
      ['Marlowe, Jr.', true],
      ['Trellis, Sr., III', false],
    ])
    expect(whole?.map(({ name }) => name)[0]).toBe('Marlowe, Jr.')
  })

  it('drops a suffix that follows no person', () => {
    const listed = [sponsor('Jr.'), { ...sponsor('Rules'), entity_type: 'organization' }, sponsor('III')]
    expect(readSponsors(listed, findJurisdiction('fl')!).map(({ name }) => name)).toEqual(['Rules'])
  })

  it('decides the type and chamber by the name, and keeps several people with one title (N17)', async () => {
    const [sponsors] = await sponsorsOf('N17')
    expect(sponsors?.map(({ name, entity_type, chamber }) => [name, entity_type, chamber])).toEqual([
      ['Representative Francine', 'person', 'lower'],
      ['Senator Faust', 'person', 'upper'],
      ['Committee on Judiciary', 'organization', null],
      ['Representative Francine', 'person', 'lower'],
      ['Representative Faust', 'person', 'lower'],
    ])
  })

  it('splits the lines of one name into several people (the Northern Marianas)', () => {
    const listed = [{ ...sponsor('Sablan, JP \nAquino JR., DI'), chamber: null }]
    expect(readSponsors(listed, findJurisdiction('mp')!).map(({ name }) => name)).toEqual([
      'Sablan, JP',
      'Aquino JR., DI',
    ])
  })

  it('takes no chamber from a title in a legislature with one chamber', () => {
    const listed = [{ ...sponsor('Senator Arch'), chamber: null }]
    expect(readSponsors(listed, findJurisdiction('ne')!)[0]?.chamber).toBeNull()
  })
})

describe("deciding the type of a sponsor's name", () => {
  it.each([
    'Committee on Judiciary',
    'Senate Rules Committee',
    'Howard County Delegation',
    'Department of Legislative Services - Code Revision',
    'Office of the Attorney General',
    'Accountability and Implementation Board',
    'Executive Board: Hansen, Chairperson',
    'Assembly Health and Wellness',
    'Senate Jobs and Economy',
    'House Fisheries',
    'Appropriations',
  ])('recognizes %s as an organization', (name) => expect(entityTypeOf(name, 'person')).toBe('organization'))

  it.each([
    'Brenda Council',
    'Charles House',
    'House, Charles',
    'House C.',
    'Jim Justice',
    'Delores Oates',
    'Law',
  ])('recognizes %s as a person', (name) => expect(entityTypeOf(name, 'person')).toBe('person'))

  it('corrects an organization that has the title of a person', () => {
    expect(entityTypeOf('Senator Faust', 'organization')).toBe('person')
    expect(entityTypeOf('Chair, Finance Committee', 'organization')).toBe('organization')
    expect(entityTypeOf('Corporations, Elections and Political Subdivisions', 'organization')).toBe(
      'organization',
    )
  })
})
