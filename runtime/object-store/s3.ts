import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { LegislogError } from '../../schemas/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { checked, checking, objectName, sha256Of } from './object-name.ts'
import type { ByteRange, ObjectStore, OpenObject } from './object-store.ts'
import { readBeginning } from './read-beginning.ts'

const MAX_REQUEST_MS = 60_000
/** The client retries after a response of 429 or 5xx, with growing pauses: about six seconds in all. */
const MAX_RETRIES = 6
/** No fetched document is larger. */
const MAX_BYTES = 1024 * 1024 * 1024

/**
 * Objects in an S3-compatible service, addressed by path (`endpoint/bucket/prefix/ab/cd/hash`), which every such
 * service understands. Uploads carry their hash, so that the service refuses bytes that were damaged on the way.
 */
export function createS3Store(settings: Settings): ObjectStore {
  const { bucket, prefix } = parseLocation(settings.object_store)
  for (const name of ['s3_access_key_id', 's3_secret_access_key'] as const) {
    if (settings[name] === '') {
      throw new LegislogError(
        'setting_invalid',
        `${name.toUpperCase()} is empty; OBJECT_STORE is in S3 and needs it`,
      )
    }
  }
  const endpoint = settings.s3_endpoint || `https://s3.${settings.s3_region}.amazonaws.com`
  const client = new AwsClient({
    accessKeyId: settings.s3_access_key_id,
    secretAccessKey: settings.s3_secret_access_key,
    region: settings.s3_region,
    service: 's3',
    retries: MAX_RETRIES,
  })
  const keyOf = (sha256: string): string => `${prefix}${objectName(sha256)}`
  const nameOf = (sha256: string): string => `s3://${bucket}/${keyOf(sha256)}`

  /** Reads the response; gives null if there is no such object. */
  async function answered<T>(
    method: 'GET' | 'HEAD' | 'PUT',
    sha256: string,
    rest: RequestInit,
    use: (answer: Response) => Promise<T>,
  ): Promise<T | null> {
    const url = `${endpoint.replace(/\/$/, '')}/${bucket}/${keyOf(sha256)}`
    try {
      // A redirect is not followed: the request is signed for this address only.
      const answer = await client.fetch(url, { ...rest, method, redirect: 'manual' })
      if (answer.ok) return await use(answer)
      const body = await answer.text()
      if (answer.status === 404 && method !== 'PUT' && !body.includes('NoSuchBucket')) return null
      throw new Error(`answered ${answer.status} ${body.slice(0, 300)}`)
    } catch (cause) {
      throw new LegislogError('object_store_failed', `${method} ${url}: ${(cause as Error).message}`, {
        cause,
      })
    }
  }

  const ask = (
    method: 'GET' | 'HEAD' | 'PUT',
    sha256: string,
    rest: RequestInit = {},
  ): Promise<Buffer | null> =>
    answered(method, sha256, { ...rest, signal: AbortSignal.timeout(MAX_REQUEST_MS) }, readWhole)

  /** Only the head of the response has a deadline: the reader sets the pace of its bytes. */
  async function open(sha256: string, range?: ByteRange): Promise<OpenObject | null> {
    const until = new AbortController()
    const deadline = setTimeout(() => until.abort(new Error('no answer in time')), MAX_REQUEST_MS)
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
    try {
      return await answered('GET', sha256, { headers, signal: until.signal }, async (answer) => {
        const bytes = range === undefined ? lengthOf(answer) : lengthBeside(answer, range)
        const stream = Readable.fromWeb(answer.body as ReadableStream)
        if (range !== undefined) return { bytes, stream }
        return { bytes, stream: pipeline(stream, checking(sha256, nameOf(sha256)), () => {}) }
      })
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Null if there is no such object. */
  const sizeOf = (sha256: string): Promise<number | null> =>
    answered('HEAD', sha256, { signal: AbortSignal.timeout(MAX_REQUEST_MS) }, async (answer) =>
      lengthOf(answer),
    )

  return {
    put: async (bytes, mediaType) => {
      const sha256 = sha256Of(bytes)
      // An object of a different size is half an upload, or not ours.
      if ((await sizeOf(sha256)) !== bytes.length) {
        const headers = { 'content-type': mediaType, 'x-amz-content-sha256': sha256 }
        await ask('PUT', sha256, { body: new Uint8Array(bytes), headers })
      }
      return { sha256, bytes: bytes.length, url: nameOf(sha256) }
    },
    get: async (sha256) => {
      const bytes = await ask('GET', sha256)
      return bytes === null ? null : checked(sha256, bytes, nameOf(sha256))
    },
    open,
    beginning: async (sha256, most_bytes, signal) => {
      const found = await open(sha256)
      return found && readBeginning(found.stream, most_bytes, signal)
    },
    has: async (sha256) => (await sizeOf(sha256)) !== null,
  }
}

function lengthOf({ headers }: Response): number {
  const length = headers.get('content-length')
  if (length === null || headers.has('content-encoding')) throw new Error('answered without a length')
  return Number(length)
}

/** Reads the length of the whole object from a response that has exactly the requested part. */
function lengthBeside({ status, headers }: Response, { start, end }: ByteRange): number {
  const part = headers.get('content-range') ?? 'none'
  const [, length] = /^bytes \d+-\d+\/(\d+)$/.exec(part) ?? []
  if (status !== 206 || length === undefined || part !== `bytes ${start}-${end}/${length}`) {
    throw new Error(`answered ${status} with the range ${part}, not with bytes ${start}-${end}`)
  }
  return Number(length)
}

async function readWhole({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`answered more than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parseLocation(location: string): { bucket: string; prefix: string } {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/+(.*?)\/*)?$/.exec(location)
  // In a URL, such parts lead to a different bucket.
  if (match === null || location.split('/').some((part) => part === '.' || part === '..')) {
    throw new LegislogError(
      'setting_invalid',
      `OBJECT_STORE is ${JSON.stringify(location)}; it must be s3://bucket/prefix`,
    )
  }
  const [, bucket, prefix = ''] = match
  return { bucket: bucket!, prefix: prefix === '' ? '' : `${prefix}/` }
}
