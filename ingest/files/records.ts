import type { Rejection } from '../source-interface/observation.ts'
import type { FileInput } from '../source-interface/source.ts'
import { type ArchiveLimit, ArchiveTooLarge } from './archive-limit.ts'
import type { Bytes } from './bytes.ts'

/** Facts that all records of one file or fetched document share, and the callback for entries without a record. */
export type Origin = {
  /** RFC 3339; null for a file. */
  readonly fetched_at: string | null
  readonly passed_over: (name: string, why: string) => void
  /** Number of archives that enclose it. */
  readonly depth?: number
  readonly limit: ArchiveLimit
  readonly inLines?: FileInput['inLines']
}

/** One record: a whole file, or one line of an ndjson file. `name` is its location: `wa/bill.ndjson#17`. */
export type InputRecord = { readonly name: string; readonly fetched_at: string | null } & (
  | { readonly kind: 'record'; readonly bytes: Buffer }
  | ({ readonly kind: 'unreadable' } & Pick<Rejection, 'reason' | 'detail' | 'bytes'>)
)

export type ReadRecord = InputRecord & { readonly kind: 'record' }

/** Reads the bytes of one entry by its name. Archive readers call it for each entry. */
export type ReadBytes = (name: string, bytes: Bytes, origin: Origin) => AsyncIterable<InputRecord>

/** Larger records are refused; only their first bytes are kept. */
export const MAX_RECORD_BYTES = 32 * 1024 * 1024
/** The bytes that are kept of a record that is too large. */
const KEPT_BYTES = 64 * 1024
const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Files that file managers leave in archives: `.DS_Store`, `._bill.json`, `__MACOSX/…`. */
export const isHidden = (name: string): boolean => /(?:^|\/)(?:\.[^/.]|__MACOSX\/)[^/]*(?:\/|$)/u.test(name)

/** An error of a stream, with the bytes that caused it if they are known. */
export class BrokenBytes extends Error {
  readonly bytes: Buffer
  constructor(message: string, bytes: Buffer, options: { cause: unknown }) {
    super(message, options)
    this.name = 'BrokenBytes'
    this.bytes = bytes
  }
}

export function unreadable(name: string, error: unknown, rest: Buffer, { fetched_at }: Origin): InputRecord {
  if (error instanceof ArchiveTooLarge) throw error
  const bytes = rest.length > 0 ? rest : error instanceof BrokenBytes ? error.bytes : rest
  const detail = error instanceof Error ? error.message : String(error)
  return {
    kind: 'unreadable',
    name,
    fetched_at,
    reason: 'record_unreadable',
    detail,
    bytes: bytes.subarray(0, KEPT_BYTES),
  }
}

export function tooLarge(name: string, start: Buffer, most: number, { fetched_at }: Origin): InputRecord {
  const detail = `over ${most} bytes; only the first ${KEPT_BYTES} are kept`
  return {
    kind: 'unreadable',
    name,
    fetched_at,
    reason: 'record_too_large',
    detail,
    bytes: start.subarray(0, KEPT_BYTES),
  }
}

export async function* readWhole(
  name: string,
  bytes: Bytes,
  origin: Origin,
  most = MAX_RECORD_BYTES,
): AsyncGenerator<InputRecord> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of bytes) {
      size += part.length
      if (size <= most) parts.push(part)
    }
  } catch (error) {
    yield unreadable(name, error, Buffer.concat(parts), origin)
    return
  }
  if (size > most) yield tooLarge(name, Buffer.concat(parts), most, origin)
  else {
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    yield { kind: 'record', name, fetched_at: origin.fetched_at, bytes: whole }
  }
}

export async function* readLines(name: string, bytes: Bytes, origin: Origin): AsyncGenerator<InputRecord> {
  /** The start of an incomplete line. */
  let open: Buffer[] = []
  let size = 0
  let line = 1
  function* close(end: Buffer): Generator<InputRecord> {
    const place = `${name}#${line++}`
    const whole = open.length === 0 ? end : Buffer.concat([...open, end])
    if (size + end.length > MAX_RECORD_BYTES) yield tooLarge(place, whole, MAX_RECORD_BYTES, origin)
    else {
      const content = whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole
      if (content.length > 0)
        yield { kind: 'record', name: place, fetched_at: origin.fetched_at, bytes: content }
    }
    open = []
    size = 0
  }
  try {
    for await (const part of bytes) {
      let from = 0
      for (let to = part.indexOf(NEWLINE); to >= 0; to = part.indexOf(NEWLINE, from)) {
        yield* close(part.subarray(from, to))
        from = to + 1
      }
      if (from < part.length) {
        size += part.length - from
        if (size <= MAX_RECORD_BYTES) open.push(part.subarray(from))
      }
    }
  } catch (error) {
    yield unreadable(`${name}#${line}`, error, Buffer.concat(open), origin)
    return
  }
  if (size > 0) yield* close(Buffer.alloc(0))
}
