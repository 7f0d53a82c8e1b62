import { gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { readDocument } from '../../../ingest/files/file-input.ts'
import { collect } from '../../support/harness/collect.ts'

// Each has a length of its own, by which it gets into the zip.
const hostile = ['../../evil.json', '/etc/evil12.json', 'C:/x/evil123.json', 'a/../../e12345.json']

/** The records and the skipped entries of an archive. */
async function read(name: string, bytes: Buffer): Promise<string[]> {
  const emitted: string[] = []
  const document = { name, url: '', fetched_at: '2026-01-01T00:00:00Z', sha256: '', load: async () => bytes }
  const records = await collect(
    readDocument(document, (entry, why) => emitted.push(`passed over ${entry}: ${why}`)),
  )
  const shown = records.map((record) =>
    record.kind === 'record' ? `${record.name} ${record.bytes}` : `${record.name} ${record.reason}`,
  )
  return [...shown, ...emitted]
}

/** The zip library refuses such names, so other names of the same length are replaced afterward. */
async function hostileZip(): Promise<Buffer> {
  const archive = new ZipFile()
  const add = (name: string, content: string, mode = 0o100644) =>
    archive.addBuffer(Buffer.from(content), name, { mode, compress: false })
  add('first.json', '1')
  for (const name of hostile) add('x'.repeat(name.length), 'evil')
  add('link.json', '/etc/passwd', 0o120777)
  add('last.json', '2')
  archive.end()
  let bytes = Buffer.concat(await collect(archive.outputStream as AsyncIterable<Buffer>)).toString('latin1')
  for (const name of hostile) bytes = bytes.replaceAll(new RegExp(`(?<!x)x{${name.length}}(?!x)`, 'g'), name)
  return Buffer.from(bytes, 'latin1')
}

async function hostileTar(): Promise<Buffer> {
  const archive = pack()
  const link = (name: string, type: Header['type']) => archive.entry({ name, type, linkname: '/etc/passwd' })
  archive.entry({ name: 'first.json' }, '1')
  for (const name of hostile) archive.entry({ name }, 'evil')
  link('link.json', 'symlink')
  archive.entry({ name: 'last.json' }, '2')
  archive.finalize()
  return gzipSync(Buffer.concat(await collect(archive as AsyncIterable<Buffer>)))
}

it.each([
  ['set.zip', 'set.zip', hostileZip],
  ['set.tar.gz', 'set.tar', hostileTar],
])(
  '%s: an entry with a path outside the archive is rejected, a link is skipped, and the rest is read',
  async (name, place, make) => {
    expect(await read(name, await make())).toEqual([
      `${place}/first.json 1`,
      ...hostile.map((one) => `${place}/${one} record_unreadable`),
      `${place}/last.json 2`,
      `passed over ${place}/link.json: a symbolic link`,
    ])
  },
)
