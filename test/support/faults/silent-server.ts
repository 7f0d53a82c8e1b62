import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { cleanUp } from '../harness/clean-up.ts'

/** The address of a server that takes connections and never answers, as a store whose process is frozen. */
export async function createSilentServer(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
