import { request as requestOverTcp } from 'node:http'
import { type RequestOptions, request as requestOverTls } from 'node:https'
import { isIP, isIPv6, type Socket } from 'node:net'
import type { EgressProxy } from './egress-proxy.ts'
import { timeoutError } from './outcome.ts'
import type { TunnelFailure } from './proxy-failure.ts'

export type Opened = { readonly socket: Socket } | { readonly failure: TunnelFailure }

/**
 * Has the proxy connect to an address (CONNECT), and gives the connection that leads there. The proxy is told no name, so
 * it has nothing to look up: what was checked is what is connected to. Never rejects.
 */
export function openTunnel(
  proxy: EgressProxy,
  to: { readonly address: string; readonly port: number },
  within_ms: number,
): Promise<Opened> {
  return new Promise((done) => {
    let at: 'reaching' | 'waiting' = 'reaching'
    const options = requestOf(proxy, to)
    const request = proxy.is_tls ? requestOverTls(options) : requestOverTcp(options)
    const end = (opened: Opened) => {
      clearTimeout(timer)
      done(opened)
    }
    const timer = setTimeout(() => {
      end({ failure: { at, error: timeoutError() } })
      request.destroy()
    }, within_ms)
    request.on('socket', (socket) =>
      socket.once(proxy.is_tls ? 'secureConnect' : 'connect', () => {
        at = 'waiting'
      }),
    )
    request.on('error', (error) => end({ failure: { at, error } }))
    request.on('connect', ({ statusCode: status = 0 }, socket, head) => {
      socket.on('error', () => {})
      const isOpen = status >= 200 && status < 300
      if (isOpen && head.length === 0) return end({ socket: handOver(socket) })
      socket.destroy()
      end({ failure: isOpen ? { at, error: spokeFirst() } : { at: 'answered', status } })
    })
    request.end()
  })
}

function requestOf(
  proxy: EgressProxy,
  { address, port }: { readonly address: string; readonly port: number },
): RequestOptions {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const { authorization } = proxy
  return {
    host: proxy.host,
    port: proxy.port,
    // Else node takes it from the header Host, which is another's. An address is no server name.
    servername: isIP(proxy.host) === 0 ? proxy.host : '',
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    method: 'CONNECT',
    path: target,
    headers: {
      host: target,
      connection: 'keep-alive',
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
    agent: false,
  }
}

/**
 * Nothing comes through a tunnel before we have sent something: so these bytes are a body of the proxy's own. If undici got
 * the connection with them, it would end it and connect again without a pause, until the deadline.
 */
function spokeFirst(): Error {
  return Object.assign(new Error('the proxy sent more than the head of its answer'), {
    code: 'HPE_SPOKE_FIRST',
  })
}

/** What the proxy has said is no answer of the endpoint: bytes count from here on (connections.ts goes by them). */
function handOver(socket: Socket): Socket {
  const counted = () => Reflect.get(Object.getPrototypeOf(socket), 'bytesRead', socket) as number
  const before = counted()
  Object.defineProperty(socket, 'bytesRead', { get: () => counted() - before })
  return socket.setNoDelay(true)
}
