import type { FastifyInstance } from 'fastify'

/**
 * Many clients say `Content-Type: application/json` with every request, also with one that has no body: that is a request
 * without a body, which a route that needs one refuses. Nothing but JSON is taken.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
