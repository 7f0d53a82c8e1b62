import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import {
  type Bytes,
  type InputRecord,
  isHidden,
  type Origin,
  type ReadBytes,
  tooLarge,
  unreadable,
} from './records.ts'

/** Of a zip that has to be held whole. */
const MAX_HELD_BYTES = 1024 * 1024 * 1024

/** A zip's directory stands at its end, so it is read from its place on disk and not from a stream. */
export async function* readZip(
  name: string,
  path: string,
  origin: Origin,
  read: ReadBytes,
  onRead: (bytes: number) => void,
): AsyncGenerator<InputRecord> {
  try {
    yield* readEntries(name, await openPromise(path, { autoClose: true }), origin, read, onRead)
  } catch (error) {
    yield unreadable(name, error, Buffer.alloc(0), origin)
  }
}

/** Of a zip that was fetched or stands in another archive: it is held whole. */
export async function* readZipBytes(
  name: string,
  bytes: Bytes,
  origin: Origin,
  read: ReadBytes,
): AsyncGenerator<InputRecord> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of bytes) {
      size += part.length
      if (size <= MAX_HELD_BYTES) parts.push(part)
      else parts.splice(1)
    }
    if (size > MAX_HELD_BYTES) {
      yield tooLarge(name, parts[0]!, MAX_HELD_BYTES, origin)
      return
    }
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    yield* readEntries(name, await fromBufferPromise(whole, {}), origin, read)
  } catch (error) {
    yield unreadable(name, error, parts[0] ?? Buffer.alloc(0), origin)
  }
}

async function* readEntries(
  name: string,
  archive: ZipFile,
  origin: Origin,
  read: ReadBytes,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<InputRecord> {
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
    if (entry.fileName.endsWith('/')) continue
    const place = `${name}/${entry.fileName}`
    if (isHidden(place)) {
      origin.passed_over(place, 'hidden')
      continue
    }
    try {
      yield* read(place, (await archive.openReadStreamPromise(entry)) as Bytes, origin)
    } catch (error) {
      yield unreadable(place, error, Buffer.alloc(0), origin)
    }
    onRead(entry.compressedSize)
  }
}
