import { openPromise } from 'yauzl'
import { type Bytes, type InputRecord, type ReadBytes, unreadable } from './records.ts'

/** A zip's directory stands at its end, so it is read from its place on disk and not from a stream. */
export async function* readZip(name: string, path: string, read: ReadBytes): AsyncGenerator<InputRecord> {
  try {
    const archive = await openPromise(path, { autoClose: true })
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      const place = `${name}/${entry.fileName}`
      try {
        yield* read(place, (await archive.openReadStreamPromise(entry)) as Bytes)
      } catch (error) {
        yield unreadable(place, error, Buffer.alloc(0))
      }
    }
  } catch (error) {
    yield unreadable(name, error, Buffer.alloc(0))
  }
}
