import type { CommitteeName } from './read-model/committees.ts'
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
  id: string
  date: string
  chamber: string | null
  description: string
  classification: readonly string[]
  related_entities: readonly { name: string; entity_type: string }[]
}

/** `House Committee on Ways & Means` and `Ways and Means` are one committee: what sources add around a name is dropped. */
export function committeeKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\b(?:house|senate|assembly|joint|standing|committee|subcommittee|on|the|of)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The committees that a bill was referred to, in the order of their first referral, out of its actions: those of the
 * class `referral-committee`, and the organizations that they name.
 */
export function referralsOf(
  actions: readonly ReferringAction[],
  committees: readonly CommitteeName[],
): Referral[] {
  const byKey = Map.groupBy(committees, ({ name }) => committeeKey(name))
  const found = new Map<string, Referral>()
  for (const row of actions) {
    const action = JSON.parse(row.item) as Action
    if (row.day === null || !action.classification.includes('referral-committee')) continue
    for (const { name, entity_type } of action.related_entities) {
      if (entity_type !== 'organization') continue
      const key = `${action.chamber ?? ''}|${committeeKey(name)}`
      const referral = found.get(key) ?? {
        name,
        chamber: action.chamber,
        committee: matchOf(byKey.get(committeeKey(name)) ?? [], action.chamber),
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

/** The committee of the acting chamber; where none is of it, the only one of that name. Several: nobody is guessed. */
function matchOf(candidates: readonly CommitteeName[], chamber: string | null): Referral['committee'] {
  const own = candidates.filter((candidate) => candidate.chamber === chamber)
  const fitting = own.length > 0 ? own : candidates
  const [one] = fitting
  if (one === undefined || fitting.length > 1) return null
  return { id: one.id, ocd_id: one.ocd_id, name: one.name, classification: one.classification }
}
