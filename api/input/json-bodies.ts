import type { FastifyInstance } from 'fastify'

/**
 * Many clients send `Content-Type: application/json` with every request, even if it has no body. Such a request counts as
 * one without a body, and a route that needs a body refuses it. Only JSON is accepted.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
