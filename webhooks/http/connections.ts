import { isIP, type Socket } from 'node:net'
import { Agent, errors } from 'undici'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import { type AddressGuard, blocked } from './address-guard.ts'
import { bare, CONNECT_MS } from './connection-rules.ts'
import { createDirectConnector } from './direct-connector.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { createProxiedConnector } from './proxied-connector.ts'

type EgressOptions = {
  readonly proxy?: EgressProxy | undefined
  readonly connect_ms?: number | undefined
  readonly clock?: Clock
}

/**
 * HTTP/1.1 connections that reach only allowed addresses, directly or through a proxy. IP literals are checked here,
 * because they cause no lookup.
 */
export function createConnections(guard: AddressGuard, way: EgressOptions = {}): Agent {
  const { proxy, connect_ms = CONNECT_MS, clock = systemClock } = way
  const connect =
    proxy === undefined
      ? createDirectConnector(guard, connect_ms)
      : createProxiedConnector({ proxy, guard, clock, connect_ms })
  return new Agent({
    connect(options, callback) {
      const host = bare(options.hostname)
      if (isIP(host) !== 0 && !guard.isAllowed(host)) return callback(blocked(), null)
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        socket.on('error', (error) => noteReuse(error, socket))
        callback(null, socket)
      })
    },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
  })
}

const reused = new WeakSet<object>()

/** Says if an error ended a connection that had already carried an answer. */
export function wasReused(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (reused.has(error) || hadAnswered(error))
}

function noteReuse(error: Error, socket: Socket): void {
  if (socket.bytesRead > 0) reused.add(error)
}

/** If the other side closed without an error, undici reports how many bytes the connection had carried. */
function hadAnswered(error: object): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0
}
