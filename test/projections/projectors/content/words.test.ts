import { describe, expect, it } from 'vitest'
import { leadershipOf } from '../../../../projections/projectors/content/leadership.ts'
import { nameWords } from '../../../../projections/projectors/content/name-words.ts'
import { referralWords } from '../../../../projections/projectors/content/referral-words.ts'
import type { Action } from '../../../../schemas/event-bodies/bill.ts'
import { person, WA } from '../../../support/builders/event-parts.ts'

describe('the search words of names', () => {
  it('have no accents, capitals or signs, and appear once', () => {
    expect(nameWords(['José Muñoz-Peña', 'Ben O’Birch', 'Jose Munoz'])).toBe('jose munoz pena ben o birch')
    expect(nameWords(['…'])).toBe('')
  })
})

describe('the search words of a referral', () => {
  const action = (description: string, more: Partial<Action> = {}): Action => ({
    id: 'a',
    date: '2026-01-05',
    chamber: 'lower',
    organization: null,
    description,
    classification: ['referral-committee'],
    related_entities: [],
    ...more,
  })

  it('are the words after the verb, each with its chamber', () => {
    expect(
      referralWords(action('Under the rules, re-referred to the Committee on Ways & Means.'), WA),
    ).toEqual(['wa.lower|to', 'wa.lower|ways', 'wa.lower|and', 'wa.lower|means'])
  })

  it('are whole names if the action names organizations', () => {
    const relatedEntities = [
      { name: 'House Committee on Ways & Means', entity_type: 'organization' },
      { name: 'Ada Alder', entity_type: 'person' },
    ]
    expect(referralWords(action('To committee', { related_entities: relatedEntities }), WA)).toEqual([
      'wa.lower=ways and means',
    ])
  })

  it('do not exist for any other action', () => {
    expect(referralWords(action('Referred to Rules', { classification: ['referral'] }), WA)).toBeNull()
  })
})

describe('the leadership title of a member', () => {
  const leads = (title: string | null, extras = {}) => {
    const one = { ...person('Ada Alder', { title }, 'Democratic'), extras }
    return leadershipOf(one, one.roles[0]!, '2026-01-01T00:00:00.000000Z')
  }
  it.each([
    ['Speaker of the House', true],
    ['Majority Floor Leader', true],
    ['President Pro Tempore', true],
    ['House Republican Leader', true],
    ['Representative', false],
    ['Assistant Majority Leader', false],
    ['Deputy Speaker', false],
    ['Minority Caucus Leader', false],
    ['Majority Whip', false],
  ])('%s counts as leadership: %s', (title, isLeader) => expect(leads(title)).toBe(isLeader ? title : null))

  it('can come from a list of offices: the last current one in the chamber counts', () => {
    const leadershipRoles = [
      { title: 'House Minority Leader', chamber: 'house', start: '2023-01-03', end: '2025-01-03' },
      { title: 'House Majority Leader', chamber: 'house', start: '2025-01-03' },
      { title: 'Senate Majority Leader', chamber: 'senate', start: '2025-01-03' },
      { title: 'House Majority Whip', chamber: 'house', start: '2025-06-03' },
    ]
    expect(leads('Representative', { leadership_roles: leadershipRoles })).toBe('House Majority Leader')
    expect(leads(null, { leadership_roles: 'none' })).toBeNull()
  })
})
