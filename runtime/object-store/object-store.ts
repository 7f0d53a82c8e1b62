import type { Readable } from 'node:stream'
import type { Beginning } from './read-beginning.ts'

/** An object of the store: bytes under their SHA-256. The caller remembers the media type (it is in events). */
export type StoredObject = { readonly sha256: string; readonly bytes: number; readonly url: string }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** `bytes` is the size of the whole object, even if only a part of it is streamed. */
export type OpenObject = { readonly bytes: number; readonly stream: Readable }

/**
 * Content-addressed: the same bytes are one object, written once and never changed. An object is complete or
 * does not exist, and every read is checked against the hash. Nothing is ever deleted.
 */
export type ObjectStore = {
  /** Durable when it returns. `url` shows people its location (`file:` or `s3:`); no event contains it. */
  readonly put: (bytes: Buffer, media_type: string) => Promise<StoredObject>
  /**
   * Gives null if it does not exist. Throws `object_corrupt` if its bytes do not match the hash in its name.
   */
  readonly get: (sha256: string) => Promise<Buffer | null>
  /**
   * Like `get`, as a stream, so that a large object takes no memory. A whole read fails before its last bytes if their
   * hash is wrong; a part cannot be checked.
   */
  readonly open: (sha256: string, range?: ByteRange) => Promise<OpenObject | null>
  /** Gives the first bytes of an object, which are checked if they are all of it. It fails if the signal aborts before. */
  readonly beginning: (sha256: string, most_bytes: number, signal: AbortSignal) => Promise<Beginning | null>
  readonly has: (sha256: string) => Promise<boolean>
}
