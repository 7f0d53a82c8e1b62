import { ZipFile } from 'yazl'
import { collect } from '../harness/collect.ts'

/** A zip with these entries, always with the same bytes. */
export async function zipArchive(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(entries))
    archive.addBuffer(Buffer.from(content), name, { mtime: new Date(0) })
  archive.end()
  return Buffer.concat(await collect(archive.outputStream as AsyncIterable<Buffer>))
}
