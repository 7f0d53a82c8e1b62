import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  InvitationItem,
  InvitationPage,
  InvitationPath,
  InvitationQuery,
  InvitationRequest,
} from '../../schemas/http/service/user.ts'
import { hasScope } from '../access/decorators.ts'
import { noteOf } from '../audit/audit-changes.ts'
import { mailboxOf } from '../mail/recipient.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import { findInvitation, invitationsSource, invite, withdrawInvitation } from '../users/invitations.ts'
import type { InvitationRow } from '../users/user-row.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'account' } as const
const tags = ['Account']
const one = { params: InvitationPath, querystring: NoQuery }

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** The invitation in an answer. Its link is only in the mail. */
function shown(row: InvitationRow): InvitationRow {
  const { id, email, role, invited_by, created_at, expires_at, accepted_at, updated_at } = row
  return { id, email, role, invited_by, created_at, expires_at, accepted_at, updated_at }
}

/** Invitations of people into the account, by mail. */
export const invitationRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addChanges(app, context)
}

function addReads(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/invitations',
    {
      config,
      schema: {
        operationId: 'listInvitations',
        summary: 'Invitations, with who sent them and until when they can be accepted',
        tags,
        querystring: InvitationQuery,
        response: answers(InvitationPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const filters = { account: account.id }
      const walk = startWalk(query, { path: 'invitations', filters, orders: entityOrders, limits })
      const source = invitationsSource(account.id)
      const found = await readAccountPage<PageRow & InvitationRow>(database, walk.page, source)
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
    },
  )

  app.get(
    '/invitations/:id',
    {
      config,
      schema: {
        operationId: 'getInvitation',
        summary: 'One invitation',
        tags,
        ...one,
        response: answers(InvitationItem),
      },
    },
    async ({ account, params }) => shown(await findInvitation(database, account.id, params.id)),
  )
}

function addChanges(app: App, { database, clock, origins }: RouteContext): void {
  app.post(
    '/invitations',
    {
      config: { ...config, problems: ['conflict', 'limit_reached'] },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite somebody by mail, or send a new link',
        description:
          'The link of the mail works once, for seven days. Another invitation of the same address ends the link before. One address gets at most three such mails a day, over all accounts, and none after an opt-out; the answer is the same. Only an operator (scope `admin`) invites with the role `operator`.',
        tags,
        querystring: NoQuery,
        body: InvitationRequest,
        response: answers(InvitationItem, { status: 201, description: 'Invited' }),
      },
    },
    async (request, reply) => {
      const { account, body, routeOptions } = request
      const { caller } = account
      const invited = {
        account,
        email: mailboxOf(body.email),
        role: body.role,
        invited_by: caller.shown,
        by_user: caller.kind === 'user' ? caller.id : undefined,
        is_operator: hasScope(account, 'admin'),
      }
      const note = noteOf(request)
      const { id } = await invite(database, invited, { ...origins, now: clock.now(), note })
      return reply
        .code(201)
        .header('location', `${routeOptions.url}/${id}`)
        .send(shown(await findInvitation(database, account.id, id)))
    },
  )

  app.delete(
    '/invitations/:id',
    {
      config,
      schema: {
        operationId: 'withdrawInvitation',
        summary: 'End an invitation; its link stops working at once',
        tags,
        ...one,
        response: noContent,
      },
    },
    async (request, reply) => {
      const { account, params } = request
      const target = { account_id: account.id, id: params.id, is_operator: hasScope(account, 'admin') }
      await withdrawInvitation(database, target, noteOf(request))
      return reply.code(204).send()
    },
  )
}
