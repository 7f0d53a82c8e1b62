import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { ConsoleAccess } from '../../../api/console/console-access.ts'
import type { ConsoleSession } from '../../../api/console/sessions.ts'
import { askAs, Refused } from '../../../site/console/ask.ts'

it('what a page can do without is undefined if the API refuses it, and given if not', async () => {
  const app = Fastify()
  app.post('/v1/given', async () => ({ url: 'https://example.org' }))
  app.post('/v1/refused', async (_, reply) => reply.code(429).send({ title: 'Too many requests' }))
  app.get('/v1/broken', async (_, reply) => reply.code(503).send({ title: 'Unavailable' }))
  const access = { as: (_session, call) => call() } as Pick<ConsoleAccess, 'as'> as ConsoleAccess
  const ask = askAs(app, access, {} as ConsoleSession)
  expect(await ask.trySend('POST', '/v1/given')).toEqual({ url: 'https://example.org' })
  expect(await ask.trySend('POST', '/v1/refused')).toBeUndefined()
  expect(await ask.tryGet('/v1/broken')).toBeUndefined()
  await expect(ask.find('/v1/broken')).rejects.toThrow(Refused)
  await expect(ask.send('POST', '/v1/refused')).rejects.toThrow(Refused)
})
