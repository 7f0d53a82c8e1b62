import { describe, expect, it } from 'vitest'
import { type CommitteeName, committeesIn } from '../../../../api/read-model/committees/committee-names.ts'
import { referralsOf } from '../../../../api/read-model/referrals/referrals.ts'
import type { ReferringAction } from '../../../../api/read-model/referrals/referring-actions.ts'
import { committeeKey } from '../../../../projections/projectors/content/committee-key.ts'

function action(id: string, day: string, names: readonly string[], more: object = {}): ReferringAction {
  const item = {
    id,
    date: day,
    chamber: 'lower',
    description: `Referred to ${names.join(' and ')}`,
    classification: ['referral-committee'],
    related_entities: names.map((name) => ({ name, entity_type: 'organization' })),
    ...more,
  }
  return { part_id: id, day, item: JSON.stringify(item), updated_at: `${day}T00:00:00.000000Z` }
}

const committee = (id: number, name: string, chamber: string | null): CommitteeName => ({
  id,
  ocd_id: `ocd-organization/${id}`,
  name,
  classification: 'committee',
  chamber,
  key: committeeKey(name),
})

describe('referrals', () => {
  it('list each committee once, in the order of the first referral, with every date', () => {
    const found = referralsOf(
      [
        action('a1', '2026-01-05', ['Ways and Means']),
        action('a2', '2026-01-09', ['Rules']),
        action('a3', '2026-02-01', ['House Committee on Ways & Means']),
      ],
      [],
    )
    expect(found.map(({ name }) => name)).toEqual(['Ways and Means', 'Rules'])
    expect(found[0]).toMatchObject({
      first_referred_on: '2026-01-05',
      last_referred_on: '2026-02-01',
      updated_at: '2026-02-01T00:00:00.000000Z',
      referrals: [{ action_id: 'a1' }, { action_id: 'a3' }],
    })
  })

  it('match the committee of the acting chamber', () => {
    const committees = [committee(1, 'Rules', 'upper'), committee(2, 'Rules', 'lower')]
    const [lower] = referralsOf([action('a', '2026-01-05', ['Rules'])], committees)
    const [upper] = referralsOf([action('a', '2026-01-05', ['Rules'], { chamber: 'upper' })], committees)
    expect(lower?.committee?.id).toBe(2)
    expect(upper?.committee?.id).toBe(1)
  })

  it('match the only committee with the name in any chamber, and never guess among several', () => {
    const one = [committee(1, 'Joint Committee on Audit', 'legislature')]
    expect(referralsOf([action('a', '2026-01-05', ['Audit'])], one)[0]?.committee?.id).toBe(1)
    const two = [committee(1, 'Audit', 'lower'), committee(2, 'Audit', 'lower')]
    expect(referralsOf([action('a', '2026-01-05', ['Audit'])], two)[0]?.committee).toBeNull()
  })

  it('separate the two chambers, and leave out actions that are not referrals', () => {
    const found = referralsOf(
      [
        action('a1', '2026-01-05', ['Rules']),
        action('a2', '2026-02-05', ['Rules'], { chamber: 'upper' }),
        action('a3', '2026-02-06', ['Finance'], { classification: ['committee-passage'] }),
        action('a4', '2026-02-07', ['Ada Alder'], {
          related_entities: [{ name: 'Ada Alder', entity_type: 'person' }],
        }),
      ],
      [],
    )
    expect(found.map(({ name, chamber }) => [name, chamber])).toEqual([
      ['Rules', 'lower'],
      ['Rules', 'upper'],
    ])
  })

  it.each([
    ['House Committee on Ways & Means', 'Ways and Means'],
    ['Committee on the Judiciary', 'Judiciary'],
    ['SENATE FINANCE COMMITTEE', 'Finance'],
    ['Éducation', 'ÉDUCATION'],
  ])('read %s and %s as the same name', (one, other) => expect(committeeKey(one)).toBe(committeeKey(other)))
})

describe('the committees that an action names in its text', () => {
  const committees = [
    committee(1, 'Education', 'lower'),
    committee(2, 'Higher Education', 'lower'),
    committee(3, 'Rules', 'lower'),
    committee(4, 'Consumer Protection & Business', 'lower'),
    committee(5, 'Education', 'upper'),
    committee(6, 'Joint Committee on Audit', 'legislature'),
  ]
  it.each([
    ['First reading, referred to Consumer Protection & Business.', [4]],
    ['Under the rules, provisionally referred to the Committee on Education.', [1]],
    ['Assigned to Higher Education Committee', [2]],
    ['Referred to Higher Education, then to Education', [2, 1]],
    ['to Education (H)', [1]],
    ['RE-REFERRED TO HOUSE RULES', [3]],
    ['Referred to Audit', [6]],
    ['Referred to Speaker’s desk.', []],
    ['Referred to Educational Services', []],
  ])('are found in: %s', (text, ids) => {
    expect(committeesIn(text, committees, 'lower').map(({ id }) => id)).toEqual(ids)
  })

  it('belong to the acting chamber', () => {
    expect(committeesIn('Referred to Education', committees, 'upper').map(({ id }) => id)).toEqual([5])
    expect(committeesIn('Referred to Rules', committees, 'upper')).toEqual([])
    expect(committeesIn('Referred to Education', committees, null)).toEqual([])
  })

  it('become referrals if the action names no organization', () => {
    const [referral] = referralsOf(
      [action('a', '2026-01-05', [], { description: 'Referred to Rules', related_entities: [] })],
      committees,
    )
    expect(referral).toMatchObject({ name: 'Rules', committee: { id: 3 } })
  })
})
