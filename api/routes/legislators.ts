import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, NoQuery } from '../../schemas/http/parameters.ts'
import { LegislatorQuery } from '../../schemas/http/people/people-parameters.ts'
import { LegislatorDetail, LegislatorPage } from '../../schemas/http/people/person.ts'
import { entityParameter, idParameter, jurisdictionParameter } from '../input/parameters.ts'
import { entityOrders, includedBy, rowsOnPage, sendJson, sendPage, startWalk } from '../paging/collection.ts'
import { listPeople, readCommittees, readPerson } from '../read-model/people/people.ts'
import { joined, withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

type PersonShown = { readonly item: string | null; readonly in_office: boolean }

/** A role that has ended is no longer current, but stays in `roles`. */
function personItem({ item, in_office }: PersonShown): string {
  if (item === null || in_office) return item ?? '{}'
  return JSON.stringify({ ...JSON.parse(item), chamber: null, district: null, current_role: null })
}

function personDetail(row: PersonShown & { detail?: string | null }, committees: string | null): string {
  return joined(withMembers(personItem(row), { committees: committees ?? '[]' }), row.detail ?? null)
}

export const legislatorRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/legislators',
    {
      schema: {
        operationId: 'listLegislators',
        summary: 'Legislators and other officials; chamber and district filter by the current role',
        tags: ['Legislators'],
        querystring: LegislatorQuery,
        response: answers(LegislatorPage),
      },
    },
    async (request, reply) => {
      const { q, name, jurisdiction, chamber, district, party, current, committee } = request.query
      const filters = {
        q,
        name,
        jurisdiction: jurisdictionParameter(jurisdiction),
        chamber,
        district,
        party,
        current,
        committee: entityParameter('committee', committee),
      }
      const walk = startWalk(request.query, { path: 'legislators', filters, orders: entityOrders, limits })
      const withDetails = includedBy(request.query.include).includes('details')
      const found = await listPeople(model, walk.page, filters, {
        today: federalToday(clock),
        with_details: withDetails,
      })
      const shown = withDetails ? rowsOnPage(walk, found.rows) : []
      const committees = await readCommittees(
        model,
        shown.map(({ id }) => Number(id)),
      )
      return sendPage(request, reply, walk, found, (row) =>
        withDetails ? personDetail(row, committees.get(Number(row.id)) ?? null) : personItem(row),
      )
    },
  )

  app.get(
    '/legislators/:id',
    {
      schema: {
        operationId: 'getLegislator',
        summary: 'One legislator: roles, committees, offices',
        tags: ['Legislators'],
        params: IdPath,
        querystring: NoQuery,
        response: answers(LegislatorDetail),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readPerson(model, idParameter(id), federalToday(clock))
      const person = foundOwner(found, { kind: 'legislator', id, location: pathWithId(request) })
      return sendJson(reply, personDetail(person, person.committees))
    },
  )
}
