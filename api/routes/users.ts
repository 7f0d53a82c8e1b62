import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { UserChange, UserItem, UserPage, UserPath, UserQuery } from '../../schemas/http/service/user.ts'
import { hasScope } from '../access/decorators.ts'
import { noteOf } from '../audit/audit-changes.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { UserRow } from '../users/user-row.ts'
import { changeRole, findUser, removeUser, usersSource } from '../users/users.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'account' } as const
const tags = ['Account']
const one = { params: UserPath, querystring: NoQuery }

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** The user in an answer. */
function shown({ id, email, role, created_at, signed_in_at, updated_at }: UserRow): UserRow {
  return { id, email, role, created_at, signed_in_at, updated_at }
}

const targetOf = ({ account }: FastifyRequest, id: number) => ({
  account_id: account.id,
  id,
  is_operator: hasScope(account, 'admin'),
})

/** The people of the account. They come by an invitation. */
export const userRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addChanges(app, context)
}

function addReads(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/users',
    {
      config,
      schema: {
        operationId: 'listUsers',
        summary: 'People who use the account, with their roles',
        tags,
        querystring: UserQuery,
        response: answers(UserPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const walk = startWalk(query, {
        path: 'users',
        filters: { account: account.id },
        orders: entityOrders,
        limits,
      })
      const source = usersSource(account.id)
      const found = await readAccountPage<PageRow & UserRow>(database, walk.page, source)
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
    },
  )

  app.get(
    '/users/:id',
    {
      config,
      schema: { operationId: 'getUser', summary: 'One user', tags, ...one, response: answers(UserItem) },
    },
    async ({ account, params }) => shown(await findUser(database, account.id, params.id)),
  )
}

function addChanges(app: App, { database }: RouteContext): void {
  app.patch(
    '/users/:id',
    {
      config: { ...config, problems: ['conflict'] },
      schema: {
        operationId: 'changeUser',
        summary: 'Give a user another role',
        description:
          'Sessions of the user end at once, and so do its open invitations. The last owner stays owner (409). Only an operator (scope `admin`) gives or takes the role `operator`.',
        tags,
        ...one,
        body: UserChange,
        response: answers(UserItem, { description: 'Changed' }),
      },
    },
    async (request) => {
      const { params, body } = request
      return shown(await changeRole(database, targetOf(request, params.id), body.role, noteOf(request)))
    },
  )

  app.delete(
    '/users/:id',
    {
      config: { ...config, problems: ['conflict'] },
      schema: {
        operationId: 'removeUser',
        summary: 'Take a user out of the account',
        description:
          'Sessions of the user end at once, and so do its open invitations. Tokens belong to the account and stay: revoke those that the person knows. The last owner stays (409).',
        tags,
        ...one,
        response: noContent,
      },
    },
    async (request, reply) => {
      await removeUser(database, targetOf(request, request.params.id), noteOf(request))
      return reply.code(204).send()
    },
  )
}
