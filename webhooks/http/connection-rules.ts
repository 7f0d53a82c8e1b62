import { constants } from 'node:crypto'

/** Options of every TLS connection to an endpoint. */
export const tlsRules = {
  allowH2: false,
  minVersion: 'TLSv1.2',
  // Explicit, because an environment variable of node could turn it off.
  rejectUnauthorized: true,
  // A receiver could request new handshakes until the deadline.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const

/** The time limit for name lookup, connection and TLS together. */
export const CONNECT_MS = 5_000

/** The host of a URL, without the brackets of an IPv6 address. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
