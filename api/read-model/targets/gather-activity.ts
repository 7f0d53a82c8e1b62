import type { Activity } from '../../../derive/targets/score/evidence-of.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/** Organizations that are targets by a subject or an agency alone: the best. */
export const MOST_BY_TOPIC = 500

export type TopicQuestion = {
  readonly kind: 'issue' | 'agency'
  readonly topics: readonly { readonly topic: string; readonly relevance: number }[]
  readonly jurisdiction: string
  readonly as_of: string
  /** So many organizations, the best. */
  readonly most: number
  /** null: all types. */
  readonly types: readonly string[] | null
}

type Row = Activity & { readonly id: number }

/** The weight of a row by itself, as derive/targets/score/weigh.ts has it: volume, breadth, end and age. */
export const weightOfActivity = (asOf: string): string => `
  a.activities / (a.activities + 4.0::float8) / (1 + ln(a.issues::float8) / 3)
  * CASE WHEN a.is_ended THEN 0.5 ELSE 1 END
  * 2 / (2 + CASE WHEN a.day IS NULL THEN 6 ELSE greatest(0, ${asOf}::date - a.day) / 365.25::float8 END)`

/** Its weight for a bill. A test compares the order with that of `rankTargets`. */
const weight = (jurisdiction: string, asOf: string): string => `
  t.relevance * CASE WHEN a.jurisdiction = ${jurisdiction} THEN 1 ELSE 0.5 END * ${weightOfActivity(asOf)}`

/** Reads what the organizations that are most active on these topics did about them. */
export async function readActivity(model: ReadModel, question: TopicQuestion): Promise<Activity[]> {
  const { kind, topics, jurisdiction, as_of, types, most } = question
  if (topics.length === 0) return []
  const found = await withDerivedTables(() =>
    model.read<Row>((schema, bind) => {
      const topic = `(SELECT * FROM unnest(${bind(topics.map((one) => one.topic))}::text[],
        ${bind(topics.map(({ relevance }) => relevance))}::float8[]) AS t (topic, relevance)) t`
      const rows = `derive.organization_activity a JOIN ${topic} ON t.topic = a.topic`
      const ofType =
        types === null
          ? ''
          : `JOIN ${schema}.advocacy_organizations o ON o.id = a.organization_id
             AND coalesce(o.type, 'unknown') = ANY (${bind(types)}::text[])`
      const isOfKind = `a.kind = '${kind}'`
      return `
        SELECT a.organization_id AS id, a.organization_id, a.jurisdiction, a.topic, a.activities, a.quote,
          a.day, a.source_url, a.is_ended, a.updated_at
        FROM (
          SELECT a.organization_id FROM ${rows} ${ofType} WHERE ${isOfKind}
          GROUP BY a.organization_id
          ORDER BY sum(${weight(bind(jurisdiction), bind(as_of))}) DESC, a.organization_id LIMIT ${most}
        ) best
        JOIN derive.organization_activity a ON a.organization_id = best.organization_id
        WHERE ${isOfKind} AND a.topic = ANY (${bind(topics.map((one) => one.topic))}::text[])`
    }),
  )
  return (found?.rows ?? []).map(({ id: _, ...row }) => row)
}
