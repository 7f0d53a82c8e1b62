import type { TargetBasis, TargetReason } from '../../../schemas/vocabulary/targets.ts'
import type { IssueMatch } from '../subjects/issue-codes.ts'
import type { Evidence, Stance } from './evidence.ts'
import { latestOf } from './latest-of.ts'
import { ELSEWHERE, volumeOf } from './weigh.ts'

/** What an organization did about one bill or rule: it stated a position, or a filing of it names the bill. */
export type Act = {
  readonly organization_id: number
  readonly kind: Extract<TargetReason, 'stated_position' | 'filing_mention'>
  /** The bill or rule. */
  readonly about_id: number
  readonly key: string
  readonly quote: string | null
  readonly day: string | null
  readonly source_url: string | null
  readonly is_ended: boolean
  readonly stance: Stance | null
  readonly updated_at: string
}

/** A bill whose acts count: this one, or one that is near to it. */
export type NearBill = {
  readonly basis: Extract<TargetBasis, 'direct_mention' | 'companion' | 'similar_bill'>
  readonly relevance: number
  /** It is only about the same topic. */
  readonly is_topic_only: boolean
  /** Its number. */
  readonly about: string
  /** When the bill changed last: it may be near no longer. */
  readonly updated_at: string
}

/** What an organization did about an issue in a place, or with an agency, over all its filings and positions. */
export type Activity = {
  readonly organization_id: number
  readonly jurisdiction: string
  /** An issue code, or the slug of an agency. */
  readonly topic: string
  readonly activities: number
  /** The words of the newest one. */
  readonly quote: string | null
  readonly day: string | null
  readonly source_url: string | null
  readonly is_ended: boolean
  readonly updated_at: string
}

export type Gathered = {
  readonly jurisdiction: string
  readonly acts: readonly Act[]
  readonly near: ReadonlyMap<number, NearBill>
  readonly issues: readonly IssueMatch[]
  readonly by_issue: readonly Activity[]
  /** Only a rule has agencies. */
  readonly agencies: readonly { readonly slug: string; readonly name: string }[]
  readonly by_agency: readonly Activity[]
}

/** Turns what was gathered about a bill or rule into evidence. */
export function evidenceOf(gathered: Gathered): Evidence[] {
  const { acts, near, issues, by_issue, agencies, by_agency, jurisdiction } = gathered
  const issueOf = new Map(issues.map((issue) => [issue.code, issue]))
  const ofActs = acts.flatMap(({ about_id, ...act }): Evidence[] => {
    const bill = near.get(about_id)
    if (bill === undefined) return []
    const updated_at = latestOf([act.updated_at, bill.updated_at])
    return [{ ...act, ...bill, updated_at }]
  })
  const ofActivity = (
    activity: Activity,
    { basis, kind }: Pick<Evidence, 'basis' | 'kind'>,
    { about, relevance }: Pick<Evidence, 'about' | 'relevance'>,
  ): Evidence => ({
    organization_id: activity.organization_id,
    basis,
    kind,
    key: `${kind} ${activity.jurisdiction} ${activity.topic}`,
    about,
    quote: activity.quote,
    day: activity.day,
    source_url: activity.source_url,
    relevance:
      relevance * volumeOf(activity.activities) * (activity.jurisdiction === jurisdiction ? 1 : ELSEWHERE),
    is_topic_only: false,
    is_ended: activity.is_ended,
    stance: null,
    updated_at: activity.updated_at,
  })
  return [
    ...ofActs,
    ...by_issue.flatMap((activity) => {
      const issue = issueOf.get(activity.topic)
      if (issue === undefined) return []
      const { name: about, relevance } = issue
      return [ofActivity(activity, { basis: 'subject', kind: 'issue_code' }, { about, relevance })]
    }),
    ...by_agency.flatMap((activity) => {
      const agency = agencies.find(({ slug }) => slug === activity.topic)
      if (agency === undefined) return []
      const found = { about: agency.name, relevance: 1 }
      return [ofActivity(activity, { basis: 'agency', kind: 'agency_contact' }, found)]
    }),
  ]
}
