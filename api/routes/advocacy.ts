import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AdvocacyOrganizationItem,
  AdvocacyOrganizationPage,
  AdvocacyOrganizationQuery,
  AdvocacyPositionPage,
  LobbyingFilingItem,
  LobbyingFilingPage,
  LobbyingFilingQuery,
} from '../../schemas/http/advocacy/advocacy.ts'
import { IdPath, NoQuery, PartQuery } from '../../schemas/http/parameters.ts'
import { idParameter, jurisdictionParameter } from '../input/parameters.ts'
import { entityOrders, sendJson, sendPage, startWalk } from '../paging/collection.ts'
import {
  listFilings,
  listOrganizations,
  readFilingsOf,
  readOne,
  readPositionsOf,
  readPositionsOnBill,
} from '../read-model/advocacy/advocacy.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const tags = ['Advocacy']
const ORGANIZATION = 'advocacy organization'

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** Organizations that act on bills and rules, with their filings and positions. */
export const advocacyRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addOrganizations(app, context)
  addPartsOfOrganizations(app, context)
  addFilings(app, context)
  addPositionsOnBills(app, context)
}

function addOrganizations(app: App, { model, limits }: RouteContext): void {
  app.get(
    '/advocacy-organizations',
    {
      schema: {
        operationId: 'listAdvocacyOrganizations',
        summary: 'Organizations that act on bills or rules',
        tags,
        querystring: AdvocacyOrganizationQuery,
        response: answers(AdvocacyOrganizationPage),
      },
    },
    async (request, reply) => {
      const { jurisdiction, type, name, identifier } = request.query
      const filters = { jurisdiction: jurisdictionParameter(jurisdiction), type, name, identifier }
      const path = 'advocacy-organizations'
      const walk = startWalk(request.query, { path, filters, orders: entityOrders, limits })
      const found = await listOrganizations(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/advocacy-organizations/:id',
    {
      schema: {
        operationId: 'getAdvocacyOrganization',
        summary: 'One organization',
        tags,
        params: IdPath,
        querystring: NoQuery,
        response: answers(AdvocacyOrganizationItem),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readOne(model, idParameter(id), 'advocacy_organization')
      const { item } = foundOwner(found, { kind: ORGANIZATION, id, location: pathWithId(request) })
      return sendJson(reply, item)
    },
  )
}

function addPartsOfOrganizations(app: App, { model, limits }: RouteContext): void {
  app.get(
    '/advocacy-organizations/:id/lobbying-filings',
    {
      schema: {
        operationId: 'listOrganizationFilings',
        summary: 'Filings of an organization, as registrant or client',
        tags,
        params: IdPath,
        querystring: PartQuery,
        response: answers(LobbyingFilingPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const path = `advocacy-organizations/${id}/lobbying-filings`
      const walk = startWalk(request.query, { path, orders: entityOrders, limits })
      const found = await readFilingsOf(model, idParameter(id), walk.page)
      foundOwner(found.owner, { kind: ORGANIZATION, id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/advocacy-organizations/:id/positions',
    {
      schema: {
        operationId: 'listOrganizationPositions',
        summary: 'Positions of an organization on bills and regulations, as their sources state them',
        tags,
        params: IdPath,
        querystring: PartQuery,
        response: answers(AdvocacyPositionPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const path = `advocacy-organizations/${id}/positions`
      const walk = startWalk(request.query, { path, orders: entityOrders, limits })
      const found = await readPositionsOf(model, idParameter(id), walk.page)
      foundOwner(found.owner, { kind: ORGANIZATION, id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )
}

function addFilings(app: App, { model, limits }: RouteContext): void {
  app.get(
    '/lobbying-filings',
    {
      schema: {
        operationId: 'listLobbyingFilings',
        summary: 'Lobbying filings, as they were filed',
        tags,
        querystring: LobbyingFilingQuery,
        response: answers(LobbyingFilingPage),
      },
    },
    async (request, reply) => {
      const { year, kind, issue_code } = request.query
      const filters = { year, kind, issue_code }
      const walk = startWalk(request.query, {
        path: 'lobbying-filings',
        filters,
        orders: entityOrders,
        limits,
      })
      const found = await listFilings(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/lobbying-filings/:id',
    {
      schema: {
        operationId: 'getLobbyingFiling',
        summary: 'One lobbying filing',
        tags,
        params: IdPath,
        querystring: NoQuery,
        response: answers(LobbyingFilingItem),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readOne(model, idParameter(id), 'lobbying_filing')
      const { item } = foundOwner(found, { kind: 'lobbying filing', id, location: pathWithId(request) })
      return sendJson(reply, item)
    },
  )
}

function addPositionsOnBills(app: App, { model, limits }: RouteContext): void {
  app.get(
    '/bills/:id/positions',
    {
      schema: {
        operationId: 'listBillPositions',
        summary: 'Positions on a bill, as their sources state them',
        description:
          'A bill on which no source states a position has an empty list. No position is inferred.',
        tags: ['Bills', ...tags],
        params: IdPath,
        querystring: PartQuery,
        response: answers(AdvocacyPositionPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/positions`, orders: entityOrders, limits })
      const found = await readPositionsOnBill(model, idParameter(id), walk.page)
      foundOwner(found.owner, { kind: 'bill', id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )
}
