import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * `lgl_` begins the token of an account, `wgt_` that of a widget, `alf_` that of a feed. The others are in links of mails:
 * `led_` of a sign-up, `alc_` of a digest, `inv_` of an invitation, `sgn_` of a sign-in.
 */
export type TokenPrefix = 'lgl_' | 'wgt_' | 'led_' | 'alc_' | 'alf_' | 'inv_' | 'sgn_'

/**
 * A token is its prefix, 30 random base62 characters and 6 of their CRC32. 178 random bits need no slow hash, and
 * a mistyped token is refused without a query.
 */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function createToken(prefix: TokenPrefix = 'lgl_'): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join('')
  return prefix + random + checksumOf(random)
}

/** Checks the shape and the checksum; the token may still be unknown. */
export function isWellFormedToken(token: string, prefix: TokenPrefix = 'lgl_'): boolean {
  if (token.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !token.startsWith(prefix))
    return false
  const random = token.slice(prefix.length, prefix.length + RANDOM_LENGTH)
  return /^[0-9A-Za-z]+$/.test(random) && token.endsWith(checksumOf(random))
}

export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** The stored hint by which a person recognizes a token. */
export const tokenHint = (token: string): string => `${token.slice(0, 4)}…${token.slice(-4)}`

function checksumOf(random: string): string {
  let value = crc32(random)
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = BASE62[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}
