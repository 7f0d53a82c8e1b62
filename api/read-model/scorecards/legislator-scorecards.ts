import type { EntityId } from '../../input/parameters.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { DEFINITION_COLUMNS, definitionOf, type ScorecardRow } from './scorecards.ts'
import { readScores, type ShownScore } from './scores.ts'

export type ScorecardOfLegislator = {
  readonly scorecard: Pick<ScorecardRow, 'id' | 'ocd_id' | 'title' | 'organization' | 'sessions'>
  readonly score: ShownScore
  readonly points_of_weight: number
}
type Found = {
  readonly feed: Feed
  readonly owner: Owner | undefined
  readonly found: readonly ScorecardOfLegislator[]
}

type Row = ScorecardRow & { readonly scorecard_id: number | null; readonly scorecard_ocd_id: string }

/** The scorecards of the places where a person has or had a role, as far as they say something about the person. */
export async function readScorecardsOf(model: ReadModel, which: EntityId): Promise<Found> {
  const { feed, rows } = await model.read<Row>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'people',
      type: 'person',
      columns: `, ARRAY(SELECT DISTINCT r->>'jurisdiction' FROM json_array_elements(o.detail->'roles') r) AS places`,
    })
    return `
      SELECT owner.*, s.id AS scorecard_id, s.ocd_id AS scorecard_ocd_id, s.definition::text AS definition,
        ${DEFINITION_COLUMNS.map((name) => `s.${name}`).join(', ')}
      FROM ${owner} owner LEFT JOIN ${schema}.scorecards s
        ON s.jurisdiction = ANY (owner.places) AND NOT s.deleted AND owner.replaced_by IS NULL AND NOT owner.owner_deleted
      ORDER BY s.published_on DESC NULLS LAST, s.id`
  })
  const owner = rows[0]
  if (owner === undefined) return { feed, owner, found: [] }
  const found: ScorecardOfLegislator[] = []
  for (const row of rows) {
    if (row.scorecard_id === null) continue
    const { points_of_weight, scores } = await readScores(model, definitionOf(row))
    const { title, organization, sessions } = row
    const scorecard = { id: row.scorecard_id, ocd_id: row.scorecard_ocd_id, title, organization, sessions }
    for (const score of scores) {
      if (score.legislator?.id === owner.id) found.push({ scorecard, score, points_of_weight })
    }
  }
  return { feed, owner, found }
}
