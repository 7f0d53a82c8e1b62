import { latestOf } from '../../../derive/targets/score/latest-of.ts'
import { issues } from '../../../derive/targets/subjects/issue-words.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { noFilings, notSummed, type TargetCoverage } from './find-targets.ts'
import { weightOfActivity } from './gather-activity.ts'
import { rounded, shownOrganization, shownReason } from './target-items.ts'
import { type FilingState, type OrganizationRow, readFilingState } from './target-organizations.ts'

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

type Row = Omit<OrganizationRow, 'issues'> & {
  readonly sum: number
  readonly activities: readonly ActivityOfProspect[]
}
type ActivityOfProspect = {
  readonly topic: string
  readonly jurisdiction: string
  readonly weight: number
  readonly quote: string | null
  readonly day: string | null
  readonly source_url: string | null
  readonly updated_at: string
}

/** Finds organizations that are active on issues elsewhere, and not in a place. */
export async function findProspects(model: ReadModel, question: ProspectQuestion) {
  const [found, state] = await Promise.all([
    withDerivedTables(() => model.read<Row>((schema, bind) => prospectSelect(schema, bind, question))),
    readFilingState(model),
  ])
  return {
    feed: found?.feed ?? state.feed,
    items: (found?.rows ?? []).map((row) => prospectItem(row, question)),
    coverage: coverageOf(state),
  }
}

type Bind = Parameters<Parameters<ReadModel['read']>[0]>[1]

function prospectSelect(schema: string, bind: Bind, question: ProspectQuestion): string {
  const { codes, jurisdiction, types, as_of } = question
  const ofIssue = (rows: string) => (codes === null ? '' : `AND ${rows}.topic = ANY (${bind(codes)}::text[])`)
  const isAbsent =
    jurisdiction === null
      ? ''
      : `AND NOT EXISTS (
           SELECT FROM derive.organization_activity h WHERE h.organization_id = a.organization_id AND h.kind = 'issue'
             AND h.jurisdiction = ${bind(jurisdiction)} ${ofIssue('h')})`
  const ofType = types === null ? '' : `AND coalesce(o.type, 'unknown') = ANY (${bind(types)}::text[])`
  const weight = weightOfActivity(bind(as_of))
  return `
    SELECT o.id, o.ocd_id, o.name, o.type, o.item->>'url' AS url,
      greatest(o.updated_at, s.updated_at) AS updated_at, best.sum, detail.activities
    FROM (
      SELECT a.organization_id, sum(${weight}) AS sum
      FROM derive.organization_activity a
      JOIN ${schema}.advocacy_organizations o ON o.id = a.organization_id AND NOT o.deleted ${ofType}
      WHERE a.kind = 'issue' ${ofIssue('a')} ${isAbsent}
      GROUP BY a.organization_id ORDER BY 2 DESC, 1 LIMIT ${MOST_PROSPECTS}
    ) best
    JOIN ${schema}.advocacy_organizations o ON o.id = best.organization_id
    LEFT JOIN derive.organization_summary s ON s.organization_id = o.id
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('topic', a.topic, 'jurisdiction', a.jurisdiction, 'weight', ${weight},
        'quote', a.quote, 'day', a.day, 'source_url', a.source_url,
        'updated_at', to_char(a.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))) AS activities
      FROM derive.organization_activity a
      WHERE a.organization_id = best.organization_id AND a.kind = 'issue' ${ofIssue('a')}
    ) detail
    ORDER BY best.sum DESC, o.id`
}

/** A prospect in the form of the API. */
function prospectItem({ activities, sum, ...organization }: Row, { jurisdiction }: ProspectQuestion) {
  const { id, ocd_id, updated_at } = organization
  const sorted = activities.toSorted(
    (a, b) => b.weight - a.weight || compare(a.topic, b.topic) || compare(a.jurisdiction, b.jurisdiction),
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

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

function coverageOf({ has_filings, is_summed }: FilingState): TargetCoverage {
  if (!has_filings) return noFilings
  return is_summed ? { status: 'complete', reason: null } : notSummed
}
