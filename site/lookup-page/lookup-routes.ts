import { hash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { callApi } from '../fragments/call-api.ts'
import { type Boundary, type District, districtsAmong } from '../fragments/district-map.ts'
import { type LookupAnswer, lookupPage, type Shown } from './page.ts'
import { LOOKUP_STYLE } from './style.ts'

/** The page may use its own style and send its own form, and nothing else from anywhere. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', LOOKUP_STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const MOST_BYTES = 4_096

type Details = LookupAnswer & {
  readonly divisions?: readonly { readonly division_id: string; readonly type: string }[]
}

/**
 * A page to try the lookup with. It calls the public API inside of this process with the token that is typed in, so that
 * it can do what the token may do and no more. The address is sent in a form, so it stands in no URL.
 */
export const lookupPageRoutes: FastifyPluginAsync = async (app) => {
  const headers = {
    'content-security-policy': POLICY,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get('/lookup', { config: { open: true }, schema: { hide: true } }, (_request, reply) =>
    reply.headers(headers).send(lookupPage({ kind: 'form' })),
  )

  app.post('/lookup', { config: { open: true }, schema: { hide: true } }, async (request, reply) => {
    const { address = '', token = '' } = (request.body ?? {}) as { address?: string; token?: string }
    const shown = await lookUp(address, token)
    return reply.headers(headers).send(lookupPage(shown, address))
  })

  async function lookUp(address: string, token: string): Promise<Shown> {
    const answer = await callApi(app, {
      method: 'POST',
      url: '/v1/representatives',
      headers: authorization(token),
      payload: { address, include: ['details'] },
    })
    if (answer.statusCode !== 200) {
      const { detail, title } = answer.json<{ detail?: string; title?: string }>()
      return { kind: 'refused', message: detail ?? title ?? `The API answered ${answer.statusCode}.` }
    }
    const found = answer.json<Details>()
    return { kind: 'answered', answer: found, districts: await districtsOf(found, token) }
  }

  /** Districts whose shapes the token may not read, or that are not loaded, are left out of the picture. */
  const districtsOf = ({ divisions = [] }: Details, token: string): Promise<readonly District[]> =>
    districtsAmong(divisions, async (url) => {
      const answer = await callApi(app, { method: 'GET', url, headers: authorization(token) })
      return answer.statusCode === 200 ? answer.json<Boundary>() : undefined
    })
}

/** Bytes that no header may have are none of a token: the API refuses what is left. */
const authorization = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token.replace(/[^\x21-\x7e]/gu, '').slice(0, 200)}`,
})
