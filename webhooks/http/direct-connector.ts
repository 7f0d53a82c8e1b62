import { buildConnector } from 'undici'
import { type AddressGuard, blocked } from './address-guard.ts'
import { tlsRules } from './connection-rules.ts'

/** Checks names in the socket's own lookup, and the peer again after the connection is open. */
export function createDirectConnector(guard: AddressGuard, connect_ms: number): buildConnector.connector {
  const connect = buildConnector({
    ...tlsRules,
    timeout: connect_ms,
    // node and undici name the options of a lookup differently in their types. This lookup only reads `all` and
    // `family`.
    lookup: guard.lookup as never,
  })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (socket.remoteAddress === undefined || !guard.isAllowed(socket.remoteAddress)) {
        socket.destroy()
        return callback(blocked(), null)
      }
      callback(null, socket)
    })
}
