import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, NoQuery, PartQuery } from '../../schemas/http/parameters.ts'
import { JurisdictionItem, JurisdictionPage, SessionPage } from '../../schemas/http/places/jurisdiction.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { type EntityId, idParameter } from '../input/parameters.ts'
import { entityOrders, sendJson, sendPage, startWalk } from '../paging/collection.ts'
import {
  listJurisdictions,
  readJurisdiction,
  readSessions,
} from '../read-model/jurisdictions/jurisdictions.ts'
import { withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

/** A jurisdiction is also found by every name that the `jurisdiction` parameter accepts. */
function jurisdictionId(text: string): EntityId {
  const known = findJurisdiction(text)
  return known === undefined ? idParameter(text) : { ocd_id: known.division_id }
}

type Shown = { readonly item: string; readonly sessions: string; readonly updated_at: string }

/** The row has the time of its newest change, which may be a change of a session. */
function jurisdictionItem({ item, sessions, updated_at }: Shown): string {
  const own = JSON.parse(item) as { updated_at: string; reasons: object }
  const reasons = own.updated_at === updated_at ? own.reasons : { ...own.reasons, details: updated_at }
  return withMembers(JSON.stringify({ ...own, updated_at, reasons }), { sessions })
}

export const jurisdictionRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, limits }) => {
  app.get(
    '/jurisdictions',
    {
      schema: {
        operationId: 'listJurisdictions',
        summary: 'States, districts, territories and Congress, with their sessions',
        tags: ['Jurisdictions'],
        querystring: PartQuery,
        response: answers(JurisdictionPage),
      },
    },
    async (request, reply) => {
      const walk = startWalk(request.query, { path: 'jurisdictions', orders: entityOrders, limits })
      const found = await listJurisdictions(model, walk.page)
      return sendPage(request, reply, walk, found, (row) =>
        jurisdictionItem({ ...row, item: row.item ?? '{}' }),
      )
    },
  )

  app.get(
    '/jurisdictions/:id',
    {
      schema: {
        operationId: 'getJurisdiction',
        summary: 'One jurisdiction with its sessions',
        tags: ['Jurisdictions'],
        params: IdPath,
        querystring: NoQuery,
        response: answers(JurisdictionItem),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readJurisdiction(model, jurisdictionId(id))
      const jurisdiction = foundOwner(found, { kind: 'jurisdiction', id, location: pathWithId(request) })
      return sendJson(reply, jurisdictionItem(jurisdiction))
    },
  )

  app.get(
    '/jurisdictions/:id/sessions',
    {
      schema: {
        operationId: 'listSessions',
        summary: 'Sessions of a jurisdiction',
        tags: ['Jurisdictions'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(SessionPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const path = `jurisdictions/${id}/sessions`
      const walk = startWalk(request.query, { path, orders: entityOrders, limits })
      const found = await readSessions(model, jurisdictionId(id), walk.page)
      foundOwner(found.owner, { kind: 'jurisdiction', id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )
}
