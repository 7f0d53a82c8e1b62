import type { Readable } from 'node:stream'

/** What lies in the store: bytes under their SHA-256. The media type is the caller's to remember (events hold it). */
export type StoredObject = { readonly sha256: string; readonly bytes: number; readonly url: string }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** `bytes` is the size of the whole object, also where a part of it is streamed. */
export type OpenObject = { readonly bytes: number; readonly stream: Readable }

/**
 * Content-addressed: the same bytes are one object, written once and never changed. An object is there whole or not at
 * all, and what is read is checked against its hash. Nothing is ever deleted.
 */
export type ObjectStore = {
  /** Durable when it returns. `url` says where it lies (`file:` or `s3:`), for people; it goes into no event. */
  readonly put: (bytes: Buffer, media_type: string) => Promise<StoredObject>
  /** null where there is none. Throws `object_corrupt` where its bytes are not those of its name. */
  readonly get: (sha256: string) => Promise<Buffer | null>
  /**
   * The same as a stream, so that a large object takes no memory. Read whole it fails before its last bytes where they are
   * not those of its name; a part of it cannot be checked.
   */
  readonly open: (sha256: string, range?: ByteRange) => Promise<OpenObject | null>
  readonly has: (sha256: string) => Promise<boolean>
}
