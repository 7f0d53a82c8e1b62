import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  LeadConfirmed,
  LeadCountPage,
  LeadCountQuery,
  LeadItem,
  LeadPage,
  LeadPath,
  LeadQuery,
  MailLinkBody,
  MailsStopped,
} from '../../schemas/http/widgets/lead.ts'
import { dayParameter } from '../input/day-parameter.ts'
import { confirmLead, stopMails } from '../leads/answered-mails.ts'
import { leadsCsv } from '../leads/lead-csv.ts'
import { LEAD, type LeadRow } from '../leads/lead-row.ts'
import { findLead, removeLead } from '../leads/leads.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, rowsOnPage, sayNextPage, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'leads' } as const
const tags = ['Leads']
const one = { params: LeadPath, querystring: NoQuery }

const SOURCE = `SELECT ${LEAD}, 0 AS seq, l.removed_at IS NOT NULL AS deleted, NULL AS item FROM account.lead l`
const COUNTS = `SELECT id, day, widget_id, page, source, district, signed_up, confirmed, updated_at, 0 AS seq,
  false AS deleted, NULL AS item FROM account.lead_count`

type CountRow = PageRow & {
  readonly day: string
  readonly widget_id: number
  readonly page: string | null
  readonly source: string | null
  readonly district: string | null
  readonly signed_up: number
  readonly confirmed: number
}
type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** The lead in an answer. */
function shown(row: LeadRow): LeadRow {
  const { id, widget_id, email, name, consent_text, questions, answers: given, page, source, district } = row
  const { consented_at, confirmed_at, updated_at } = row
  const person = { id, widget_id, email, name, consent_text, questions, answers: given }
  return { ...person, page, source, district, consented_at, confirmed_at, updated_at }
}

/** People who signed up at a widget and confirmed it. Contacts are in no cache. */
export const leadRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    addContacts(scope, context)
    addMailLinks(scope, context)
  })
  addCounts(app, context)
}

function addContacts(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/leads',
    {
      config,
      schema: {
        operationId: 'listLeads',
        summary: 'People who signed up at a widget and confirmed it',
        tags,
        querystring: LeadQuery,
        response: answers(LeadPage, { text_types: ['text/csv'] }),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const filters = { account: account.id, widget_id: query.widget_id, format: query.format }
      const walk = startWalk(query, { path: 'leads', filters, orders: entityOrders, limits })
      const found = await readAccountPage<PageRow & LeadRow>(database, walk.page, (bind) => {
        const ofWidget = query.widget_id === undefined ? '' : `AND l.widget_id = ${bind(query.widget_id)}`
        return `${SOURCE} WHERE l.account_id = ${bind(account.id)} AND l.confirmed_at IS NOT NULL ${ofWidget}`
      })
      if (query.format !== 'csv')
        return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
      sayNextPage(request, reply, walk, found)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="leads.csv"')
        .send(leadsCsv(rowsOnPage(walk, found.rows)))
    },
  )

  app.get(
    '/leads/:id',
    {
      config,
      schema: {
        operationId: 'getLead',
        summary: 'One person who signed up',
        tags,
        ...one,
        response: answers(LeadItem),
      },
    },
    async ({ account, params }) => shown(await findLead(database, account.id, params.id)),
  )

  app.delete(
    '/leads/:id',
    {
      config,
      schema: {
        operationId: 'deleteLead',
        summary: 'Wipe a person at once: contact, consent text and answers',
        tags,
        ...one,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removeLead(database, account.id, params.id)
      return reply.code(204).send()
    },
  )
}

function addMailLinks(app: App, { database, clock, widgets }: RouteContext): void {
  const link = {
    config: { open: true, is_private: true, problems: ['not_found', 'rate_limited', 'overloaded'] },
  } as const

  app.post(
    '/leads/confirm',
    {
      ...link,
      schema: {
        operationId: 'confirmLead',
        summary: 'Confirm a sign-up by the link of its mail',
        tags,
        security: [],
        querystring: NoQuery,
        body: MailLinkBody,
        response: answers(LeadConfirmed),
      },
    },
    async (request, reply) => {
      await widgets.limits.countForm(request, reply)
      await confirmLead(database, request.body.token, clock.now())
      return { confirmed: true }
    },
  )

  app.post(
    '/leads/stop',
    {
      ...link,
      schema: {
        operationId: 'stopMails',
        summary: 'Stop mails like this one to its recipient, and wipe its sign-up',
        tags,
        security: [],
        querystring: NoQuery,
        body: MailLinkBody,
        response: answers(MailsStopped),
      },
    },
    async (request, reply) => {
      await widgets.limits.countForm(request, reply)
      await stopMails(database, request.body.token, clock.now())
      return { stopped: true }
    },
  )
}

/** Counts name nobody, so they need no more than the scope of other analytics. */
function addCounts(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/analytics/leads',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listLeadCounts',
        summary: 'How many signed up and confirmed, by day, page, widget, source and district',
        tags: ['Account'],
        querystring: LeadCountQuery,
        response: answers(LeadCountPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const days = { since: dayParameter('since', query.since), until: dayParameter('until', query.until) }
      const filters = { account: account.id, widget_id: query.widget_id, ...days }
      const walk = startWalk(query, { path: 'analytics/leads', filters, orders: entityOrders, limits })
      const found = await readAccountPage<CountRow>(database, walk.page, (bind) => {
        const conditions = [`account_id = ${bind(account.id)}`]
        if (query.widget_id !== undefined) conditions.push(`widget_id = ${bind(query.widget_id)}`)
        if (days.since !== undefined) conditions.push(`day >= ${bind(days.since)}`)
        if (days.until !== undefined) conditions.push(`day <= ${bind(days.until)}`)
        return `${COUNTS} WHERE ${conditions.join(' AND ')}`
      })
      return sendPage(request, reply, walk, found, (row) => {
        const { id, day, widget_id, page, source, district, signed_up, confirmed, updated_at } = row
        return JSON.stringify({
          id,
          day,
          widget_id,
          page,
          source,
          district,
          signed_up,
          confirmed,
          updated_at,
        })
      })
    },
  )
}
