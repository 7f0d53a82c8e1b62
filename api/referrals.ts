import { committeeKey } from '../projections/committee-key.ts'
import { type CommitteeName, committeesIn, matchCommittee } from './committee-names.ts'
import type { ReferringAction } from './read-model/referrals.ts'

export type Referral = {
  name: string
  chamber: string | null
  committee: { id: number; ocd_id: string; name: string; classification: string } | null
  first_referred_on: string
  last_referred_on: string
  referrals: { action_id: string; date: string; description: string }[]
  updated_at: string
}

type Action = {
  readonly id: string
  readonly date: string
  readonly chamber: string | null
  readonly description: string
  readonly classification: readonly string[]
  readonly related_entities: readonly { readonly name: string; readonly entity_type: string }[]
}
type Named = { readonly name: string; readonly committee: CommitteeName | undefined }

/**
 * The committees that a bill was referred to, in the order of their first referral, out of its actions of the class
 * `referral-committee`: the organizations that an action names, else the committees of the legislature whose names stand
 * in its text.
 */
export function referralsOf(
  actions: readonly ReferringAction[],
  committees: readonly CommitteeName[],
): Referral[] {
  const found = new Map<string, Referral>()
  for (const row of actions) {
    const action = JSON.parse(row.item) as Action
    if (row.day === null || !action.classification.includes('referral-committee')) continue
    for (const { name, committee } of namedBy(action, committees)) {
      const key = `${action.chamber ?? ''}|${committeeKey(name)}`
      const referral = found.get(key) ?? {
        name,
        chamber: action.chamber,
        committee: committee === undefined ? null : briefly(committee),
        first_referred_on: row.day,
        last_referred_on: row.day,
        referrals: [],
        updated_at: row.updated_at,
      }
      referral.last_referred_on = row.day
      if (row.updated_at > referral.updated_at) referral.updated_at = row.updated_at
      referral.referrals.push({ action_id: action.id, date: action.date, description: action.description })
      found.set(key, referral)
    }
  }
  return [...found.values()]
}

function namedBy(action: Action, committees: readonly CommitteeName[]): readonly Named[] {
  const printed = action.related_entities.filter(({ entity_type }) => entity_type === 'organization')
  if (printed.length > 0) {
    return printed.map(({ name }) => ({ name, committee: matchCommittee(name, committees, action.chamber) }))
  }
  return committeesIn(action.description, committees, action.chamber).map((committee) => ({
    name: committee.name,
    committee,
  }))
}

const briefly = ({ id, ocd_id, name, classification }: CommitteeName): Referral['committee'] => ({
  id,
  ocd_id,
  name,
  classification,
})
