import { AwsClient } from 'aws4fetch'
import { LegislogError } from '../../schemas/errors.ts'
import type { ObjectStore } from '../object-store.ts'
import type { Settings } from '../settings.ts'
import { checked, objectName, sha256Of } from './object-name.ts'

const longest_request_ms = 60_000
/** Retried by the client after an answer of 429 or 5xx, with growing pauses: about six seconds in all. */
const most_retries = 6

/**
 * Objects in an S3-compatible service, addressed by path (`endpoint/bucket/prefix/ab/cd/hash`), which every such service
 * understands. Uploads carry their hash, so that the service refuses what was damaged on the way.
 */
export function createS3Store(settings: Settings): ObjectStore {
  const { bucket, prefix } = placeOf(settings.object_store)
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
    retries: most_retries,
  })
  const keyOf = (sha256: string): string => `${prefix}${objectName(sha256)}`
  const nameOf = (sha256: string): string => `s3://${bucket}/${keyOf(sha256)}`

  /** The bytes of the answer; null where there is no such object. */
  async function ask(
    method: 'GET' | 'HEAD' | 'PUT',
    sha256: string,
    rest: RequestInit = {},
  ): Promise<Buffer | null> {
    const url = `${endpoint.replace(/\/$/, '')}/${bucket}/${keyOf(sha256)}`
    try {
      const signal = AbortSignal.timeout(longest_request_ms)
      const answer = await client.fetch(url, { ...rest, method, signal })
      const body = Buffer.from(await answer.arrayBuffer())
      if (answer.ok) return body
      if (answer.status === 404 && method !== 'PUT' && !body.includes('NoSuchBucket')) return null
      throw new Error(`answered ${answer.status} ${body.toString('utf8', 0, 300)}`)
    } catch (cause) {
      throw new LegislogError('object_store_failed', `${method} ${url}: ${(cause as Error).message}`, {
        cause,
      })
    }
  }

  async function has(sha256: string): Promise<boolean> {
    return (await ask('HEAD', sha256)) !== null
  }

  return {
    put: async (bytes, media_type) => {
      const sha256 = sha256Of(bytes)
      if (!(await has(sha256))) {
        const headers = { 'content-type': media_type, 'x-amz-content-sha256': sha256 }
        await ask('PUT', sha256, { body: new Uint8Array(bytes), headers })
      }
      return { sha256, bytes: bytes.length, url: nameOf(sha256) }
    },
    get: async (sha256) => {
      const bytes = await ask('GET', sha256)
      return bytes === null ? null : checked(sha256, bytes, nameOf(sha256))
    },
    has,
  }
}

function placeOf(place: string): { bucket: string; prefix: string } {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/+(.*?)\/*)?$/.exec(place)
  if (match === null) {
    throw new LegislogError(
      'setting_invalid',
      `OBJECT_STORE is ${JSON.stringify(place)}; it must be s3://bucket/prefix`,
    )
  }
  const [, bucket, prefix = ''] = match
  return { bucket: bucket!, prefix: prefix === '' ? '' : `${prefix}/` }
}
