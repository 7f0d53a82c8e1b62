import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SearchPage, SearchQuery } from '../../schemas/http/service/search.ts'
import { jurisdictionParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { type FoundRow, search } from '../read-model/search/search.ts'
import { readFacets } from '../read-model/search/search-facets.ts'
import { interpretedMember, suggestionsForPage } from '../read-model/search/suggestions.ts'
import { readPassages } from '../read-model/texts/passages.ts'
import { withMembers } from '../read-schema/json-text.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers } from './route.ts'

const ordersOf = (q: string | undefined): Orders => ({
  plain: q === undefined ? ['id'] : ['identifier_desc', 'word_scores', 'text_score'],
  changes: 'changes',
})

export const searchRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, objects, limits, clock },
) => {
  app.get(
    '/search',
    {
      schema: {
        operationId: 'search',
        summary: 'Search bills and regulations as one list',
        tags: ['Search'],
        querystring: SearchQuery,
        response: answers(SearchPage),
      },
    },
    async (request, reply) => {
      const { q, kind, jurisdiction, year } = request.query
      const filters = {
        kind,
        jurisdiction: jurisdictionParameter(jurisdiction),
        year,
      }
      const orders = ordersOf(q)
      const walk = startWalk(request.query, { path: 'search', filters: { q, ...filters }, orders, limits })
      const searchRequest = { q, filters, today: federalToday(clock) }
      const found = await search(model, walk.page, searchRequest)
      const isCounted = q !== undefined && walk.cursor === undefined && walk.page.since === undefined
      const foundBy = found.ranked === undefined ? 'number' : 'words'
      const [passages, facets] = await Promise.all([
        readPassages(objects, found.ranked?.slice(0, walk.page.limit) ?? [], q ?? ''),
        isCounted ? readFacets(model, { ...searchRequest, q }, foundBy) : null,
      ])
      const passageOf = ({ id }: FoundRow): Record<string, string> =>
        found.ranked === undefined ? {} : { passage: JSON.stringify(passages.get(id) ?? null) }
      const render = (row: FoundRow) => foundItem(row, passageOf(row))
      const suggestions = await suggestionsForPage(
        model,
        { q: foundBy === 'words' ? q : undefined, is_first: isCounted, found: found.rows.length },
        clock.now(),
      )
      return sendPage(request, reply, walk, found, render, {
        facets: JSON.stringify(facets),
        ...interpretedMember(suggestions),
      })
    },
  )
}

function foundItem(row: FoundRow, passage: Record<string, string>): string {
  const { kind, latest_action, comment_state } = row
  const ofKind =
    kind === 'bill' ? { latest_action: latest_action ?? 'null' } : { comment_state: `"${comment_state}"` }
  return withMembers(row.item ?? '{}', { kind: `"${kind}"`, ...ofKind, ...passage })
}
