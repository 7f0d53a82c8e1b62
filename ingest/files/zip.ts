import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { type Bytes, type InputRecord, isHidden, type Origin, type ReadBytes, unreadable } from './records.ts'

/** A zip's directory stands at its end, so it is read from its place on disk and not from a stream. */
export async function* readZip(
  name: string,
  path: string,
  origin: Origin,
  read: ReadBytes,
): AsyncGenerator<InputRecord> {
  try {
    yield* readEntries(name, await openPromise(path, { autoClose: true }), origin, read)
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
  try {
    for await (const part of bytes) parts.push(part)
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
  }
}
