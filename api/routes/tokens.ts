import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { TokenCreated, TokenPage, TokenRequest } from '../../schemas/http/token.ts'
import { ensureAccount, issueToken, listTokens, revokeToken } from '../accounts.ts'
import { decodeCursor, encodeCursor, filterHash } from '../cursor.ts'
import { hasScope } from '../decorators.ts'
import { instantParameter } from '../parameters.ts'
import { problem } from '../problem.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const TokenQuery = Type.Object(
  {
    account: Type.Optional(
      Type.String({ minLength: 1, description: "Another account's: needs the scope admin" }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 2000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

/** Tokens over HTTP: of one's own account with the scope `tokens`, of any with `admin`. */
export const tokenRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  const { database, holders, limits, clock } = context
  const config = { scope: 'tokens' } as const

  app.get(
    '/tokens',
    {
      config,
      schema: {
        operationId: 'listTokens',
        summary: 'Tokens of the account',
        tags: ['Tokens'],
        querystring: TokenQuery,
        response: answers(TokenPage),
      },
    },
    async (request) => {
      const { account = request.account.name, cursor } = request.query
      if (account !== request.account.name) app.requireScope(request, 'admin')
      const limit = Math.min(request.query.limit ?? limits.page_limit_default, limits.page_limit_max)
      const filters = filterHash({ path: 'tokens', account })
      const after_id = cursor === undefined ? 0 : Number(decodeCursor(cursor, filters, ['id']).after[0])
      const rows = await listTokens(database, { account, after_id, limit: limit + 1 })
      const data = rows.slice(0, limit)
      const last = rows.length > limit ? data.at(-1) : undefined
      const watermark = `${clock.now().toISOString().slice(0, 19)}.000000Z`
      const next = last && encodeCursor({ epoch: 0, order: 'id', watermark, after: [last.id] }, filters)
      return { data, next_cursor: next ?? null }
    },
  )

  app.post(
    '/tokens',
    {
      config,
      schema: {
        operationId: 'createToken',
        summary: 'Make a token; it is shown in this answer only',
        tags: ['Tokens'],
        body: TokenRequest,
        querystring: NoQuery,
        response: answers(TokenCreated, { status: 201, description: 'Made' }),
      },
    },
    async (request, reply) => {
      const { account, tier, scopes } = request.body
      const own = account === undefined || account === request.account.name
      if (!own || tier !== undefined) app.requireScope(request, 'admin')
      const beyond = (scopes ?? []).filter((scope) => !hasScope(request.account, scope))
      if (beyond.length > 0) {
        throw problem(403, 'insufficient_scope', `A token without ${beyond.join(', ')} cannot give it.`)
      }
      const expires_at =
        request.body.expires_at === undefined
          ? undefined
          : instantParameter('expires_at', request.body.expires_at)
      const holder =
        own && tier === undefined
          ? request.account
          : await ensureAccount(database, account ?? request.account.name, tier)
      const issued = await issueToken(database, holder, {
        scopes: scopes ?? (own ? request.account.scopes : undefined),
        expires_at,
      })
      return reply.code(201).header('cache-control', 'no-store').send(issued)
    },
  )

  app.delete(
    '/tokens/:id',
    {
      config,
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        tags: ['Tokens'],
        params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
        querystring: NoQuery,
        response: noContent,
      },
    },
    async (request, reply) => {
      const account = hasScope(request.account, 'admin') ? undefined : request.account.name
      const revoked = await revokeToken(database, { id: request.params.id }, account)
      if (revoked === undefined) throw problem(404, 'not_found', `There is no token ${request.params.id}.`)
      holders.forget(revoked.sha256)
      return reply.code(204).send()
    },
  )
}
