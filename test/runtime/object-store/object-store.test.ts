import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

const hello = Buffer.from('hello')
const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe('a directory of objects', () => {
  let folder: string
  let store: ObjectStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'objects-'))
    store = createObjectStore(readSettings({ OBJECT_STORE: folder }))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const place = (): string => join(folder, hash.slice(0, 2), hash.slice(2, 4), hash)

  it('returns stored bytes by the hash of the bytes', async () => {
    const stored = await store.put(hello, 'text/plain')
    expect(stored).toMatchObject({ sha256: hash, bytes: 5 })
    expect(new URL(stored.url).protocol).toBe('file:')
    expect(await store.get(hash)).toEqual(hello)
    expect(await store.has(hash)).toBe(true)
  })

  it('stores the same bytes once, even if they are written at the same time, and leaves no partial file', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.put(hello, 'text/plain')))
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(files.map((file) => file.name)).toEqual([hash])
  })

  it('streams an object or a part of it, and reports the whole length', async () => {
    await store.put(hello, 'text/plain')
    const read = async (range?: { start: number; end: number }) => {
      const found = await store.open(hash, range)
      return [found?.bytes, Buffer.concat(await found!.stream.toArray()).toString()]
    }
    expect(await read()).toEqual([5, 'hello'])
    expect(await read({ start: 1, end: 3 })).toEqual([5, 'ell'])
  })

  it('gives the beginning of an object, and checks it if it is all of the object', async () => {
    await store.put(hello, 'text/plain')
    const read = async (most_bytes: number) => {
      const found = await store.beginning(hash, most_bytes, AbortSignal.timeout(60_000))
      return [found?.bytes.toString(), found?.is_truncated]
    }
    expect(await read(4)).toEqual(['hell', true])
    expect(await read(5)).toEqual(['hello', false])
    await writeFile(place(), 'jello')
    await expect(read(5)).rejects.toMatchObject({ code: 'object_corrupt' })
  })

  it('does not give the beginning of an object after its deadline', async () => {
    await store.put(hello, 'text/plain')
    for (const most_bytes of [4, 5])
      await expect(store.beginning(hash, most_bytes, AbortSignal.abort())).rejects.toThrow()
  })

  it('aborts a stream before its end if the bytes do not match the name', async () => {
    await store.put(hello, 'text/plain')
    await writeFile(place(), 'jello')
    const { stream } = (await store.open(hash))!
    const read: Buffer[] = []
    stream.on('data', (chunk: Buffer) => read.push(chunk))
    const failure = await new Promise((resolve) => stream.once('error', resolve))
    expect(failure).toMatchObject({ code: 'object_corrupt' })
    expect(read).toEqual([])
  })

  it('finds nothing that was never stored', async () => {
    expect(await store.open(hash)).toBeNull()
    expect(await store.get(hash)).toBeNull()
    expect(await store.beginning(hash, 5, AbortSignal.timeout(60_000))).toBeNull()
    expect(await store.has(hash)).toBe(false)
  })

  it('never returns bytes that do not match the name', async () => {
    await store.put(hello, 'text/plain')
    await writeFile(place(), 'jello')
    await expect(store.get(hash)).rejects.toMatchObject({ code: 'object_corrupt' })
  })

  it('rewrites an object that a crash has truncated', async () => {
    await store.put(hello, 'text/plain')
    await writeFile(place(), 'he')
    await store.put(hello, 'text/plain')
    expect(await readFile(place())).toEqual(hello)
  })

  it('names the folder if it cannot write', async () => {
    await writeFile(join(folder, '2c'), 'a file where a folder must be')
    await expect(store.put(hello, 'text/plain')).rejects.toMatchObject({
      code: 'object_store_failed',
      message: expect.stringContaining(folder),
    })
  })

  it('refuses a name that is not a hash', async () => {
    await expect(store.get('../../secret')).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('the object store setting', () => {
  it.each([
    [
      { OBJECT_STORE: 'ftp://somewhere' },
      'OBJECT_STORE is "ftp://somewhere"; it must be a folder or s3://bucket/prefix',
    ],
    [{ OBJECT_STORE: 's3://' }, 'OBJECT_STORE is "s3://"; it must be s3://bucket/prefix'],
    [{ OBJECT_STORE: 's3://texts' }, 'S3_ACCESS_KEY_ID is empty; OBJECT_STORE is in S3 and needs it'],
  ])('is refused by name and value: %o', (env, message) => {
    expect(() => createObjectStore(readSettings(env))).toThrow(
      expect.objectContaining({ code: 'setting_invalid', message }),
    )
  })

  it('defaults to a folder in LEGISLOG_HOME', async () => {
    const home = await mkdtemp(join(tmpdir(), 'home-'))
    const { url } = await createObjectStore(readSettings({ LEGISLOG_HOME: home })).put(hello, 'text/plain')
    expect(url).toContain(`${home}/objects/2c/f2/`)
    await rm(home, { recursive: true })
  })
})
