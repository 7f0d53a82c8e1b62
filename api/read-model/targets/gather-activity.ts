import { bestByTopic } from '../../../derive/targets/score/best-by-topic.ts'
import { type Activity, evidenceOf } from '../../../derive/targets/score/evidence-of.ts'
import { rankTargets } from '../../../derive/targets/score/rank-targets.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { readActivityTable, type TopicKind } from './activity-cache.ts'

/** Organizations that are targets by a subject or an agency alone: the best. */
export const MOST_BY_TOPIC = 500

export type TopicQuestion = {
  readonly kind: TopicKind
  readonly topics: readonly { readonly topic: string; readonly relevance: number }[]
  readonly jurisdiction: string
  readonly as_of: string
  /** So many organizations, the best. */
  readonly most: number
  /** null: all types. */
  readonly types: readonly string[] | null
}

export type ActivityOfTopic = Activity & {
  /** Issues that the organization works on. */
  readonly issues: number
}

/** Reads what the organizations that are most active on these topics did about them. */
export async function readActivity(model: ReadModel, question: TopicQuestion): Promise<Activity[]> {
  const { kind, topics, jurisdiction, as_of, types, most } = question
  if (topics.length === 0) return []
  const names = topics.map(({ topic }) => topic)
  const table = await readActivityTable(model, kind, names)
  if (table === undefined) return []
  const best = bestByTopic(table, { topics, jurisdiction, absent_from: null, as_of, types, most })
  const ids = best.map(({ organization_id }) => organization_id)
  const rows = await readActivityRows(model, { kind, ids, topics: names })
  return best.length > most ? firstOf(rows, question) : rows
}

/** Reads what these organizations did about these topics; about all if the topics are null. */
export async function readActivityRows(
  model: ReadModel,
  {
    kind,
    ids,
    topics,
  }: { readonly kind: TopicKind; readonly ids: readonly number[]; readonly topics: readonly string[] | null },
): Promise<ActivityOfTopic[]> {
  const found = await withDerivedTables(() =>
    model.read<ActivityOfTopic & { readonly id: number }>((_, bind) => {
      const ofTopic = topics === null ? '' : `AND a.topic = ANY (${bind(topics)}::text[])`
      return `
        SELECT a.organization_id AS id, a.organization_id, a.jurisdiction, a.topic, a.activities, a.issues, a.quote,
          a.day, a.source_url, a.is_ended, a.updated_at
        FROM derive.organization_activity a
        WHERE a.organization_id = ANY (${bind(ids)}::bigint[]) AND a.kind = ${bind(kind)} ${ofTopic}`
    }),
  )
  return (found?.rows ?? []).map(({ id: _, ...row }) => row)
}

/** The rows of the organizations that the ranking puts first. */
function firstOf(
  rows: readonly ActivityOfTopic[],
  { kind, topics, jurisdiction, as_of, most }: TopicQuestion,
): ActivityOfTopic[] {
  const isIssue = kind === 'issue'
  const evidence = evidenceOf({
    jurisdiction,
    acts: [],
    near: new Map(),
    issues: topics.map(({ topic, relevance }) => ({ code: topic, name: topic, relevance, because: topic })),
    by_issue: isIssue ? rows : [],
    agencies: topics.map(({ topic }) => ({ slug: topic, name: topic })),
    by_agency: isIssue ? [] : rows,
  })
  const breadth = new Map(rows.map(({ organization_id, issues }) => [organization_id, issues]))
  const ranked = rankTargets(evidence, as_of, breadth).slice(0, most)
  const first = new Set(ranked.map(({ organization_id }) => organization_id))
  return rows.filter(({ organization_id }) => first.has(organization_id))
}
