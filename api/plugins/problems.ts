import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type ProblemCode, problemCodes } from '../../schemas/http/problem.ts'
import { derivationProblem } from '../http/derivation-problem.ts'
import { createKnownPaths } from '../http/known-paths.ts'
import { ProblemError, problem } from '../http/problem.ts'
import { withoutTexts } from '../http/without-texts.ts'
import { refusedInput } from '../input/refused-input.ts'

const MEDIA_TYPE = 'application/problem+json; charset=utf-8'

/** Errors of Fastify before a handler runs. */
const refusals: Readonly<Record<string, readonly [number, ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_body', 'The body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_body', 'Content-Length is not the length of the body.'],
  FST_ERR_BAD_URL: [400, 'invalid_parameter', 'The address is not percent-encoded as it should be.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'route_not_found', 'No such path.'],
}

/** Any error as an answer. Internal errors are logged, never shown to callers. */
export function problemOf(error: unknown, options?: { readonly is_private: boolean }): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof LegislogError && error.code === 'blocked_address') {
    return problem(422, 'blocked_address', error.message, { cause: error })
  }
  const underivable = derivationProblem(error)
  if (underivable !== undefined) return underivable
  const { code, validation, validationContext } = error as Partial<FastifyError>
  if (validation !== undefined) return refusedInput(validation, validationContext, options)
  const refusal = refusals[code ?? '']
  if (refusal !== undefined) return problem(...refusal)
  if (code === '57014') {
    return problem(503, 'timeout', 'The request took too long.', {
      headers: { 'retry-after': '5' },
      cause: error,
    })
  }
  if (code === '22021')
    return problem(400, 'invalid_parameter', 'A parameter contains a character that is not allowed in text.')
  const isStoreAway = error instanceof LegislogError && error.code === 'object_store_failed'
  if (isStoreAway || isTransient(error)) {
    return problem(503, 'not_ready', 'A store does not answer. Try again later.', {
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
  return problem(500, 'internal', 'The service failed. Report the request id to the operator.', {
    cause: error,
  })
}

export function problemBody(error: ProblemError, request: { id: string; url: string }): string {
  return JSON.stringify({
    type: error.extras.type ?? 'about:blank',
    title: problemCodes[error.code],
    status: error.status,
    detail: error.message,
    instance: request.url.split('?', 1)[0],
    code: error.code,
    request_id: request.id,
    ...(error.extras.errors === undefined ? {} : { errors: error.extras.errors }),
    ...error.extras.members,
  })
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerTo(error, request)
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.extras.headers })
    .type(MEDIA_TYPE)
    .send(problemBody(answer, { id: request.id, url: request.originalUrl }))
}

/** An error as the answer to a request. A failure of the service is logged. */
function answerTo(error: unknown, request: FastifyRequest): ProblemError {
  const answer = isCutOff(error, request)
    ? problem(499, 'client_gone', 'The caller closed the connection before the end of the body.')
    : problemOf(error, { is_private: isPrivate(request) })
  if (answer.status >= 500) logFailure(request, answer.cause ?? answer)
  return answer
}

/** An error for a page that people read. */
export function refusalOf(error: unknown, request: FastifyRequest) {
  const { status, code, message, extras } = answerTo(error, request)
  return { status, title: problemCodes[code], detail: message, headers: extras.headers ?? {} }
}

/** A path that does not exist has no options. */
const isPrivate = (request: FastifyRequest): boolean => request.routeOptions?.config?.is_private === true

/** Messages of Postgres may repeat a value of the statement. */
export function logFailure(request: FastifyRequest, cause: unknown): void {
  request.log.error({ err: isPrivate(request) ? withoutTexts(cause) : cause }, 'a request failed')
}

/** True if the caller closed the connection before the end of the body; that is not a fault of the service. */
const isCutOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  !raw.complete && raw.destroyed && (error as Partial<FastifyError>).code === 'ECONNRESET'

/** A whole HTTP/1.1 answer for bytes that are not an HTTP request, because Fastify cannot answer them. */
export function rawProblem(status: 400 | 431): string {
  const id = randomUUID()
  const body = problemBody(problem(status, 'invalid_parameter', STATUS_CODES[status]!), { id, url: '' })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${id}`,
    `content-type: ${MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

/**
 * Handles all errors. Answers 404 for unknown paths and 405 with Allow for methods that a path does not
 * accept. OPTIONS that is not a browser's preflight gets the accepted methods.
 */
export const problems = fastifyPlugin(
  async (app) => {
    const paths = createKnownPaths()
    app.decorate('problem', problem)
    app.addHook('onRoute', ({ url, method }) => paths.add(url, [method].flat()))
    app.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] !== undefined)
        return done()
      const allow = paths.allowAt(pathOf(request))
      if (allow === undefined) throw routeNotFound(request)
      reply.code(204).header('allow', allow).send()
    })
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    app.setNotFoundHandler((request, reply) => {
      const path = pathOf(request)
      const allow = paths.allowAt(path)
      const answer =
        allow === undefined
          ? routeNotFound(request)
          : problem(405, 'method_not_allowed', `${path} takes ${allow}.`, { headers: { allow } })
      return sendProblem(answer, request, reply)
    })
  },
  { name: 'problems' },
)

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!

const routeNotFound = (request: FastifyRequest): ProblemError =>
  problem(404, 'route_not_found', `There is nothing at ${request.originalUrl.split('?', 1)[0]}.`)
