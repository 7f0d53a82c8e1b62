import { fastifyPlugin } from 'fastify-plugin'
import type { CallCounter } from '../accounts/call-counter.ts'

/** Counts the calls of an account by route, never by address, whatever the answer. */
export const countCalls = fastifyPlugin<{ calls: CallCounter }>(
  async (app, { calls }) => {
    app.addHook('onResponse', (request, reply, done) => {
      if (request.account !== null) {
        const { method, routeOptions, account } = request
        calls.count(account.id, method, routeOptions.url ?? '', reply.statusCode, reply.elapsedTime)
      }
      done()
    })
  },
  { name: 'usage', dependencies: ['authentication'] },
)
