import { committeeKey } from '../../../projections/projectors/content/committee-key.ts'
import type { CommitteeActivity, Recommendation } from '../../../schemas/vocabulary/committees.ts'
import {
  type ActionContent,
  activityOf,
  type Done,
  endsReferral,
  leavesCommittees,
} from '../committees/committee-activity.ts'
import { type CommitteeName, committeesIn, matchCommittee } from '../committees/committee-names.ts'
import type { ReferringAction } from './referring-actions.ts'

export type Activity = {
  readonly activity: CommitteeActivity
  readonly recommendation: Recommendation | null
  readonly action_id: string
  readonly date: string
  readonly description: string
}

export type Referral = {
  name: string
  chamber: string | null
  committee: { id: number; ocd_id: string; name: string; classification: string } | null
  first_referred_on: string
  last_referred_on: string
  /** True if the committee still has the bill. */
  is_pending: boolean
  referrals: { action_id: string; date: string; description: string }[]
  activities: Activity[]
  updated_at: string
}

type Named = { readonly name: string; readonly committee: CommitteeName | undefined }

/**
 * Derives a bill's committees, in the order of their first referral, and their activities from its actions,
 * oldest first. A referral applies to the organizations that it names, otherwise to the committees whose
 * names are in its text. Any other activity belongs to the committee that the action names, otherwise to the
 * one that has the bill.
 */
export function referralsOf(
  actions: readonly ReferringAction[],
  committees: readonly CommitteeName[],
): Referral[] {
  const found = new Map<string, Referral>()
  for (const row of actions) {
    const action = JSON.parse(row.item) as ActionContent
    const done = activityOf(action)
    if (done !== undefined) addActivity(found, action, row, done, committees)
    if (leavesCommittees(action)) {
      for (const referral of found.values()) if (isOf(referral, action)) referral.is_pending = false
    }
    if (row.day !== null && isReferral(action)) {
      addReferral(found, action, { ...row, day: row.day }, namedBy(action, committees))
    }
  }
  return [...found.values()]
}

function addReferral(
  found: Map<string, Referral>,
  action: ActionContent,
  { day, updated_at }: { day: string; updated_at: string },
  named: readonly Named[],
): void {
  if (!named.every(isSubcommittee)) {
    // Earlier committees no longer have it; committees that receive it on one day have it together.
    for (const earlier of found.values()) {
      if (isOf(earlier, action) && earlier.last_referred_on !== day) earlier.is_pending = false
    }
  }
  for (const { name, committee } of named) {
    const key = keyOf(action, name)
    const before = found.get(key)
    const referral = before ?? {
      name,
      chamber: action.chamber,
      committee: committee === undefined ? null : committeeBrief(committee),
      first_referred_on: day,
      last_referred_on: day,
      is_pending: true,
      referrals: [],
      activities: [],
      updated_at,
    }
    referral.last_referred_on = day
    referral.is_pending = true
    if (updated_at > referral.updated_at) referral.updated_at = updated_at
    const { id: actionId, date, description } = action
    const activity = before === undefined ? 'referred' : 'rereferred'
    referral.referrals.push({ action_id: actionId, date, description })
    referral.activities.push({ activity, recommendation: null, action_id: actionId, date, description })
    found.set(key, referral)
  }
}

function addActivity(
  found: ReadonlyMap<string, Referral>,
  action: ActionContent,
  { updated_at }: { updated_at: string },
  done: Done,
  committees: readonly CommitteeName[],
): void {
  // `Reported, referred to Finance`: the committee that is named did not report.
  const actors = isReferral(action) ? [] : namedBy(action, committees)
  const named = actors.flatMap(({ name }) => found.get(keyOf(action, name)) ?? [])
  const pendingHere = [...found.values()].filter((one) => one.is_pending && isOf(one, action))
  const last = pendingHere.reduce<Referral | undefined>(
    (latest, one) => (latest === undefined || one.last_referred_on >= latest.last_referred_on ? one : latest),
    undefined,
  )
  const acting = named.length > 0 ? named : last === undefined ? [] : [last]
  for (const referral of acting) {
    const { id: actionId, date, description } = action
    referral.activities.push({ ...done, action_id: actionId, date, description })
    if (endsReferral(done)) referral.is_pending = false
    if (updated_at > referral.updated_at) referral.updated_at = updated_at
  }
}

/** Subcommittees of old terms are not listed, so their name decides. */
const isSubcommittee = ({ name, committee }: Named): boolean =>
  committee?.classification === 'subcommittee' || /\bsubcommittee\b/i.test(name)

const isReferral = ({ classification }: ActionContent): boolean =>
  classification.includes('referral-committee')

const keyOf = ({ chamber }: ActionContent, name: string): string => `${chamber ?? ''}|${committeeKey(name)}`

/** An action without a chamber may belong to either chamber. */
const isOf = (referral: Referral, { chamber }: ActionContent): boolean =>
  chamber === null || referral.chamber === null || referral.chamber === chamber

function namedBy(action: ActionContent, committees: readonly CommitteeName[]): readonly Named[] {
  const printed = action.related_entities.filter(({ entity_type }) => entity_type === 'organization')
  if (printed.length > 0) {
    return printed.map(({ name }) => ({ name, committee: matchCommittee(name, committees, action.chamber) }))
  }
  return committeesIn(action.description, committees, action.chamber).map((committee) => ({
    name: committee.name,
    committee,
  }))
}

const committeeBrief = ({ id, ocd_id, name, classification }: CommitteeName): Referral['committee'] => ({
  id,
  ocd_id,
  name,
  classification,
})
