import { isIP, type Socket } from 'node:net'
import { Agent, buildConnector, errors } from 'undici'
import { type AddressGuard, blocked } from './address-guard.ts'

/**
 * HTTP/1.1 connections that only ever reach allowed addresses: names are checked in the socket's own lookup, literals
 * apart (no lookup happens for them), and the peer once more when the connection stands.
 */
export function createConnections(guard: AddressGuard): Agent {
  const connect = buildConnector({
    allowH2: false,
    timeout: 5_000,
    minVersion: 'TLSv1.2',
    // Said, since an environment variable of node's would switch it off.
    rejectUnauthorized: true,
    // The types of node and undici name the options of a lookup differently; ours reads `all` and `family` only.
    lookup: guard.lookup as never,
  })
  return new Agent({
    connect(options, callback) {
      if (isIP(options.hostname.replace(/^\[|\]$/g, '')) !== 0 && !guard.isAllowed(bare(options.hostname)))
        return callback(blocked(), null)
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (socket.remoteAddress === undefined || !guard.isAllowed(socket.remoteAddress)) {
          socket.destroy()
          return callback(blocked(), null)
        }
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

/** Whether an error ended a connection that had answered before. */
export function wasReused(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (reused.has(error) || hadAnswered(error))
}

function noteReuse(error: Error, socket: Socket): void {
  if (socket.bytesRead > 0) reused.add(error)
}

/** Where the other side closed without an error, undici tells what the connection had carried. */
function hadAnswered(error: object): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
