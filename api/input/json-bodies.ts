import type { FastifyInstance } from 'fastify'
import { isDeeperThan, opensMoreThan } from '../../runtime/json/json-depth.ts'
import { invalidBody } from './refused-input.ts'

/** The deepest body of any path has three levels. */
const MAX_DEPTH = 32
/** The longest list of any path has a thousand values. */
const MAX_CONTAINERS = 10_000

/**
 * Many clients send `Content-Type: application/json` with every request, even if it has no body. Such a
 * request counts as one without a body, and a route that needs a body refuses it. Only JSON is accepted, and
 * its depth is checked before it is parsed.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const refused = refusedShape(body as string)
    if (refused !== undefined) done(invalidBody([], refused))
    else if (body === '') done(null, undefined)
    else void parse(request, body as string, done) // calls `done`
  })
}

function refusedShape(text: string): string | undefined {
  if (isDeeperThan(MAX_DEPTH, text)) return `The body is nested deeper than ${MAX_DEPTH} levels.`
  if (opensMoreThan(MAX_CONTAINERS, text))
    return `The body has more than ${MAX_CONTAINERS} lists and objects.`
  return undefined
}
