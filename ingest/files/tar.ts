import { extract } from 'tar-stream'
import { type Bytes, type InputRecord, type ReadBytes, unreadable } from './records.ts'

export async function* readTar(name: string, bytes: Bytes, read: ReadBytes): AsyncGenerator<InputRecord> {
  const archive = extract()
  const fed = feed(archive, bytes)
  try {
    for await (const entry of archive) {
      if (entry.header.type === 'file') yield* read(`${name}/${entry.header.name}`, entry as unknown as Bytes)
      entry.resume()
    }
  } catch (error) {
    yield unreadable(name, error, Buffer.alloc(0))
  } finally {
    archive.destroy()
    await fed
  }
}

/** Errors of the bytes go to the archive, whose reader reports them. */
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
