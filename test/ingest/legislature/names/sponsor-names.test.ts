import { describe, expect, it } from 'vitest'
import { entityTypeOf, readSponsors } from '../../../../ingest/legislature/names/sponsor-names.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { findJurisdiction } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { sponsor } from '../../../support/builders/observations.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const sponsorsOf = async (name: string) =>
  (await readSourceText(openstatesScraper, caseFolder(name))).of('bill').map(({ parts }) => parts.sponsors!)

describe('sponsors', () => {
  it('a suffix is never a person: it is joined to the name before it (N15)', async () => {
    const [cut, whole] = await sponsorsOf('N15')
    expect(cut?.map(({ name, primary }) => [name, primary])).toEqual([
      ['Marlowe, Jr.', true],
      ['Trellis, Sr., III', false],
    ])
    expect(whole?.map(({ name }) => name)[0]).toBe('Marlowe, Jr.')
  })

  it('a suffix before all names is nobody, and one after a committee too', () => {
    const listed = [sponsor('Jr.'), { ...sponsor('Rules'), entity_type: 'organization' }, sponsor('III')]
    expect(readSponsors(listed, findJurisdiction('fl')!).map(({ name }) => name)).toEqual(['Rules'])
  })

  it('what a name is decides whether it is a person; a title names the chamber; one title may be several people’s (N17)', async () => {
    const [sponsors] = await sponsorsOf('N17')
    expect(sponsors?.map(({ name, entity_type, chamber }) => [name, entity_type, chamber])).toEqual([
      ['Representative Francine', 'person', 'lower'],
      ['Senator Faust', 'person', 'upper'],
      ['Committee on Judiciary', 'organization', null],
      ['Representative Francine', 'person', 'lower'],
      ['Representative Faust', 'person', 'lower'],
    ])
  })

  it('lines are several people (the Northern Marianas)', () => {
    const listed = [{ ...sponsor('Sablan, JP \nAquino JR., DI'), chamber: null }]
    expect(readSponsors(listed, findJurisdiction('mp')!).map(({ name }) => name)).toEqual([
      'Sablan, JP',
      'Aquino JR., DI',
    ])
  })

  it('a title names no chamber where there is only one', () => {
    const listed = [{ ...sponsor('Senator Arch'), chamber: null }]
    expect(readSponsors(listed, findJurisdiction('ne')!)[0]?.chamber).toBeNull()
  })
})

describe('what a name is', () => {
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
  ])('%s is an organization', (name) => expect(entityTypeOf(name, 'person')).toBe('organization'))

  it.each([
    'Brenda Council',
    'Charles House',
    'House, Charles',
    'House C.',
    'Jim Justice',
    'Delores Oates',
    'Law',
  ])('%s is a person', (name) => expect(entityTypeOf(name, 'person')).toBe('person'))

  it('an organization with the title of a person is one', () => {
    expect(entityTypeOf('Senator Faust', 'organization')).toBe('person')
    expect(entityTypeOf('Chair, Finance Committee', 'organization')).toBe('organization')
    expect(entityTypeOf('Corporations, Elections and Political Subdivisions', 'organization')).toBe(
      'organization',
    )
  })
})
