import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fastifyPlugin } from 'fastify-plugin'

const ACCEPTED = /^[\w-]{8,64}$/

/** The X-Request-Id of the caller if it is a plain word, otherwise a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID()
}

/** X-Request-Id on every answer, errors too; the same id is in logs and problem bodies. */
export const requestId = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
  },
  { name: 'request-id' },
)
