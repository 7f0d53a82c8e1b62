import type { WidgetScorecard } from '../../schemas/http/widgets/widget-scorecard.ts'
import type { PublishedScorecards } from '../read-model/scorecards/published-scorecards.ts'

/** What a widget shows of a public scorecard; null if it was taken back since the owner chose it. */
export async function readWidgetScorecard(
  scorecards: PublishedScorecards,
  origin: string,
  id: number,
  limit: number,
): Promise<WidgetScorecard | null> {
  const found = await scorecards.find(String(id))
  if (found === undefined) return null
  const { title, organization, place, sessions, scores } = found
  return {
    id: found.id,
    title,
    organization: organization.name,
    place,
    sessions: [...sessions],
    page_url: `${origin}/scorecards/${found.id}`,
    scores: scores.slice(0, limit).map(({ legislator, name, chamber, score, printed, rank }) => ({
      legislator_id: legislator?.id ?? null,
      name: legislator?.name ?? name,
      party: legislator?.party ?? null,
      chamber,
      district: legislator?.district ?? null,
      score,
      printed,
      rank,
    })),
  }
}
