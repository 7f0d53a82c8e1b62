import { describe, expect, it } from 'vitest'
import { parseDivisionId } from '../../../schemas/vocabulary/division-id.ts'
import { findJurisdiction, jurisdictions } from '../../../schemas/vocabulary/jurisdictions.ts'

describe('findJurisdiction', () => {
  it('knows fifty states, the District, five territories and Congress', () => {
    const counts = Object.groupBy(jurisdictions, (entry) => entry.classification)
    expect(counts.state).toHaveLength(50)
    expect(counts.district).toHaveLength(1)
    expect(counts.territory).toHaveLength(5)
    expect(counts.country).toHaveLength(1)
  })

  it.each([
    ['wa', 'ocd-division/country:us/state:wa'],
    ['WA', 'ocd-division/country:us/state:wa'],
    ['New York', 'ocd-division/country:us/state:ny'],
    ['ocd-division/country:us/district:dc', 'ocd-division/country:us/state:dc'],
    ['ocd-jurisdiction/country:us/district:dc/government', 'ocd-division/country:us/state:dc'],
    ['ocd-jurisdiction/country:us/territory:gu/government', 'ocd-division/country:us/state:gu'],
    ['OCD-DIVISION/COUNTRY:US/TERRITORY:PR', 'ocd-division/country:us/state:pr'],
    ['us', 'ocd-division/country:us'],
    ['Congress', 'ocd-division/country:us'],
    ['ocd-jurisdiction/country:us/government', 'ocd-division/country:us'],
  ])('finds %s', (name, divisionId) => {
    expect(findJurisdiction(name)?.division_id).toBe(divisionId)
  })

  it('finds nothing for another name', () => {
    expect(findJurisdiction('Ruritania')).toBeUndefined()
    expect(findJurisdiction('')).toBeUndefined()
  })

  it('gives each jurisdiction one name, one id, a valid time zone, and chambers', () => {
    for (const entry of jurisdictions) {
      expect(parseDivisionId(entry.division_id)).toBeDefined()
      expect(() => new Intl.DateTimeFormat('en', { timeZone: entry.time_zone })).not.toThrow()
      expect(entry.chambers.length).toBeGreaterThan(0)
    }
    expect(new Set(jurisdictions.map((entry) => entry.division_id)).size).toBe(jurisdictions.length)
    expect(new Set(jurisdictions.map((entry) => entry.abbreviation)).size).toBe(jurisdictions.length)
  })
})
