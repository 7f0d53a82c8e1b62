import { fastifyPlugin } from 'fastify-plugin'
import { watchCaller } from '../caller-presence.ts'

/** What is asked of the database for a request ends with the connection that it came by. */
export const presence = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', (_request, reply, done) => watchCaller(reply.raw, done))
  },
  { name: 'presence' },
)
