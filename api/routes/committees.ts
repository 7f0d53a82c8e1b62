import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, NoQuery } from '../../schemas/http/parameters.ts'
import { CommitteeDetail, CommitteePage } from '../../schemas/http/people/committee.ts'
import { CommitteeQuery } from '../../schemas/http/people/people-parameters.ts'
import { entityParameter, idParameter, jurisdictionParameter } from '../input/parameters.ts'
import { entityOrders, sendJson, sendPage, startWalk } from '../paging/collection.ts'
import {
  type CommitteeDetailRow,
  listCommittees,
  readCommittee,
} from '../read-model/committees/committees.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

type Membership = { person_ocd_id: string | null }

function committeeDetail(committee: CommitteeDetailRow): object {
  const people = new Map(
    committee.members.map(({ member_ocd_id, ...person }) => [member_ocd_id, person] as const),
  )
  const printed = JSON.parse(committee.memberships ?? '[]') as Membership[]
  return {
    ...JSON.parse(committee.item),
    ...JSON.parse(committee.detail ?? '{}'),
    parent: committee.parent,
    subcommittees: committee.subcommittees,
    memberships: printed.map(({ person_ocd_id, ...membership }) => ({
      ...membership,
      person: people.get(person_ocd_id ?? '') ?? null,
    })),
  }
}

export const committeeRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, limits }) => {
  app.get(
    '/committees',
    {
      schema: {
        operationId: 'listCommittees',
        summary: 'Committees and subcommittees',
        tags: ['Committees'],
        querystring: CommitteeQuery,
        response: answers(CommitteePage),
      },
    },
    async (request, reply) => {
      const { q, jurisdiction, chamber, classification, parent } = request.query
      const filters = {
        q,
        jurisdiction: jurisdictionParameter(jurisdiction),
        chamber,
        classification,
        parent: entityParameter('parent', parent),
      }
      const walk = startWalk(request.query, { path: 'committees', filters, orders: entityOrders, limits })
      const found = await listCommittees(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/committees/:id',
    {
      schema: {
        operationId: 'getCommittee',
        summary: 'One committee with its members',
        tags: ['Committees'],
        params: IdPath,
        querystring: NoQuery,
        response: answers(CommitteeDetail),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readCommittee(model, idParameter(id))
      const committee = foundOwner(found, { kind: 'committee', id, location: pathWithId(request) })
      return sendJson(reply, JSON.stringify(committeeDetail(committee)))
    },
  )
}
