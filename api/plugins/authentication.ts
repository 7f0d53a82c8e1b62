import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Scope } from '../../schemas/http/token.ts'
import { hasScope } from '../decorators.ts'
import { type ProblemError, problem } from '../problem.ts'
import type { Account, TokenHolders } from '../token-holders.ts'

const HEADER = /^(?:bearer|apikey) +(\S+) *$/i

function refuse(code: 'token_missing' | 'token_invalid'): ProblemError {
  return code === 'token_missing'
    ? problem(401, code, 'Send a token: Authorization: Bearer <token>.', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    : problem(401, code, 'The token is unknown, expired or revoked.', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
}

function requireScope(request: FastifyRequest, scope: Scope): void {
  if (hasScope(request.account, scope)) return
  throw problem(403, 'insufficient_scope', `The token lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

/**
 * Every route of the scope that it is registered in needs a token, unless its config says `open`. `Bearer` and
 * `apikey` are equal; a token in the query string is never looked at.
 */
export const authentication = fastifyPlugin<{ holders: TokenHolders }>(
  async (app, { holders }) => {
    app.decorateRequest('account', null as unknown as Account)
    app.decorate('requireScope', requireScope)
    app.addHook('onRequest', async (request) => {
      const config = request.routeOptions.config
      if (config.open === true) return
      const header = request.headers.authorization
      if (header === undefined) throw refuse('token_missing')
      const token = HEADER.exec(header)?.[1]
      if (token === undefined) throw refuse('token_invalid')
      const account = await holders.find(token)
      if (account === undefined) throw refuse('token_invalid')
      request.account = account
      requireScope(request, config.scope ?? 'read')
    })
  },
  { name: 'authentication' },
)
