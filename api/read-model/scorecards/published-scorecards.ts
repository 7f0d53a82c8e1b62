import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { parseId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { scoresCsv } from './score-csv.ts'
import { definitionOf, findPublished } from './scorecards.ts'
import { readScores, type Scores } from './scores.ts'
import { sortedScores } from './sorted-scores.ts'

type Head = {
  readonly id: number
  readonly title: string
  readonly organization: { readonly name: string; readonly url: string | null }
  readonly sessions: readonly string[]
  readonly method: string
  readonly printed_unit: string
  readonly published_on: string | null
  readonly url: string | null
}

/** Public scorecards for pages and widgets: with all scores, the highest first. */
export function createPublishedScorecards({ model }: { readonly model: ReadModel }) {
  return {
    /** undefined if there is none, or if it was taken back. */
    async find(id: string) {
      const which = parseId(id)
      if (which === undefined) return undefined
      const row = await findPublished(model, which)
      if (row === undefined) return undefined
      const definition = definitionOf(row)
      const { points_of_weight, scores }: Scores = await readScores(model, definition)
      const { title, organization, sessions, method, printed_unit, published_on, url } = JSON.parse(
        row.item,
      ) as Head
      const sorted = sortedScores(scores, '-score')
      return {
        id: row.id,
        title,
        organization,
        place: findJurisdiction(definition.jurisdiction)?.name ?? definition.jurisdiction,
        sessions,
        method,
        printed_unit,
        published_on,
        url,
        policies: definition.policies,
        items: definition.items,
        points_of_weight,
        scores: sorted,
        csv: () => scoresCsv(sorted),
      }
    },
  }
}

export type PublishedScorecards = ReturnType<typeof createPublishedScorecards>
