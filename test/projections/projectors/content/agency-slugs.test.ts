import { describe, expect, it } from 'vitest'
import {
  agencyNames,
  agencySlug,
  agencySlugs,
} from '../../../../projections/projectors/content/agency-slugs.ts'

const printed = (name: string, slug: string | null = null, sourceId: string | null = null) => ({
  name,
  slug,
  source_id: sourceId,
  parent_source_id: null,
})

describe('the slug of an agency', () => {
  it('is the same for all printed names of the agency', () => {
    for (const agency of [
      printed('Census Bureau', 'census-bureau', '42'),
      printed('BUREAU OF THE CENSUS'),
      printed('Bureau of the Census', null, 'USBC'),
      printed('USBC', null, 'USBC'),
    ]) {
      expect(agencySlug(agency), agency.name).toBe('census-bureau')
    }
  })

  it('comes from the source or from the name if the agency is not listed', () => {
    expect(agencySlug(printed('Water Office', 'Water-Office'))).toBe('water-office')
    expect(agencySlug(printed("Nobody's Office & Board"))).toBe('nobodys-office-board')
    expect(agencySlug(printed('…'))).toBeNull()
  })
})

describe('the agencies of a document', () => {
  it('are those that it names and all their parents, each once', () => {
    const part = printed('Industry and Security Bureau')
    expect(agencySlugs([part])).toEqual(['commerce-department', 'industry-and-security-bureau'])
    expect(agencySlugs([printed('DEPARTMENT OF COMMERCE'), part])).toEqual(agencySlugs([part]))
  })

  it('can also be found by their acronyms', () => {
    expect(agencyNames(printed('Environmental Protection Agency'))).toEqual([
      'Environmental Protection Agency',
      'EPA',
    ])
    expect(agencyNames(printed('Water Office'))).toEqual(['Water Office'])
  })
})
