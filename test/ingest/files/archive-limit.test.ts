import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFiles } from '../../../ingest/files/file-input.ts'
import { listedSources, loadSource } from '../../../ingest/sources/registry.ts'
import { collect } from '../../support/harness/collect.ts'
import { tarArchive } from '../../support/source-records/tar-archive.ts'
import { zipArchive } from '../../support/source-records/zip-archive.ts'

const MOST = 1_000_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legislog-archives-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bill = (bytes: number) => `{"identifier":"${'x'.repeat(bytes)}"}`
const three = { 'a/bill_1.json': bill(10), 'a/bill_2.json': bill(600_000), 'a/bill_3.json': bill(600_000) }
const lines = (count: number) => `{"pad":"${'x'.repeat(1_000)}"}\n`.repeat(count)

async function read(name: string, bytes: Buffer, archive_bytes = MOST) {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return collect(readFiles({ paths: [path], started_at: '', archive_bytes }))
}

const refusal = (name: string, read: number) => ({
  kind: 'unreadable',
  name: expect.stringMatching(new RegExp(`/${name}$`)),
  reason: 'record_too_large',
  detail: `it unpacks to more than 1000000 bytes, the limit of the setting ARCHIVE_BYTES; ${read} of its records were read, the rest were not`,
})

describe('an archive that unpacks to more than ARCHIVE_BYTES', () => {
  it('is refused unread if its directory shows the size, even inside another archive', async () => {
    const zip = await zipArchive(three)
    expect(await read('set.zip', zip)).toMatchObject([refusal('set.zip', 0)])
    expect(await read('outer.tgz', await tarArchive({ 'in.zip': zip }))).toMatchObject([
      refusal('outer.tgz', 0),
    ])
  })

  it('is read up to the limit and then reported, if no directory shows its size', async () => {
    const tar = await tarArchive(three)
    for (const name of ['set.tar.gz', 'set.tgz'])
      expect(await read(name, tar)).toMatchObject([{ kind: 'record' }, { kind: 'record' }, refusal(name, 2)])
    const records = await read('lines.ndjson.gz', gzipSync(lines(5_000)))
    expect(records.at(-1)).toMatchObject(refusal('lines.ndjson.gz', records.length - 1))
    expect(records.length).toBeGreaterThan(500)
    expect(records.length).toBeLessThan(1_001)
    const parts = Object.fromEntries(
      await Promise.all(
        [1, 2, 3].map(
          async (part) => [`${part}.zip`, await zipArchive({ 'a.json': bill(400_000) })] as const,
        ),
      ),
    )
    expect(await read('nested.zip', await zipArchive(parts))).toMatchObject([
      { kind: 'record' },
      { kind: 'record' },
      refusal('nested.zip', 2),
    ])
  })

  it('is not unpacked into memory beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024))
    const before = process.memoryUsage().rss
    expect(await read('bill.json.gz', bomb)).toMatchObject([refusal('bill.json.gz', 0)])
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('does not affect the next archive, even one that fits exactly', async () => {
    const path = join(folder, 'a.tar.gz')
    await writeFile(path, await tarArchive(three))
    const next = join(folder, 'b.zip')
    const fits = bill(MOST - bill(0).length)
    await writeFile(next, await zipArchive({ 'whole.json': fits }))
    const records = await collect(readFiles({ paths: [path, next], started_at: '', archive_bytes: MOST }))
    const last = records.at(-1)!
    // The matchers of the test runner compare a million bytes one by one.
    expect(last.kind === 'record' && last.bytes.equals(Buffer.from(fits))).toBe(true)
    expect(await read('one.zip', await zipArchive({ 'whole.json': `${fits} ` }))).toHaveLength(1)
  })

  it.each(listedSources.map(({ name }) => name))(
    'is reported by the source %s, never skipped',
    async (name) => {
      const path = join(folder, 'source.tar.gz')
      await writeFile(path, await tarArchive({ 'notes.md': 'x'.repeat(2 * MOST) }))
      const { read: readSource } = await loadSource(name)
      const items = await collect(
        readSource({ paths: [path], started_at: '2026-01-01T00:00:00Z', archive_bytes: MOST }),
      )
      expect(items).toMatchObject([
        {
          kind: 'rejected',
          rejection: { reason: 'record_too_large', detail: expect.stringContaining('ARCHIVE_BYTES') },
        },
      ])
    },
  )
})
