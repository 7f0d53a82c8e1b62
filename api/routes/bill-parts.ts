import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ActionPage, SponsorPage } from '../../schemas/http/bills/bill.ts'
import { VersionPage } from '../../schemas/http/bills/version.ts'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { readActions, readSponsors, readVersions } from '../read-model/bill/bill-parts.ts'
import { readTextVersions } from '../read-model/bill/text-versions.ts'
import { listedDiffs } from '../read-model/bill/version-diffs.ts'
import { readPersonLookup } from '../read-model/people/printed-names.ts'
import { withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const history: Orders = { plain: ['history'], changes: 'part_changes' }
const listed: Orders = { plain: ['position'], changes: 'part_changes' }
const common = { tags: ['Bills'], params: IdPath, querystring: PartQuery }

/** The parts of one bill, each with its own collection. */
export const billPartRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, deriver, limits },
) => {
  app.get(
    '/bills/:id/actions',
    {
      schema: {
        operationId: 'listBillActions',
        summary: 'History of a bill, oldest first',
        ...common,
        response: answers(ActionPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/actions`, orders: history, limits })
      const found = await readActions(model, idParameter(id), walk.page)
      foundOwner(found.owner, { kind: 'bill', id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) =>
        withMembers(row.item ?? '{}', { order: String(row.place) }),
      )
    },
  )

  app.get(
    '/bills/:id/sponsors',
    {
      schema: {
        operationId: 'listBillSponsors',
        summary: 'Sponsors of a bill, as the source lists them',
        ...common,
        response: answers(SponsorPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/sponsors`, orders: listed, limits })
      const found = await readSponsors(model, idParameter(id), walk.page)
      const bill = foundOwner(found.owner, { kind: 'bill', id, location: pathWithId(request) })
      const personOf = await readPersonLookup(
        model,
        bill,
        found.rows.map((row) => row.name),
      )
      return sendPage(request, reply, walk, found, (row) => {
        const person = personOf(row.name, row.part_chamber ?? bill.chamber)
        return withMembers(row.item ?? '{}', { person: JSON.stringify(person ?? null) })
      })
    },
  )

  app.get(
    '/bills/:id/versions',
    {
      schema: {
        operationId: 'listBillVersions',
        summary: 'Versions of the text, then documents about the bill',
        ...common,
        response: answers(VersionPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/versions`, orders: listed, limits })
      const found = await readVersions(model, idParameter(id), walk.page)
      const bill = foundOwner(found.owner, { kind: 'bill', id, location: pathWithId(request) })
      const prefix = (request.routeOptions.url ?? '').split('/bills/', 1)[0]!
      const { versions } = await readTextVersions(model, { id: bill.id })
      const ids = found.rows.map((row) => String(row.id))
      const diffs = await listedDiffs(deriver, { versions, ids, path: `${prefix}/bills/${bill.id}/versions` })
      return sendPage(request, reply, walk, found, (row) =>
        withMembers(row.item ?? '{}', { diff: JSON.stringify(diffs.get(String(row.id)) ?? null) }),
      )
    },
  )
}
