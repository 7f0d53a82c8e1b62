import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts an answer that contains a secret. The key is derived from the caller's token, of which we store
 * only the hash. So the stored answer opens only for a request with that token and the same idempotency key.
 */
function keyOf(token: string, idempotencyKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, idempotencyKey, 'legislog idempotent answer', 32))
}

/** AES-256-GCM: nonce, tag and ciphertext in one base64 text. */
export function sealAnswer(body: string, token: string, idempotencyKey: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token, idempotencyKey), nonce)
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Undefined if it was sealed with another token. */
export function openAnswer(sealed: string, token: string, idempotencyKey: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token, idempotencyKey), nonce, {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    // It was sealed with another key, or its bytes were changed. The caller treats it as lost.
    return undefined
  }
}
