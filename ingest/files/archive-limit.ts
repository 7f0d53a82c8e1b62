import type { Bytes } from './bytes.ts'

/** Default of the setting ARCHIVE_BYTES. */
export const ARCHIVE_BYTES = 2 * 1024 * 1024 * 1024
/** The most archives within each other that are read. Some archives contain themselves. */
export const MOST_ARCHIVES = 4

/** The bytes that may still be unpacked from one file or fetched document, including archives within it. */
export type ArchiveLimit = { readonly most: number; left: number }

/** Ends the reading of a whole file. No reader of a part of the file turns this error into a record. */
export class ArchiveTooLarge extends Error {
  constructor(most: number) {
    super(`it unpacks to more than ${most} bytes, the limit of the setting ARCHIVE_BYTES`)
    this.name = 'ArchiveTooLarge'
  }
}

export function takeFrom(limit: ArchiveLimit, bytes: number): void {
  limit.left -= bytes
  if (limit.left < 0) throw new ArchiveTooLarge(limit.most)
}

/** Passes unpacked bytes on while the limit allows more. */
export async function* limited(bytes: Bytes, limit: ArchiveLimit): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    takeFrom(limit, part.length)
    yield part
  }
}
