import { expect, it } from 'vitest'
import { organizationNameKey } from '../../../schemas/values/organization-name.ts'

it('spellings of one name have one form', () => {
  for (const name of ['The Boeing Company', 'BOEING CO.', 'Boeing, Co', 'boeing'])
    expect(organizationNameKey(name)).toBe('BOEING')
  expect(organizationNameKey('AT&T Inc.')).toBe(organizationNameKey('AT & T'))
  expect(organizationNameKey('U.S. Chamber of Commerce')).toBe(organizationNameKey('US Chamber of Commerce'))
  expect(organizationNameKey("Nature's Way")).toBe('NATURES WAY')
  expect(organizationNameKey('Société Générale')).toBe('SOCIETE GENERALE')
})

it('names that differ by a word have different forms', () => {
  expect(organizationNameKey('Texas Farm Bureau')).not.toBe(
    organizationNameKey('Texas Farm Bureau Insurance'),
  )
  expect(organizationNameKey('American Council of Life Insurers')).not.toBe(
    organizationNameKey('American Council of Insurers'),
  )
})

it('a name that is only a legal form or only signs keeps its words', () => {
  expect(organizationNameKey('The Limited')).toBe('THE LIMITED')
  expect(organizationNameKey('***')).toBe('***')
})
