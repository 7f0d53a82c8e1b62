import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { cleanUp } from '../harness/clean-up.ts'

export type TcpProxy = {
  readonly port: number
  /** Connections of clients so far. */
  connections(): number
  /** Ends all connections; new ones are still accepted. */
  cut(): void
  /** Accepts connections at the same port as before. A new proxy already does. */
  listen(): Promise<void>
  /** Ends all connections and accepts no more. */
  close(): Promise<void>
}

export type TcpProxyOptions = {
  /** Read for each connection; undefined: the client is connected and gets no answer. */
  readonly target: () => URL | undefined
  /** Forwards the bytes of both sides; without it, all bytes pass. It also ends one side if the other one ends. */
  readonly onConnection?: (client: Socket, upstream: Socket) => void
}

/**
 * Stands between a client and a server, so that a test can break the connection. Closed when the test file has ended.
 */
export async function createTcpProxy({ target, onConnection }: TcpProxyOptions): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  let connections = 0

  const track = (socket: Socket) => {
    open.add(socket)
    // The proxy is meant to break connections, and the process on the other side notices it.
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  }

  const accept = (client: Socket) => {
    connections++
    track(client)
    const url = target()
    if (url === undefined) return
    const upstream = connect(Number(url.port), url.hostname)
    track(upstream)
    if (onConnection === undefined) passAll(client, upstream)
    else onConnection(client, upstream)
  }

  const cut = () => {
    for (const socket of open) socket.destroy()
  }

  const proxy: TcpProxy = {
    get port() {
      return port
    },
    connections: () => connections,
    cut,
    async listen() {
      server = createServer(accept).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
    async close() {
      const closing = server
      server = undefined
      cut()
      if (closing !== undefined) await new Promise<void>((done) => closing.close(() => done()))
    },
  }
  await proxy.listen()
  cleanUp(() => proxy.close())
  return proxy
}

/** Each side ends with the other one. */
export function endTogether(client: Socket, upstream: Socket): void {
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.destroy())
}

function passAll(client: Socket, upstream: Socket): void {
  endTogether(client, upstream)
  client.pipe(upstream).pipe(client)
}
