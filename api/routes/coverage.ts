import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Coverage, CoverageQuery } from '../../schemas/http/service/coverage.ts'
import { topOfDivision } from '../../schemas/vocabulary/division-id.ts'
import { jurisdictions } from '../../schemas/vocabulary/jurisdictions.ts'
import { invalidParameter, problem } from '../http/problem.ts'
import { divisionParameter } from '../input/division-parameter.ts'
import { type Orders, sendJson, sendPage, startWalk } from '../paging/collection.ts'
import { addressReport } from '../read-model/coverage/address-coverage.ts'
import { listCoverage, readCoverage } from '../read-model/coverage/coverage.ts'
import { coverageState, jurisdictionReport } from '../read-model/coverage/coverage-report.ts'
import { withEnds } from '../read-model/jurisdictions/boundaries.ts'
import { type FoundDivision, foundDivision } from '../read-model/jurisdictions/divisions.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

const known = jurisdictions.map(({ division_id }) => division_id)
/** Ordered only by division id, because a report is made on request and is not a row of the change index. */
const byDivision: Orders = { plain: ['rank'], changes: 'part_changes' }

/** Stored data, its freshness, and what can be requested. */
export const coverageRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock, session_quiet_days: quietDays },
) => {
  app.get(
    '/coverage',
    {
      config: { problems: ['not_found'] },
      schema: {
        operationId: 'getCoverage',
        summary: 'Stored data of a division and its freshness; without `ocd_id`, of every jurisdiction',
        tags: ['Divisions'],
        querystring: CoverageQuery,
        response: answers(Coverage),
      },
    },
    async (request, reply) => {
      const { ocd_id, ...page } = request.query
      if (ocd_id === undefined) return sendAll(request, reply, page)
      const [beside] = Object.keys(page)
      if (beside !== undefined)
        throw invalidParameter(beside, `With ocd_id there is one report, no page of it.`)
      return sendJson(reply, JSON.stringify(await reportOf(request, ocd_id)))
    },
  )

  async function sendAll(request: FastifyRequest, reply: FastifyReply, query: CoverageQuery) {
    const walk = startWalk(query, { path: 'coverage', orders: byDivision, limits })
    const now = clock.now()
    const after = String(walk.page.after?.at(-1) ?? '')
    const { feed, rows } = await listCoverage(model, { limit: walk.page.limit, after }, known, {
      now,
      quiet_days: quietDays,
    })
    const items = rows.map((row) => ({ ...row, ...NO_ITEM, updated_at: feed.watermark }))
    return sendPage(request, reply, walk, { feed, rows: items }, (row) =>
      JSON.stringify(jurisdictionReport(row, feed.watermark, now)),
    )
  }

  async function reportOf(request: FastifyRequest, text: string): Promise<object> {
    const division = divisionParameter('ocd_id', text)
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const scope = { division, jurisdiction: topOfDivision(division), today }
    const { watermark, row } = await readCoverage(model, scope, { now, quiet_days: quietDays })
    const { boundaries, address_releases, chamber_maps, legislators, gaps } = row
    const found = foundDivision(division, boundaries.length > 0 ? { ...row, is_list_loaded: false } : row)
    if (found === undefined) throw problem(404, 'not_found', `There is no division ${text}.`)
    const prefix = (request.routeOptions.url ?? '').replace(/\/coverage$/, '')
    return {
      ...withBothIds(found),
      boundary: {
        ...coverageState(boundaries.length > 0),
        href: `${prefix}/districts/${encodeURIComponent(found.division_id)}/boundary`,
        maps: withEnds(boundaries),
      },
      addresses: addressReport(address_releases, chamber_maps),
      legislators,
      jurisdiction: jurisdictionReport(row.jurisdiction, watermark, now),
      gaps,
    }
  }
}

/** A report is not a row of the change index. */
const NO_ITEM = { item: null, deleted: false, seq: '0', position: 0 }

const withBothIds = ({ division_id, ...rest }: FoundDivision): object => ({
  ocd_id: division_id,
  division_id,
  ...rest,
})
