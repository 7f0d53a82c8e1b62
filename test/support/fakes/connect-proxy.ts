import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { cleanUp } from '../harness/clean-up.ts'
import type { Certificate } from './certificates.ts'

/** The response of a proxy to CONNECT. */
export type ProxyMode =
  | { kind: 'open' }
  /** Repeats the request in its headers and body. */
  | { kind: 'refuse'; status: number }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'nonsense' }
  /** Answers as if it were the endpoint, instead of opening a tunnel. */
  | { kind: 'own-body' }
  | { kind: 'choose'; mode: (target: string) => ProxyMode }

export type ConnectProxy = {
  /** With the required credentials. */
  readonly url: string
  readonly asked: readonly { readonly target: string; readonly headers: IncomingHttpHeaders }[]
  answer(mode: ProxyMode): void
  close(): Promise<void>
}

/**
 * A real CONNECT proxy on loopback, closed when the test file has ended. It requires `credentials` (`user:secret`) if
 * they are given. `lead` maps the requested address to a port on loopback; without it the proxy connects to the
 * address itself.
 */
export async function createConnectProxy(
  options: { credentials?: string; certificate?: Certificate; lead?: (target: string) => number } = {},
): Promise<ConnectProxy> {
  const { credentials, certificate, lead } = options
  const asked: { target: string; headers: IncomingHttpHeaders }[] = []
  const sockets = new Set<Duplex>()
  const wanted =
    credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  let mode: ProxyMode = { kind: 'open' }

  const keep = (socket: Duplex) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  function meet(how: ProxyMode, target: string, authorization: string | undefined, client: Duplex): void {
    const refuse = (status: number) =>
      client.end(`HTTP/1.1 ${status} No\r\nX-Asked-With: ${authorization}\r\n\r\n${authorization}`)
    switch (how.kind) {
      case 'open':
        if (wanted !== undefined && authorization !== wanted) refuse(407)
        else join(target, client, refuse)
        break
      case 'refuse':
        refuse(how.status)
        break
      case 'hang':
        break
      case 'reset':
        if (client instanceof Socket) client.resetAndDestroy()
        break
      case 'nonsense':
        client.end('SSH-2.0-OpenSSH_9.6\r\n')
        break
      case 'own-body':
        client.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        break
      case 'choose':
        meet(how.mode(target), target, authorization, client)
        break
    }
  }

  function join(target: string, client: Duplex, refuse: (status: number) => void): void {
    const colon = target.lastIndexOf(':')
    const upstream =
      lead === undefined
        ? connect(Number(target.slice(colon + 1)), target.slice(0, colon).replace(/^\[|\]$/g, ''))
        : connect(lead(target), '127.0.0.1')
    keep(upstream)
    let isOpen = false
    upstream.on('error', () => (isOpen ? client.destroy() : refuse(502)))
    upstream.on('connect', () => {
      isOpen = true
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    client.on('close', () => upstream.destroy())
  }

  const server: Server =
    certificate === undefined ? createHttpServer() : createHttpsServer({ ...certificate })
  server.on('connection', keep)
  server.on('tlsClientError', () => {})
  server.on('connect', ({ url: target = '', headers }: IncomingMessage, client: Duplex) => {
    asked.push({ target, headers })
    keep(client)
    meet(mode, target, headers['proxy-authorization'], client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  cleanUp(close)
  const login =
    credentials === undefined ? '' : `${credentials.split(':').map(encodeURIComponent).join(':')}@`
  return {
    url: certificate === undefined ? `http://${login}127.0.0.1:${port}` : `https://${login}localhost:${port}`,
    asked,
    answer(next) {
      mode = next
    },
    close,
  }
}
