import { describe, expect, it } from 'vitest'
import { appliesOn, type DatedRole, partyOn } from '../../../locate/officials/seated.ts'

const role = (start_date: string | null, end_date: string | null): DatedRole => ({
  jurisdiction: 'ocd-division/country:us/state:wa',
  chamber: 'lower',
  district: '5',
  division_id: null,
  title: null,
  start_date,
  end_date,
})

describe('a role', () => {
  it.each([
    ['2025-01-13', null, '2025-01-13', true],
    ['2025-01-13', null, '2025-01-12', false],
    ['2025-01-13', '2026-01-01', '2026-01-01', true],
    ['2025-01-13', '2026-01-01', '2026-01-02', false],
    [null, null, '1900-01-01', true],
    [null, '', '2026-06-01', true],
    ['2025', '2026', '2025-01-01', true],
    ['2025', '2026', '2026-12-31', true],
    ['2025', '2026', '2027-01-01', false],
    ['2025-03', '2025-04', '2025-04-30', true],
    ['2025-03', '2025-04', '2025-05-01', false],
    ['2025-01-13T12:00:00Z', '2026-01-01T12:00:00Z', '2026-01-01', true],
  ])('from %s to %s applies on %s: %s', (start, end, day, wanted) => {
    expect(appliesOn(role(start, end), day)).toBe(wanted)
  })
})

describe('the party of a person', () => {
  it('is the last one that applies on the day', () => {
    const parties = [
      { name: 'Republican', start_date: null, end_date: '2024-06-01' },
      { name: 'Independent', start_date: '2024-06-02', end_date: null },
    ]
    expect(partyOn(parties, '2024-06-01')).toBe('Republican')
    expect(partyOn(parties, '2024-06-02')).toBe('Independent')
    expect(partyOn([], '2024-06-02')).toBeNull()
  })
})
