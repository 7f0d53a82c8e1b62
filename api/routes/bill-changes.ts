import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Deriver } from '../../derive/methods/deriver.ts'
import { ChangeStepPage } from '../../schemas/http/bills/bill-changes.ts'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { computedRows } from '../paging/computed-list.ts'
import { type ChangeStep, changeSteps } from '../read-model/bill/change-steps.ts'
import { type ListedVersion, readTextVersions } from '../read-model/bill/text-versions.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

/** A page computes its steps, and one step of the largest bills takes seconds. */
const STEPS_PER_PAGE_MAX = 5

export const billChangeRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, deriver, limits },
) => {
  app.get(
    '/bills/:id/changes',
    {
      schema: {
        operationId: 'listBillChanges',
        summary: 'What changed from each version of a bill to the next one that has a text, in sentences',
        description: `A page has at most ${STEPS_PER_PAGE_MAX} steps, even if \`limit\` is greater.`,
        tags: ['Bills'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(ChangeStepPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const started = startWalk(request.query, { path: `bills/${id}/changes`, orders, limits })
      const limit = Math.min(started.page.limit, STEPS_PER_PAGE_MAX)
      const walk = { ...started, page: { ...started.page, limit } }
      const { feed, owner, versions, updated_at } = await readTextVersions(model, idParameter(id))
      foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const steps = changeSteps(versions).map((content) => ({
        id: content.id,
        updated_at: updated_at ?? '',
        content,
      }))
      const rows = computedRows(steps, walk.page, feed)
      const items = new Map<string, string>()
      for (const { content, updated_at } of rows.slice(0, limit)) {
        items.set(content.id, JSON.stringify(await describeStep(deriver, content, updated_at)))
      }
      return sendPage(request, reply, walk, { feed, rows }, ({ content }) => items.get(content.id))
    },
  )
}

async function describeStep(deriver: Deriver, { id, from, to }: ChangeStep, updated_at: string) {
  const { result, method_version } = await deriver.derive('changes', { from: from.text, to: to.text })
  return {
    id,
    updated_at,
    from_version: shown(from),
    to_version: shown(to),
    date: to.date,
    ...result,
    method_version,
  }
}

const shown = ({ id, note, date, classification }: ListedVersion) => ({ id, note, date, classification })
