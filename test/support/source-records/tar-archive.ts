import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { collect } from '../harness/collect.ts'

/** A .tar.gz with these entries, always with the same bytes. */
export async function tarArchive(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of Object.entries(entries)) archive.entry({ name, mtime: new Date(0) }, content)
  archive.finalize()
  return gzipSync(Buffer.concat(await collect(archive as AsyncIterable<Buffer>)))
}
