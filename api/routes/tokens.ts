import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { LegislogError } from '../../schemas/errors.ts'
import { parseInstant } from '../../schemas/http/instant.ts'
import { NoQuery } from '../../schemas/http/parameters.ts'
import type { Scope } from '../../schemas/http/service/scopes.ts'
import {
  RotationRequest,
  TokenCreated,
  TokenItem,
  TokenPage,
  TokenQuery,
  TokenRequest,
} from '../../schemas/http/service/token.ts'
import { hasScope } from '../access/decorators.ts'
import { issueToken, MAX_TOKENS, revokeToken, TOKEN, type TokenRow } from '../accounts/accounts.ts'
import { findToken, MAX_WITH_ROTATED, rotateToken } from '../accounts/token-rotation.ts'
import { OPERATOR } from '../audit/audit-entry.ts'
import { provideAccount } from '../audit/operator-changes.ts'
import { noteByCaller } from '../audit/token-changes.ts'
import { problem } from '../http/problem.ts'
import { shownValue } from '../input/accepted-values.ts'
import { invalidBody } from '../input/refused-input.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const IdParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const DAY_S = 86_400

const SOURCE = `SELECT ${TOKEN}, 0 AS seq, false AS deleted, NULL AS item
  FROM account.token t JOIN account.account a ON a.id = t.account_id`

/** The token in an answer. */
function shown(row: TokenRow): TokenRow {
  const { id, account, scopes, created_at, expires_at, revoked_at, replaced_by, last_used_at, updated_at } =
    row
  const times = { created_at, expires_at, revoked_at, replaced_by, last_used_at, updated_at }
  return { id, account, shown: row.shown, scopes, ...times }
}

const unknown = (id: number) => problem(404, 'not_found', `There is no token ${id}.`)

/** A token cannot grant scopes that it does not have. */
function requireScopes(request: FastifyRequest, scopes: readonly Scope[]): void {
  const beyond = scopes.filter((scope) => !hasScope(request.account, scope))
  if (beyond.length > 0) {
    throw problem(403, 'insufficient_scope', `A token without ${beyond.join(', ')} cannot grant it.`)
  }
}

function endOf(text: string, now: Date): string {
  const end = parseInstant(text)
  if (end !== undefined && Date.parse(end) > now.getTime()) return end
  const wanted = 'a time to come, such as 2027-01-31T08:00:00Z, or a date such as 2027-01-31'
  throw invalidBody(['expires_at'], `expires_at is ${shownValue(text)}; it must be ${wanted}.`)
}

const orProblem =
  (most: number) =>
  (error: unknown): never => {
    if (!(error instanceof LegislogError) || error.code !== 'token_limit') throw error
    throw problem(409, 'limit_reached', `The account has ${most} live tokens: revoke one first.`)
  }

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

const config = { scope: 'tokens' } as const
const tags = ['Tokens']

/** Routes for tokens: of the caller's own account with the scope `tokens`, of any account with `admin`. */
export const tokenRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addChanges(app, context)
}

/** The account whose tokens a caller may manage; undefined (all accounts) with the scope admin. */
const reach = (request: FastifyRequest) =>
  hasScope(request.account, 'admin') ? undefined : request.account.id

function addReads(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/tokens',
    {
      config,
      schema: {
        operationId: 'listTokens',
        summary: 'Tokens of the account',
        tags,
        querystring: TokenQuery,
        response: answers(TokenPage),
      },
    },
    async (request, reply) => {
      const { account = request.account.name } = request.query
      if (account !== request.account.name) app.requireScope(request, 'admin')
      const walk = startWalk(request.query, {
        path: 'tokens',
        filters: { account },
        orders: entityOrders,
        limits,
      })
      const found = await readAccountPage<PageRow & TokenRow>(database, walk.page, (bind) =>
        account === request.account.name
          ? `${SOURCE} WHERE t.account_id = ${bind(request.account.id)}`
          : `${SOURCE} WHERE t.account_id = (SELECT id FROM account.account WHERE name = ${bind(account)})`,
      )
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
    },
  )

  app.get(
    '/tokens/:id',
    {
      config,
      schema: {
        operationId: 'getToken',
        summary: 'One token, without its secret',
        tags,
        params: IdParams,
        querystring: NoQuery,
        response: answers(TokenItem),
      },
    },
    async (request) => {
      const { id } = request.params
      const token = await findToken(database, id, reach(request))
      if (token === undefined) throw unknown(id)
      return shown(token)
    },
  )
}

function addChanges(app: App, { database, tokenCache, clock }: RouteContext): void {
  app.post(
    '/tokens',
    {
      config: { ...config, problems: ['limit_reached'] },
      schema: {
        operationId: 'createToken',
        summary: 'Create a token; only this answer shows it',
        tags,
        body: TokenRequest,
        querystring: NoQuery,
        response: answers(TokenCreated, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      const { account, tier, scopes } = request.body
      const own = account === undefined || account === request.account.name
      if (!own || tier !== undefined) app.requireScope(request, 'admin')
      requireScopes(request, scopes ?? [])
      const expiresAt =
        request.body.expires_at === undefined ? undefined : endOf(request.body.expires_at, clock.now())
      const tokenOwner =
        own && tier === undefined
          ? request.account
          : await provideAccount(
              database,
              account ?? request.account.name,
              tier,
              own ? request.account.caller : OPERATOR,
            )
      const issued = await issueToken(database, tokenOwner, {
        scopes: scopes ?? (own ? request.account.scopes : undefined),
        expires_at: expiresAt,
        most: MAX_TOKENS,
        on_token: noteByCaller(request, 'createToken'),
      }).catch(orProblem(MAX_TOKENS))
      return reply
        .code(201)
        .header('location', `${request.routeOptions.url}/${issued.id}`)
        .header('cache-control', 'no-store')
        .send(issued)
    },
  )

  app.delete(
    '/tokens/:id',
    {
      config,
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        tags,
        params: IdParams,
        querystring: NoQuery,
        response: noContent,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const on_token = noteByCaller(request, 'revokeToken')
      const revoked = await revokeToken(database, { id }, { account_id: reach(request), on_token })
      if (revoked === undefined) throw unknown(id)
      tokenCache.forget(revoked.sha256)
      return reply.code(204).send()
    },
  )

  app.post(
    '/tokens/:id/rotate',
    {
      config: { ...config, problems: ['conflict', 'limit_reached'] },
      schema: {
        operationId: 'rotateToken',
        summary: 'Replace a token with a new one; both work for a limited time',
        tags,
        params: IdParams,
        querystring: NoQuery,
        body: RotationRequest,
        response: answers(TokenCreated, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const former = await findToken(database, id, reach(request))
      if (former === undefined) throw unknown(id)
      requireScopes(request, former.scopes)
      const { overlap_seconds = DAY_S } = request.body
      const onToken = noteByCaller(request, 'rotateToken')
      const rotated = await rotateToken(database, former, overlap_seconds, onToken).catch(
        orProblem(MAX_WITH_ROTATED),
      )
      if (rotated === undefined) {
        throw problem(409, 'conflict', 'The token is revoked, expired, or was rotated before.')
      }
      const { former_sha256, ...issued } = rotated
      tokenCache.forget(former_sha256)
      return reply
        .code(201)
        .header('location', (request.routeOptions.url ?? '').replace(':id/rotate', String(issued.id)))
        .header('cache-control', 'no-store')
        .send(issued)
    },
  )
}
