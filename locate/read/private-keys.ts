import { createHmac, createSecretKey, randomBytes } from 'node:crypto'

/**
 * Makes the keys of a cache whose entries belong to addresses. A key is an HMAC with a secret of this cache, so that no
 * part of an address is in memory as a key.
 */
export function createPrivateKeys(): (parts: readonly unknown[]) => string {
  // A key object is checked once, and bytes at each use, which takes six times as long.
  const secret = createSecretKey(randomBytes(32))
  return (parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64')
}
