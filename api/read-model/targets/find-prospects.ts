import { bestByTopic } from '../../../derive/targets/score/best-by-topic.ts'
import { latestOf } from '../../../derive/targets/score/latest-of.ts'
import { activityFactor, recencyOf } from '../../../derive/targets/score/weigh.ts'
import { issues } from '../../../derive/targets/subjects/issue-words.ts'
import { compareTexts } from '../../../runtime/words/compare-texts.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { readActivityTable } from './activity-cache.ts'
import { noFilings, notSummed, type TargetCoverage } from './find-targets.ts'
import { type ActivityOfTopic, readActivityRows } from './gather-activity.ts'
import { rounded, shownOrganization, shownReason } from './target-items.ts'
import {
  type FilingState,
  type OrganizationRow,
  readFilingState,
  readOrganizations,
} from './target-organizations.ts'

/** A list has so many organizations: the most active ones. */
const MOST_PROSPECTS = 500
const MOST_REASONS = 10

export type ProspectQuestion = {
  /** Issue codes that prospects are active on. If it is null, every issue counts, because the caller named none. */
  readonly codes: readonly string[] | null
  /** The place from which they are absent; null: nobody is left out. */
  readonly jurisdiction: string | null
  readonly types: readonly string[] | null
  readonly as_of: string
}

/** Finds organizations that are active on issues elsewhere, and not in a place. */
export async function findProspects(model: ReadModel, question: ProspectQuestion) {
  const { codes, jurisdiction, types, as_of } = question
  const topics = codes ?? Object.keys(issues)
  const [table, state] = await Promise.all([
    readActivityTable(model, 'issue', topics),
    readFilingState(model),
  ])
  const best =
    table === undefined
      ? []
      : bestByTopic(table, {
          topics: topics.map((topic) => ({ topic, relevance: 1 })),
          jurisdiction: null,
          absent_from: jurisdiction,
          types,
          as_of,
          most: MOST_PROSPECTS,
        }).slice(0, MOST_PROSPECTS)
  const ids = best.map(({ organization_id }) => organization_id)
  const [organizations, rows] = await Promise.all([
    readOrganizations(model, ids),
    readActivityRows(model, { kind: 'issue', ids, topics: codes }),
  ])
  const activities = Map.groupBy(rows, ({ organization_id }) => organization_id)
  const items = best.flatMap(({ organization_id, sum }) => {
    const organization = organizations.get(organization_id)
    if (organization === undefined) return []
    return [prospectItem(organization, sum, activities.get(organization_id) ?? [], question)]
  })
  return { feed: state.feed, items, coverage: coverageOf(state) }
}

/** A prospect in the form of the API. */
function prospectItem(
  organization: OrganizationRow,
  sum: number,
  activities: readonly ActivityOfTopic[],
  { jurisdiction, as_of }: ProspectQuestion,
) {
  const { id, ocd_id, updated_at } = organization
  const sorted = activities
    .map((one) => ({ ...one, weight: activityFactor(one) * recencyOf(one.day, as_of) }))
    .sort(
      (a, b) =>
        b.weight - a.weight || compareTexts(a.topic, b.topic) || compareTexts(a.jurisdiction, b.jurisdiction),
    )
  return {
    id,
    ocd_id,
    updated_at: latestOf([updated_at, ...activities.map((one) => one.updated_at)]),
    organization: shownOrganization(organization),
    score: rounded(sum / (1 + sum)),
    issue_codes: [...new Set(sorted.map(({ topic }) => topic))].sort(),
    active_in: [...new Set(sorted.map((one) => one.jurisdiction))].sort(),
    absent_in: jurisdiction,
    reasons: sorted.slice(0, MOST_REASONS).map((one) => ({
      ...shownReason({
        kind: 'issue_code',
        basis: 'subject',
        about: issues[one.topic]?.name ?? one.topic,
        quote: one.quote,
        day: one.day,
        source_url: one.source_url,
        stance: null,
        weight: one.weight,
      }),
      jurisdiction: one.jurisdiction,
    })),
  }
}

function coverageOf({ has_filings, is_summed }: FilingState): TargetCoverage {
  if (!has_filings) return noFilings
  return is_summed ? { status: 'complete', reason: null } : notSummed
}
