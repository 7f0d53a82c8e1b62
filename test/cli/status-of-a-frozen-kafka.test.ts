import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { cleanUp } from '../support/clean-up.ts'
import { legislog } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { environmentOf } from '../support/main-process.ts'

it('status answers and ends if Kafka takes connections and says nothing', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { settings } = await createTestDatabase({ kafka_brokers: [`127.0.0.1:${port}`] })
  const { code, json } = await legislog(['status', '--json'], { env: environmentOf(settings) })
  expect(code).toBe(1)
  expect(json()).toMatchObject({ caught_up: false, kafka_error: expect.stringContaining('no answer in 3 s') })
}, 40_000)
