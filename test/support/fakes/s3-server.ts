import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type S3Server = {
  readonly url: string
  readonly objects: Map<string, { bytes: Buffer; media_type: string }>
  /** Methods and paths, in order. */
  readonly asked: string[]
  /** Responses to the next requests, in order. */
  readonly faults: number[]
  /** Adds responses to the next requests. */
  readonly surprises: ((response: ServerResponse) => void)[]
  readonly close: () => Promise<void>
}

/** A bucket with Signature Version 4, computed here with node:crypto as AWS documents it. */
export async function startS3Server(account: {
  id: string
  secret: string
  bucket: string
}): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const asked: string[] = []
  const faults: number[] = []
  const surprises: S3Server['surprises'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url!
    asked.push(`${request.method} ${path}`)
    const answer = (status: number, sentSignature: string | Buffer = ''): void => {
      response.writeHead(status).end(sentSignature)
    }
    const fault = faults.shift()
    if (fault !== undefined) return answer(fault, '<Error><Code>SlowDown</Code></Error>')
    const surprise = surprises.shift()
    if (surprise !== undefined) return surprise(response)
    if (!isSigned(request, body, account))
      return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (!path.startsWith(`/${account.bucket}/`))
      return answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (request.method === 'PUT') {
      objects.set(path, { bytes: body, media_type: request.headers['content-type'] ?? '' })
      return answer(200)
    }
    const found = objects.get(path)
    if (found === undefined) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (range !== null && request.method === 'GET') {
      const [, start, end] = range
      response.setHeader('content-range', `bytes ${start}-${end}/${found.bytes.length}`)
      return answer(206, found.bytes.subarray(Number(start), Number(end) + 1))
    }
    response.setHeader('content-length', found.bytes.length)
    answer(200, request.method === 'HEAD' ? '' : found.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    asked,
    faults,
    surprises,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex')
const hmac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest()

function isSigned(request: IncomingMessage, body: Buffer, account: { id: string; secret: string }): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (match === null) return false
  const [, credential, signed, signature] = match
  const [id, day, region, service, end] = credential!.split('/')
  const answer = request.headers['x-amz-content-sha256'] as string
  if (id !== account.id || (answer !== 'UNSIGNED-PAYLOAD' && answer !== sha256(body))) return false
  const headers = signed!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), signed, answer].join('\n')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, service, end].reduce<Buffer | string>(
    (content, part) => hmac(content, part!),
    `AWS4${account.secret}`,
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature!, 'hex'))
}
