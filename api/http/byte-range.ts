import type { ByteRange } from '../../runtime/object-store/object-store.ts'

/**
 * Reads the one range of a Range header for an object of this size (RFC 9110, 14.1.2). undefined if the
 * header is not a single byte range: then the whole object is sent, as the RFC allows. `none` if the object
 * has no such bytes.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'none' | undefined {
  const [, from, to] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const count = Number(to)
    return count === 0 || bytes === 0 ? 'none' : { start: Math.max(0, bytes - count), end: bytes - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return undefined
  return start >= bytes ? 'none' : { start, end: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) }
}
