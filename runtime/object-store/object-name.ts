import { createHash, hash } from 'node:crypto'
import { Transform } from 'node:stream'
import { LegislogError } from '../../schemas/errors.ts'

/**
 * `ab/cd/abcd…`: two levels, so that no folder grows beyond a few thousand entries. Throws `usage` if it is not a hash.
 */
export function objectName(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) {
    throw new LegislogError('usage', `${JSON.stringify(sha256)} is not a SHA-256 in lower-case hexadecimal`)
  }
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

export function sha256Of(bytes: Buffer): string {
  return hash('sha256', bytes)
}

/** Returns the bytes if their hash is the name. Throws `object_corrupt`. */
export function checked(sha256: string, bytes: Buffer, url: string): Buffer {
  const found = sha256Of(bytes)
  if (found === sha256) return bytes
  throw new LegislogError('object_corrupt', `${url} has ${bytes.length} bytes with the SHA-256 ${found}`)
}

/** Passes bytes on, and the last of them only if the hash of all is the name. Fails with `object_corrupt`. */
export function checking(sha256: string, url: string): Transform {
  const sum = createHash('sha256')
  let pending: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk)
      const before = pending
      pending = chunk
      done(null, before)
    },
    flush(done) {
      const found = sum.digest('hex')
      if (found === sha256) return done(null, pending)
      done(new LegislogError('object_corrupt', `${url} has bytes with the SHA-256 ${found}`))
    },
  })
}
