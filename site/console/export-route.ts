import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openApiStream } from '../fragments/call-api.ts'
import { Refused } from './ask.ts'
import type { ConsoleAccess, ConsoleSession } from './request.ts'

const HEADERS = ['content-type', 'content-disposition', 'cache-control'] as const

/** The export of the account, which the API sends as it reads it. */
export function addExport(
  app: FastifyInstance,
  access: ConsoleAccess,
  sessionOf: (request: FastifyRequest) => Promise<ConsoleSession | undefined>,
): void {
  app.get(
    '/console/account/export',
    { config: { open: true }, schema: { hide: true } },
    async (request, reply) => {
      const session = await sessionOf(request)
      if (session === undefined) return reply.redirect('/console/sign-in', 303)
      const answer = await access.as(session, () =>
        openApiStream(app, { method: 'GET', url: '/v1/account/export' }),
      )
      if (answer.statusCode !== 200)
        throw new Refused(answer.statusCode, 'No export', 'Owners of the account may export it.')
      for (const name of HEADERS) reply.header(name, answer.headers[name])
      return reply.send(answer.stream())
    },
  )
}
