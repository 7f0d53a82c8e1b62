import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fastifyPlugin } from 'fastify-plugin'

const ACCEPTED = /^[\w-]{8,64}$/

/** The caller's X-Request-Id where it is a plain word, else one of ours. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID()
}

/** X-Request-Id on every answer, errors too; the same id stands in logs and problem bodies. */
export const requestId = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
  },
  { name: 'request-id' },
)
