import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { cleanUp } from '../harness/clean-up.ts'

/** The one address under which services know a primary, whichever server that is. */
export type FailoverProxy = {
  /** A database of the server, through it. */
  urlOf(serverUrl: string): string
  /** From now on this one is meant; every connection to the one before ends, those at rest too. */
  switchTo(serverUrl: string): void
}

export async function createFailoverProxy(serverUrl: string): Promise<FailoverProxy> {
  const open = new Set<Socket>()
  let target = new URL(serverUrl)
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
    switchTo(url) {
      target = new URL(url)
      cut()
    },
  }
}
