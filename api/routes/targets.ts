import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TARGETS_VERSION } from '../../derive/targets/score/rank-targets.ts'
import { TargetPage, TargetQuery } from '../../schemas/http/advocacy/targets.ts'
import { IdPath } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, startWalk } from '../paging/collection.ts'
import { type ComputedItem, sendComputed } from '../paging/send-computed.ts'
import {
  type FoundTargets,
  findBillTargets,
  findRegulationTargets,
} from '../read-model/targets/find-targets.ts'
import { readTargetedBill } from '../read-model/targets/near-bills.ts'
import { readTargetedRegulation } from '../read-model/targets/regulation-acts.ts'
import { targetItem } from '../read-model/targets/target-items.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

const DESCRIPTION =
  'Who acted on it comes first, then who acted on one like it, then who works on its subject. No position is inferred. An organization that leaves the list leaves no tombstone.'

/** The types that a parameter names. It is null if there is no parameter, because then every type is wanted. */
export const typesOf = (types: string | undefined): readonly string[] | null =>
  types === undefined ? null : [...new Set(types.split(','))]

export const targetRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/bills/:id/targets',
    {
      schema: {
        operationId: 'listBillTargets',
        summary: 'Organizations to talk to about a bill, with the evidence',
        description: DESCRIPTION,
        tags: ['Bills', 'Targets'],
        params: IdPath,
        querystring: TargetQuery,
        response: answers(TargetPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { types } = request.query
      const walk = startWalk(request.query, {
        path: `bills/${id}/targets`,
        filters: { types },
        orders,
        limits,
      })
      const { feed, owner } = await readTargetedBill(model, idParameter(id))
      const bill = foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const question = { as_of: federalToday(clock), types: typesOf(types) }
      const found = await findBillTargets(model, bill, question)
      return sendComputed(request, reply, walk, { feed, items: itemsOf(found) }, besideOf(found))
    },
  )

  app.get(
    '/regulations/:id/targets',
    {
      schema: {
        operationId: 'listRegulationTargets',
        summary: 'Organizations to talk to about a rule, with the evidence',
        description: DESCRIPTION,
        tags: ['Regulations', 'Targets'],
        params: IdPath,
        querystring: TargetQuery,
        response: answers(TargetPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { types } = request.query
      const walk = startWalk(request.query, {
        path: `regulations/${id}/targets`,
        filters: { types },
        orders,
        limits,
      })
      const { feed, owner } = await readTargetedRegulation(model, idParameter(id))
      const regulation = foundOwner(owner, { kind: 'regulation', id, location: pathWithId(request) })
      const question = { as_of: federalToday(clock), types: typesOf(types) }
      const found = await findRegulationTargets(model, regulation, question)
      return sendComputed(request, reply, walk, { feed, items: itemsOf(found) }, besideOf(found))
    },
  )
}

const itemsOf = ({ targets }: FoundTargets): ComputedItem[] =>
  targets.map((found) => ({
    id: found.organization.id,
    updated_at: found.updated_at,
    show: () => targetItem(found),
  }))

const besideOf = ({ coverage }: FoundTargets) => ({
  coverage: JSON.stringify(coverage),
  method_version: String(TARGETS_VERSION),
})
