import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFiles, readFiles } from '../../../ingest/files/file-input.ts'
import type { InputRecord } from '../../../ingest/files/records.ts'
import { collect } from '../../support/harness/collect.ts'
import { zipArchive } from '../../support/source-records/zip-archive.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legislog-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  return path
}

async function readAll(...paths: string[]): Promise<InputRecord[]> {
  return collect(readFiles({ paths, started_at: '' }))
}

/** Name within the folder, and text or reason. */
const emitted = (records: readonly InputRecord[]) =>
  records.map((record) => [
    record.name.slice(record.name.indexOf('/') + 1),
    record.kind === 'record' ? record.bytes.toString() : record.reason,
  ])

async function tarOf(
  entries: Readonly<Record<string, string>>,
  encoding: BufferEncoding = 'utf8',
): Promise<Buffer> {
  const archive = pack()
  for (const [name, text] of Object.entries(entries)) archive.entry({ name }, Buffer.from(text, encoding))
  archive.finalize()
  return Buffer.concat(await collect(archive as unknown as AsyncIterable<Buffer>))
}

describe('readFiles', () => {
  it('reads files of all supported kinds in a fixed order and ignores others', async () => {
    await write('b/two.yml', 'two')
    await write('a/one.json', 'one')
    await write('a/three.xml.gz', gzipSync('three'))
    await write('a/readme.md', 'no record')
    await write('a/table.csv', 'a,b')
    await write('.hidden/x.json', 'hidden')
    expect(emitted(await readAll(folder))).toEqual([
      ['a/one.json', 'one'],
      ['a/table.csv', 'a,b'],
      ['a/three.xml', 'three'],
      ['b/two.yml', 'two'],
    ])
  })

  it('reports the content that it skips: other kinds, hidden files, symbolic links', async () => {
    await write('a/readme.md', 'no record')
    await write('a/.DS_Store', 'hidden')
    await write('a/UPPER.XML', 'one')
    await symlink(join(folder, 'a/UPPER.XML'), join(folder, 'a/link.xml'))
    await write(
      'a/set.tar',
      await tarOf({ 'x/._b.json': 'hidden', 'x/b.json': 'two', 'x/notes.md': 'no record' }),
    )
    const passed_over: string[] = []
    const input = {
      paths: [join(folder, 'a')],
      started_at: '',
      passed_over: (name: string, why: string) => passed_over.push(`${name}: ${why}`),
    }
    expect((await collect(readFiles(input))).map(({ name }) => name)).toEqual([
      'a/UPPER.XML',
      'a/set.tar/x/b.json',
    ])
    expect(passed_over).toEqual([
      'a/.DS_Store: hidden',
      'a/link.xml: a symbolic link',
      'a/readme.md: this kind of file is not read',
      'a/set.tar/x/._b.json: hidden',
      'a/set.tar/x/notes.md: this kind of file is not read',
    ])
  })

  it('reads fetched documents like files, with the time of their fetch', async () => {
    const document = (name: string, bytes: Buffer, hour: number) => ({
      name,
      url: `https://example.org/${name}`,
      fetched_at: `2026-01-01T0${hour}:00:00Z`,
      sha256: '',
      load: async () => bytes,
    })
    const inner = await zipArchive({ 'data/one.json': 'one', 'data/two.ndjson': 'a\nb\n' })
    const path = await write('wa/bill.json', 'file')
    const input = {
      paths: [path],
      documents: [
        document('set.zip', inner, 1),
        document('page.json.gz', gzipSync('two'), 2),
        document('outer.tar', await tarOf({ 'in.zip': inner.toString('latin1') }, 'latin1'), 3),
        document('broken.zip', Buffer.from('no zip'), 4),
      ],
      started_at: '',
    }
    const records = await collect(readFiles(input))
    expect(
      records.map(({ kind, name, fetched_at }) => [kind, name, fetched_at?.slice(11, 13) ?? null]),
    ).toEqual([
      ['record', 'wa/bill.json', null],
      ['record', 'set.zip/data/one.json', '01'],
      ['record', 'set.zip/data/two.ndjson#1', '01'],
      ['record', 'set.zip/data/two.ndjson#2', '01'],
      ['record', 'page.json', '02'],
      ['record', 'outer.tar/in.zip/data/one.json', '03'],
      ['record', 'outer.tar/in.zip/data/two.ndjson#1', '03'],
      ['record', 'outer.tar/in.zip/data/two.ndjson#2', '03'],
      ['unreadable', 'broken.zip', '04'],
    ])
    expect(records.at(-1)!.bytes.toString()).toBe('no zip')
  })

  it('returns each line of an ndjson file, including the last one and those across chunks', async () => {
    const long = 'x'.repeat(300_000)
    await write('lines.ndjson', `one\n${long}\r\n\nlast`)
    expect((await readAll(folder)).map(({ name, bytes }) => [name.split('/').at(-1), bytes.length])).toEqual([
      ['lines.ndjson#1', 3],
      ['lines.ndjson#2', 300_000],
      ['lines.ndjson#4', 4],
    ])
  })

  it('reads a compressed tar and each line of an ndjson file in it', async () => {
    await write(
      'set.tar.gz',
      gzipSync(await tarOf({ 'data/wa/a.yml': 'a', 'data/wa/notes.md': 'no', 'data/wa/b.ndjson': 'b\nc\n' })),
    )
    expect(emitted(await readAll(folder))).toEqual([
      ['set.tar/data/wa/a.yml', 'a'],
      ['set.tar/data/wa/b.ndjson#1', 'b'],
      ['set.tar/data/wa/b.ndjson#2', 'c'],
    ])
  })

  it('returns the content of a truncated gzip, reports the truncation, and continues', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `{"line":${index},"pad":"${Math.sin(index)}"}`)
    const whole = gzipSync(lines.join('\n'))
    await write('a.ndjson.gz', whole.subarray(0, whole.length - 5_000))
    await write('b.json', 'after')
    const records = await readAll(folder)
    const broken = records.at(-2)!
    expect(broken.kind).toBe('unreadable')
    if (broken.kind === 'unreadable') {
      expect(broken.reason).toBe('record_unreadable')
      expect(broken.detail).toContain('unexpected end')
      expect(broken.bytes.length).toBeGreaterThan(0)
    }
    expect(records.length).toBeGreaterThan(15_000)
    expect(records.slice(0, -2).every(({ bytes }, index) => bytes.toString() === lines[index])).toBe(true)
    expect(records.at(-1)!.bytes.toString()).toBe('after')
  })

  it('stops at a fixed depth of nested archives', async () => {
    let zip = await zipArchive({ 'bill.json': '{}' })
    for (let depth = 0; depth < 9; depth++) zip = await zipArchive({ 'beside.json': '[]', 'set.zip': zip })
    await write('set.zip', zip)
    const records = await readAll(folder)
    expect(records.filter(({ kind }) => kind === 'record').length).toBeLessThan(6)
    expect(records.filter(({ kind }) => kind === 'unreadable')).toMatchObject([
      { reason: 'record_unreadable', detail: 'it is nested in 4 archives' },
    ])
  })

  it('keeps the bytes of an invalid gzip, tar, or zip', async () => {
    await write('a.json.gz', 'no gzip')
    await write('b.tar', 'no tar'.repeat(200))
    await write('c.zip', 'no zip')
    await write('d.json', 'after')
    const records = await readAll(folder)
    expect(records.map(({ kind }) => kind)).toEqual(['unreadable', 'unreadable', 'unreadable', 'record'])
    expect(records[0]!.bytes.toString()).toBe('no gzip')
  })

  it('refuses a record over 32 MB but keeps its beginning, and reads the next', async () => {
    const large = Buffer.alloc(33 * 1024 * 1024, 'x')
    await write('a.ndjson', Buffer.concat([Buffer.from('one\n'), large, Buffer.from('\nthree\n')]))
    await write('b.json', large)
    const records = await readAll(folder)
    expect(emitted(records).map(([name, text]) => [name, text!.slice(0, 20)])).toEqual([
      ['a.ndjson#1', 'one'],
      ['a.ndjson#2', 'record_too_large'],
      ['a.ndjson#3', 'three'],
      ['b.json', 'record_too_large'],
    ])
    expect(records[1]!.bytes.length).toBe(64 * 1024)
  })

  it('does not keep a long file in memory', async () => {
    const line = `${'x'.repeat(100_000)}\n`
    const path = await write('long.ndjson', line.repeat(2_000))
    const before = process.memoryUsage().arrayBuffers
    let highest = 0
    let count = 0
    for await (const record of readFiles({ paths: [path], started_at: '' })) {
      count += record.bytes.length > 0 ? 1 : 0
      highest = Math.max(highest, process.memoryUsage().arrayBuffers)
    }
    expect(count).toBe(2_000)
    expect(highest - before).toBeLessThan(100 * 1024 * 1024)
  })
})

describe('listFiles', () => {
  it('includes the folder in the name of a file, because it often names the place', async () => {
    const path = await write('wa/bill.ndjson', '')
    expect((await listFiles([path])).map(({ name }) => name)).toEqual(['wa/bill.ndjson'])
    expect((await listFiles([join(folder, 'wa')])).map(({ name }) => name)).toEqual(['wa/bill.ndjson'])
  })

  it('fails if a path does not exist', async () => {
    await expect(listFiles([join(folder, 'nothing')])).rejects.toMatchObject({ code: 'usage' })
  })
})
