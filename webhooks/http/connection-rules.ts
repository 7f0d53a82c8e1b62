import { constants } from 'node:crypto'

/** For every TLS connection to an endpoint. */
export const tlsRules = {
  allowH2: false,
  minVersion: 'TLSv1.2',
  // Said, since an environment variable of node's would switch it off.
  rejectUnauthorized: true,
  // A receiver could ask for a new handshake again and again, until the deadline.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const

/** Name lookup, connection and TLS together may last so long. */
export const CONNECT_MS = 5_000

/** A host as a URL has it, without the brackets of an IPv6 address. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
