import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Account } from '../accounts/tokens/caller.ts'
import type { TokenCache } from '../accounts/tokens/token-cache.ts'
import { type ProblemError, problem } from '../http/problem.ts'
import { callerInside } from './inside-caller.ts'

const HEADER = /^(?:bearer|apikey) +(\S+) *$/i

/** Gives the token that a caller presents, valid or not. */
export const presentedToken = (request: FastifyRequest): string | undefined =>
  HEADER.exec(request.headers.authorization ?? '')?.[1]

function refuse(code: 'token_missing' | 'token_invalid'): ProblemError {
  return code === 'token_missing'
    ? problem(401, code, 'Send a token: Authorization: Bearer <token>.', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    : problem(401, code, 'The token is unknown, expired or revoked.', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
}

/**
 * Every route registered below it needs a token, unless its config says `open`. `Bearer` and `apikey` are
 * equal; a token in the query string is ignored.
 */
export const authentication = fastifyPlugin<{ tokenCache: TokenCache }>(
  async (app, { tokenCache: holders }) => {
    async function holderOf(request: FastifyRequest): Promise<Account | undefined> {
      const inside = callerInside()
      if (inside !== undefined) return inside
      if (request.headers.authorization === undefined) throw refuse('token_missing')
      const token = presentedToken(request)
      return token === undefined ? undefined : holders.find(token)
    }

    app.decorateRequest('account', null as unknown as Account)
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.open === true) return
      const account = await holderOf(request)
      if (account === undefined) throw refuse('token_invalid')
      request.account = account
    })
  },
  { name: 'authentication' },
)
