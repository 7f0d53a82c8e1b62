import { createHmac, hash } from 'node:crypto'
import type {
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Clock } from '../../runtime/clock.ts'
import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { type Answer, createIdempotencyStore, type IdempotentRequest } from '../accounts/idempotency-store.ts'
import { openAnswer, sealAnswer } from '../accounts/sealed-answer.ts'
import { problem } from '../http/problem.ts'
import { presentedToken } from './authentication.ts'

const PRINTABLE = /^[\x21-\x7e]{1,255}$/
/** Headers of an answer that its repeats have too. */
const REPEATED = ['content-type', 'location', 'cache-control'] as const
const CLEAN_MS = HOUR_MS
/** `client_gone` */
const GONE = 499
/** `monthly_lookup_cap`: bought lookups end it. */
const USED_UP = 429

type Claimed = { readonly idempotentRequest: IdempotentRequest; readonly claim: string }

/**
 * A POST with an Idempotency-Key is done once. A repeat within a day gets the first answer. Our own failures,
 * and requests whose caller disconnected, are not stored, so that a repeat tries again. An answer that must not be
 * stored (`no-store`), because it has a secret or a looked-up address, is encrypted with the caller's token. A private
 * one is kept for an hour only.
 */
export const idempotency = fastifyPlugin<{ database: Database; clock: Clock }>(
  async (app, { database, clock }) => {
    const store = createIdempotencyStore(database)
    const claims = new WeakMap<FastifyRequest, Claimed>()
    const timer = setInterval(() => {
      store
        .removeOld(clock.now())
        .catch((error: unknown) => app.log.warn({ err: error }, 'old answers were not removed'))
    }, CLEAN_MS)
    timer.unref()
    app.addHook('onClose', async () => clearInterval(timer))

    const claim: preHandlerAsyncHookHandler = async (request, reply) => {
      // A key belongs to an account, and an open route has none.
      if (request.routeOptions.config.open === true) return
      const key = keyOf(request)
      if (key === undefined) return
      const asked = {
        account_id: request.account.id,
        route: routeOf(request),
        key,
        fingerprint: fingerprintOf(request),
      }
      const keep_ms = isPrivate(request) ? HOUR_MS : DAY_MS
      const found = await store.claim(asked, { now: clock.now(), keep_ms })
      if (found.state === 'claimed') {
        claims.set(request, { idempotentRequest: asked, claim: found.claim })
        return
      }
      if (found.state === 'under_way') {
        throw problem(409, 'idempotency_in_flight', 'A request with this Idempotency-Key is under way.', {
          headers: { 'retry-after': '1' },
        })
      }
      if (found.state === 'other_request') {
        throw problem(
          422,
          'idempotency_mismatch',
          'This Idempotency-Key was used with another path or body: choose a new key.',
        )
      }
      return repeat(reply, found.answer, presentedToken(request) ?? '', key)
    }

    const keep: onSendAsyncHookHandler = async (request, reply, payload) => {
      const claimed = claims.get(request)
      if (claimed === undefined) return payload
      claims.delete(request)
      const { idempotentRequest: asked, claim } = claimed
      const isText = typeof payload === 'string' || payload === null || payload === undefined
      const { statusCode } = reply
      const isDone = statusCode < 500 && statusCode !== GONE && statusCode !== USED_UP
      if (!isDone || !isText) await store.giveUp(asked, claim)
      else await store.keep(asked, claim, answerOf(request, reply, payload ?? '', asked.key))
      return payload
    }

    app.addHook('onRoute', (route) => {
      if (![route.method].flat().includes('POST')) return
      route.preHandler = [claim, ...[route.preHandler ?? []].flat()]
      route.onSend = [keep, ...[route.onSend ?? []].flat()]
    })
  },
  { name: 'idempotency', dependencies: ['authentication'] },
)

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && PRINTABLE.test(key)) return key
  const detail = 'Idempotency-Key must be 1 to 255 printable characters without spaces.'
  throw problem(400, 'invalid_parameter', detail, { errors: [{ parameter: 'Idempotency-Key', detail }] })
}

const withoutApi = (path: string): string => path.replace(/^\/api/, '')

const routeOf = (request: FastifyRequest): string => `POST ${withoutApi(request.routeOptions.url ?? '')}`

const isPrivate = (request: FastifyRequest): boolean => request.routeOptions.config.is_private === true

/** The fingerprint of a private request is keyed with the caller's token, so nobody else can guess the request from it. */
function fingerprintOf(request: FastifyRequest): string {
  const content = `${withoutApi(request.url)}\n${canonicalJson(request.body ?? null)}`
  return isPrivate(request)
    ? createHmac('sha256', presentedToken(request) ?? '')
        .update(content)
        .digest('hex')
    : hash('sha256', content, 'hex')
}

function answerOf(request: FastifyRequest, reply: FastifyReply, body: string, key: string): Answer {
  const headers: Record<string, string> = {}
  for (const name of REPEATED) {
    const value = reply.getHeader(name)
    if (value !== undefined) headers[name] = String(value)
  }
  const isSealed = reply.statusCode < 300 && (headers['cache-control'] ?? '').includes('no-store')
  return {
    status: reply.statusCode,
    headers,
    body: isSealed ? sealAnswer(body, presentedToken(request) ?? '', key) : body,
    is_sealed: isSealed,
  }
}

function repeat(reply: FastifyReply, answer: Answer, token: string, key: string): FastifyReply {
  const body = answer.is_sealed ? openAnswer(answer.body, token, key) : answer.body
  if (body === undefined) {
    throw problem(
      422,
      'idempotency_mismatch',
      'The answer contains a secret: it is repeated only for the token of the first request.',
    )
  }
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'idempotency-replayed': 'true' })
    .send(body === '' ? null : body)
}
