import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { cleanUp } from '../harness/clean-up.ts'

/** A way to Redis that can be cut and mended. */
export type RedisProxy = { url(): string; mend(): Promise<void>; cut(): Promise<void> }

export async function createRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const target = new URL(redisUrl)
  const open = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  const cable: RedisProxy = {
    url() {
      const own = new URL(redisUrl)
      own.host = `127.0.0.1:${port}`
      return own.href
    },
    async mend() {
      server = createServer((socket) => {
        const upstream = createConnection(Number(target.port), target.hostname)
        for (const end of [socket, upstream]) {
          open.add(end)
          end.on('error', () => {})
        }
        socket.pipe(upstream).pipe(socket)
      })
      await new Promise<void>((done) => server!.listen(port, '127.0.0.1', done))
      const address = server.address()
      if (typeof address === 'object' && address !== null) port = address.port
    },
    async cut() {
      for (const socket of open) socket.destroy()
      open.clear()
      await new Promise<void>((done) => (server === undefined ? done() : server.close(() => done())))
    },
  }
  await cable.mend()
  cleanUp(cable.cut)
  return cable
}
