import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { cleanUp } from './clean-up.ts'

/** The one address under which services know a primary, whichever server that is. */
export type TurnedPostgres = {
  /** A database of the server, through it. */
  urlOf(server_url: string): string
  /** From now on this one is meant; every connection to the one before ends, those at rest too. */
  turnTo(server_url: string): void
}

export async function createTurnedPostgres(server_url: string): Promise<TurnedPostgres> {
  const open = new Set<Socket>()
  let target = new URL(server_url)
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const end of [client, upstream]) {
      open.add(end)
      end.on('error', () => {})
      end.once('close', () => {
        open.delete(end)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(async () => {
    server.close()
    cut()
  })
  return {
    urlOf(url) {
      const own = new URL(url)
      own.port = String((server.address() as AddressInfo).port)
      return own.href
    },
    turnTo(url) {
      target = new URL(url)
      cut()
    },
  }
}
