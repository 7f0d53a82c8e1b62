import { describe, expect, it } from 'vitest'
import { currentParty, currentRole } from '../../../../projections/projectors/content/person-content.ts'
import type { Role } from '../../../../schemas/event-bodies/reference.ts'
import { person } from '../../../legislature/event-bodies.ts'

const [house] = person('A').roles as [Role]
const at = '2026-01-10T12:00:00Z'
const roleOf = (...roles: Partial<Role>[]) =>
  currentRole(person('A', { roles: roles.map((changes) => ({ ...house, ...changes })) }), at)

describe('the role of a person', () => {
  it('is the legislative role at the time of observation', () => {
    expect(
      roleOf({ start_date: '2019-01-01', end_date: '2025-01-01', district: '1' }, { district: '5' }),
    ).toMatchObject({ district: '5' })
  })

  it('is the role that began last if there are several', () => {
    const senate = { chamber: 'upper', start_date: '2025-06-01', end_date: null }
    expect(roleOf(senate, {})).toMatchObject({ chamber: 'upper' })
  })

  it('is empty if all roles have ended, have not begun, or are not legislative', () => {
    expect(roleOf({ end_date: '2025-12-31' })).toBeUndefined()
    expect(roleOf({ start_date: '2026-02-01' })).toBeUndefined()
    expect(roleOf({ type: 'governor', chamber: null })).toBeUndefined()
  })

  it('lasts until the end of its last day', () => {
    expect(roleOf({ end_date: '2026-01-10' })).toBeDefined()
  })
})

it('the party of a person is the last one that the person has not left', () => {
  const party = [
    { name: 'Whig', start_date: null, end_date: '2020-01-01' },
    { name: 'Free Soil', start_date: '2020-01-01', end_date: null },
    { name: 'Know Nothing', start_date: '2021-01-01', end_date: '2022-01-01' },
  ]
  expect(currentParty(person('A', { party }), at)).toBe('Free Soil')
  expect(currentParty(person('A', { party: party.slice(0, 1) }), at)).toBeNull()
})
