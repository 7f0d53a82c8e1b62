import { extract } from 'tar-stream'
import type { Bytes } from './bytes.ts'
import { faultOfName } from './entry-name.ts'
import { type InputRecord, isHidden, type Origin, type ReadBytes, unreadable } from './records.ts'

export async function* readTar(
  name: string,
  bytes: Bytes,
  origin: Origin,
  read: ReadBytes,
): AsyncGenerator<InputRecord> {
  const archive = extract()
  const fed = feed(archive, bytes)
  try {
    for await (const entry of archive) {
      const { type } = entry.header
      const place = `${name}/${entry.header.name}`
      const fault = faultOfName(entry.header.name)
      if (type === 'directory') {
        // Its entries follow.
      } else if (type !== 'file')
        origin.passed_over(place, type === 'symlink' ? 'a symbolic link' : 'no file')
      else if (fault !== null) yield unreadable(place, fault, Buffer.from(entry.header.name), origin)
      else if (isHidden(place)) origin.passed_over(place, 'hidden')
      else yield* read(place, entry as unknown as Bytes, origin)
      entry.resume()
    }
  } catch (error) {
    yield unreadable(name, error, Buffer.alloc(0), origin)
  } finally {
    archive.destroy()
    await fed
  }
}

/** Errors in the bytes go to the archive; the reader of the archive reports them. */
async function feed(archive: ReturnType<typeof extract>, bytes: Bytes): Promise<void> {
  let wake = (): void => {}
  archive.on('drain', () => wake())
  archive.on('close', () => wake())
  try {
    for await (const part of bytes) {
      if (archive.destroyed) return
      if (archive.write(part)) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    archive.end(null)
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
