import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { type S3Server, startS3Server } from '../../support/fakes/s3-server.ts'

const hello = Buffer.from('hello')
const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const path = `/texts/legislog/2c/f2/${hash}`

describe('the objects in S3', () => {
  let server: S3Server
  beforeEach(async () => {
    server = await startS3Server({ id: 'key', secret: 'secret', bucket: 'texts' })
  })
  afterEach(() => server.close())

  const store = (changed: Record<string, string> = {}): ObjectStore =>
    createObjectStore(
      readSettings({
        OBJECT_STORE: 's3://texts/legislog/',
        S3_ENDPOINT: server.url,
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
        ...changed,
      }),
    )

  it('are signed, named by their hash under the prefix, and can be read back', async () => {
    expect(await store().put(hello, 'text/plain')).toEqual({
      sha256: hash,
      bytes: 5,
      url: `s3:/${path}`,
    })
    expect(server.objects.get(path)).toEqual({ bytes: hello, media_type: 'text/plain' })
    expect(await store().get(hash)).toEqual(hello)
    expect(await store().has(hash)).toBe(true)
  })

  it('are streamed as a whole or in part, and a whole object is checked', async () => {
    await store().put(hello, 'text/plain')
    const part = await store().open(hash, { start: 1, end: 3 })
    expect([part?.bytes, Buffer.concat(await part!.stream.toArray()).toString()]).toEqual([5, 'ell'])
    const whole = await store().open(hash)
    expect([whole?.bytes, Buffer.concat(await whole!.stream.toArray()).toString()]).toEqual([5, 'hello'])
    const first = await store().beginning(hash, 4, AbortSignal.timeout(60_000))
    expect([first?.bytes.toString(), first?.is_truncated]).toEqual(['hell', true])
    server.objects.set(path, { bytes: Buffer.from('jello'), media_type: 'text/plain' })
    const wrong = await store().open(hash)
    await expect(wrong!.stream.toArray()).rejects.toMatchObject({ code: 'object_corrupt' })
    server.objects.clear()
    expect(await store().open(hash)).toBeNull()
  })

  it('are uploaded once', async () => {
    await store().put(hello, 'text/plain')
    await store().put(hello, 'text/plain')
    expect(server.asked.filter((one) => one.startsWith('PUT'))).toHaveLength(1)
  })

  it('are null if they do not exist', async () => {
    expect(await store().get(hash)).toBeNull()
    expect(await store().has(hash)).toBe(false)
  })

  it('are requested again if the service is overloaded for a moment', async () => {
    server.faults.push(503, 500, 429)
    await store().put(hello, 'text/plain')
    expect(server.objects.get(path)?.bytes).toEqual(hello)
  })

  it('are never returned with bytes that do not match their name', async () => {
    await store().put(hello, 'text/plain')
    server.objects.set(path, { bytes: Buffer.from('jello'), media_type: 'text/plain' })
    await expect(store().get(hash)).rejects.toMatchObject({ code: 'object_corrupt' })
  })

  it('do not count as missing if the key is wrong or there is no bucket', async () => {
    await expect(store({ S3_SECRET_ACCESS_KEY: 'other' }).has(hash)).rejects.toMatchObject({
      code: 'object_store_failed',
      message: expect.stringContaining('answered 403'),
    })
    await expect(store({ OBJECT_STORE: 's3://others' }).get(hash)).rejects.toMatchObject({
      code: 'object_store_failed',
      message: expect.stringContaining('NoSuchBucket'),
    })
  })

  it('are uploaded again if the existing ones have another size', async () => {
    server.objects.set(path, { bytes: Buffer.from('half'), media_type: 'text/plain' })
    await store().put(hello, 'text/plain')
    expect(server.objects.get(path)?.bytes).toEqual(hello)
  })

  it.each([
    ['the whole where a part was asked for', 200, {}, 'hello', /answered 200 with the range none/],
    [
      'another part',
      206,
      { 'content-range': 'bytes 0-2/5' },
      'hel',
      /with the range bytes 0-2\/5, not with bytes 1-3/,
    ],
    [
      'a part of no known whole',
      206,
      { 'content-range': 'bytes 1-3/*' },
      'ell',
      /with the range bytes 1-3\/\*/,
    ],
  ])(
    'cause an error if a range is requested and the service answers with %s',
    async (_, status, headers, body, message) => {
      server.surprises.push((response) => void response.writeHead(status, headers).end(body))
      await expect(store().open(hash, { start: 1, end: 3 })).rejects.toMatchObject({
        code: 'object_store_failed',
        message: expect.stringMatching(message),
      })
    },
  )

  it('are not streamed if the service does not report their length', async () => {
    server.surprises.push((response) => {
      response.write('hel')
      response.end('lo')
    })
    await expect(store().open(hash)).rejects.toMatchObject({
      code: 'object_store_failed',
      message: expect.stringContaining('answered without a length'),
    })
  })

  it('cannot have a prefix that leads out of the bucket', () => {
    expect(() => store({ OBJECT_STORE: 's3://texts/../others/texts' })).toThrow(
      /it must be s3:\/\/bucket\/prefix/,
    )
  })

  it('are not requested from the target of a redirect', async () => {
    const elsewhere = await startS3Server({ id: 'key', secret: 'secret', bucket: 'texts' })
    for (const _ of [1, 2]) {
      server.surprises.push((response) => {
        response.writeHead(307, { location: `${elsewhere.url}${path}` }).end()
      })
    }
    await expect(store().get(hash)).rejects.toMatchObject({
      message: expect.stringContaining('answered 307'),
    })
    await expect(store().put(hello, 'text/plain')).rejects.toThrow('answered 307')
    expect(elsewhere.asked).toEqual([])
    await elsewhere.close()
  })
})
