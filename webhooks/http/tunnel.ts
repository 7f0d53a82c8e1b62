import { request as requestOverTcp } from 'node:http'
import { type RequestOptions, request as requestOverTls } from 'node:https'
import { isIP, isIPv6, type Socket } from 'node:net'
import type { EgressProxy } from './egress-proxy.ts'
import { timeoutError, unreadableError } from './outcome.ts'
import type { TunnelFailure } from './proxy-failure.ts'

export type Opened = { readonly socket: Socket } | { readonly failure: TunnelFailure }

/**
 * Asks the proxy to connect to an address (CONNECT) and returns that connection. The proxy gets no name to resolve,
 * so the connection leads to the checked address. Never rejects.
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
    // Without it node would use the header Host, which names another server. An address is not a server name.
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
 * No bytes can come through a tunnel before this side has sent some, so these are a body of the proxy itself. With
 * them undici would end the connection and connect again without a pause, until the deadline.
 */
function spokeFirst(): Error {
  return unreadableError('the proxy sent more than the head of its answer')
}

/** The proxy's answer is not the endpoint's: bytes count from here on (see connections.ts). */
function handOver(socket: Socket): Socket {
  const counted = () => Reflect.get(Object.getPrototypeOf(socket), 'bytesRead', socket) as number
  const before = counted()
  Object.defineProperty(socket, 'bytesRead', { get: () => counted() - before })
  return socket.setNoDelay(true)
}
