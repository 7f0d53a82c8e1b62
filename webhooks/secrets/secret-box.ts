import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets that must be read again. `owner` is bound in: a secret that was sealed for one account opens for
 * no other.
 */
export type SecretBox = {
  seal(plain: string, owner: string): string
  /** Throws if the key or the owner differs, or a byte was changed. */
  open(sealed: string, owner: string): string
}

/** AES-256-GCM: nonce, tag and ciphertext in one base64 text. `key` is 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  if (key.length !== 32) throw new RangeError(`the webhook secret key must have 32 bytes, not ${key.length}`)
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
