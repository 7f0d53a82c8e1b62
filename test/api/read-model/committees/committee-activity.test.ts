import { describe, expect, it } from 'vitest'
import type { CommitteeName } from '../../../../api/read-model/committees/committee-names.ts'
import { type Referral, referralsOf } from '../../../../api/read-model/referrals/referrals.ts'
import type { ReferringAction } from '../../../../api/read-model/referrals/referring-actions.ts'
import { committeeKey } from '../../../../projections/projectors/content/committee-key.ts'

const committee = (id: number, name: string, chamber = 'lower', classification = 'committee') => ({
  id,
  ocd_id: `ocd-organization/${id}`,
  name,
  chamber,
  classification,
  key: committeeKey(name),
})
const committees: CommitteeName[] = [
  committee(1, 'Education'),
  committee(2, 'Rules'),
  committee(3, 'Ways and Means', 'upper'),
  committee(4, 'Early Learning', 'lower', 'subcommittee'),
]

let actions = 0
function action(
  day: string,
  description: string,
  classification: string[],
  more: object = {},
): ReferringAction {
  actions += 1
  const id = `a${actions}`
  const item = {
    id,
    date: day,
    chamber: 'lower',
    organization: null,
    description,
    classification,
    related_entities: [],
  }
  return {
    part_id: id,
    day,
    item: JSON.stringify({ ...item, ...more }),
    updated_at: `${day}T00:00:00.000000Z`,
  }
}
const referred = (day: string, to: string, more: object = {}) =>
  action(day, `Referred to ${to}`, ['referral-committee'], more)

const didOf = (referral: Referral | undefined) => referral?.activities.map(({ activity }) => activity)

describe('the activity of a committee on a bill', () => {
  it('belongs to the committee that the action names, otherwise to the one that has the bill', () => {
    const [education, rules] = referralsOf(
      [
        referred('2026-01-05', 'Education'),
        action('2026-01-10', 'Public hearing', ['hearing-held']),
        action('2026-01-12', 'Do pass', ['committee-passage-favorable']),
        referred('2026-01-13', 'Rules'),
        action('2026-01-15', 'Education: work session', ['work-session']),
      ],
      committees,
    )
    expect(didOf(education)).toEqual(['referred', 'hearing', 'reported', 'work_session'])
    expect(education?.activities[2]?.recommendation).toBe('favorable')
    expect(didOf(rules)).toEqual(['referred'])
    expect([education?.is_pending, rules?.is_pending]).toEqual([false, true])
    expect(education?.updated_at).toBe('2026-01-15T00:00:00.000000Z')
  })

  it('belongs to the reporting committee, not to the one that the same action refers the bill to', () => {
    const [education, rules] = referralsOf(
      [
        referred('2026-01-02', 'Rules'),
        referred('2026-01-05', 'Education'),
        action('2026-01-12', 'Reported, referred to Rules', ['committee-passage', 'referral-committee']),
      ],
      committees,
    ).toReversed()
    expect(didOf(education)).toEqual(['referred', 'reported'])
    expect(didOf(rules)).toEqual(['referred', 'rereferred'])
    expect([education?.is_pending, rules?.is_pending]).toEqual([false, true])
  })

  it('ends with an unfavorable report, a failure, a discharge or the vote of the chamber', () => {
    const pending = (description: string, classes: string[]) =>
      referralsOf(
        [referred('2026-01-05', 'Education'), action('2026-01-10', description, classes)],
        committees,
      )[0]
    expect(pending('Do not pass', ['committee-passage-unfavorable'])).toMatchObject({
      is_pending: false,
      activities: [{}, { activity: 'reported', recommendation: 'unfavorable' }],
    })
    expect(pending('Failed in committee', ['committee-failure'])?.is_pending).toBe(false)
    expect(didOf(pending('Committee on Education discharged.', []))).toEqual(['referred', 'discharged'])
    expect(pending('Third reading, passed', ['passage'])).toMatchObject({
      is_pending: false,
      activities: [{ activity: 'referred' }],
    })
    expect(pending('Deferred', ['deferral'])?.is_pending).toBe(true)
  })

  it('includes a second referral, which ends the stay in another committee', () => {
    const [education, rules] = referralsOf(
      [
        referred('2026-01-05', 'Education'),
        referred('2026-01-20', 'Rules'),
        referred('2026-02-02', 'Education'),
      ],
      committees,
    )
    expect(didOf(education)).toEqual(['referred', 'rereferred'])
    expect([education?.is_pending, rules?.is_pending]).toEqual([true, false])
  })

  it('stays pending in all committees of one day, and in the parent of a subcommittee', () => {
    const both = referralsOf(
      [referred('2026-01-05', 'Education'), referred('2026-01-05', 'Rules')],
      committees,
    )
    expect(both.map(({ is_pending }) => is_pending)).toEqual([true, true])
    const whole = referralsOf(
      [referred('2026-01-05', 'Education'), referred('2026-01-09', 'Subcommittee on Early Learning')],
      committees,
    )
    const relatedEntities = [{ name: 'Subcommittee of Old', entity_type: 'organization' }]
    const [unknown] = referralsOf(
      [
        referred('2026-01-05', 'Education'),
        referred('2026-01-09', 'it', { related_entities: relatedEntities }),
      ],
      committees,
    )
    expect(unknown?.is_pending).toBe(true)
    expect(whole.map(({ name, is_pending }) => [name, is_pending])).toEqual([
      ['Education', true],
      ['Early Learning', true],
    ])
  })

  it('is separate in each chamber', () => {
    const upper = { chamber: 'upper' }
    const [education, means] = referralsOf(
      [
        referred('2026-01-05', 'Education'),
        referred('2026-02-05', 'Ways and Means', upper),
        action('2026-02-09', 'Reported', ['reported-out-of-committee'], upper),
      ],
      committees,
    )
    expect([education?.is_pending, means?.is_pending]).toEqual([true, false])
    expect(didOf(education)).toEqual(['referred'])
  })
})
