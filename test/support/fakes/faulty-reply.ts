import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: Buffer | string | object
  /** Supports If-None-Match and If-Modified-Since, with an ETag of the body or with this modification time. */
  readonly etag?: boolean
  readonly last_modified?: string
}

/** The fault of one request; the next one is answered normally. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retry_after?: string
      readonly body?: string
    }
  /** The declared length never arrives: the connection is closed halfway. */
  | { readonly kind: 'cut-off' }
  /** The body ends early but claims to be whole. */
  | { readonly kind: 'ends-early' }
  | { readonly kind: 'broken-gzip' }
  /** A page of HTML with status 200. */
  | { readonly kind: 'web-page' }
  /** Redirects from one address to the next without end. */
  | { readonly kind: 'endless-redirects' }
  | { readonly kind: 'redirect-circle' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The headers and half of the body arrive, and then nothing. */
  | { readonly kind: 'falls-silent' }
  | { readonly kind: 'never-answers' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'content-type'; readonly type: string }

/** The path of redirects without end. */
export const ENDLESS = '/endless/'

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

/** Answers faults that need no reply. Returns false if the reply is to be sent, perhaps broken. */
export function failAtOnce(fault: Fault, path: string, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'status': {
      const { status, retry_after, body = `fault ${status}` } = fault
      const headers = {
        'content-type': 'text/plain',
        ...(retry_after === undefined ? {} : { 'retry-after': retry_after }),
      }
      response.writeHead(status, headers).end(body)
      return true
    }
    case 'web-page':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html>\n<html><head><title>Be back soon</title></head><body>Maintenance</body></html>')
      return true
    case 'endless-redirects':
      redirect(response, `${ENDLESS}1`)
      return true
    case 'redirect-circle':
      redirect(response, path)
      return true
    case 'redirect':
      redirect(response, fault.to)
      return true
    case 'never-answers':
      return true
    case 'reset':
      response.socket?.resetAndDestroy()
      return true
    default:
      return false
  }
}

/** Sends a reply, with the fault that breaks it. */
export function send(
  response: ServerResponse,
  asked: IncomingHttpHeaders,
  reply: Reply,
  fault: Fault | undefined,
): void {
  const { status = 200, last_modified } = reply
  const whole = bytesOf(reply.body ?? '')
  const etag =
    reply.etag === true ? `"${createHash('sha256').update(whole).digest('hex').slice(0, 16)}"` : undefined
  const headers: Record<string, string> = { 'content-type': typeOf(reply.body), ...reply.headers }
  if (etag !== undefined) headers.etag = etag
  if (last_modified !== undefined) headers['last-modified'] = last_modified
  const isUnmodified =
    (etag !== undefined && asked['if-none-match'] === etag) ||
    (last_modified !== undefined && asked['if-modified-since'] === last_modified)
  if (isUnmodified && status === 200) {
    response.writeHead(304, etag === undefined ? {} : { etag }).end()
    return
  }
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  switch (fault?.kind) {
    case 'cut-off':
      response.writeHead(status, { ...headers, 'content-length': whole.length })
      response.write(half, () => response.socket?.end())
      break
    case 'falls-silent':
      response.writeHead(status, { ...headers, 'content-length': whole.length })
      response.write(half)
      break
    case 'ends-early':
      response.writeHead(status, { ...headers, 'content-length': half.length }).end(half)
      break
    case 'broken-gzip': {
      const packed = gzipSync(whole)
      response
        .writeHead(status, { ...headers, 'content-encoding': 'gzip' })
        .end(packed.subarray(0, Math.floor(packed.length / 2)))
      break
    }
    case 'content-type':
      response.writeHead(status, { ...headers, 'content-type': fault.type }).end(whole)
      break
    default:
      response.writeHead(status, { ...headers, 'content-length': whole.length }).end(whole)
  }
}

function bytesOf(body: NonNullable<Reply['body']>): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function typeOf(body: Reply['body']): string {
  if (Buffer.isBuffer(body)) return 'application/octet-stream'
  if (typeof body === 'object') return 'application/json'
  return body?.trimStart().startsWith('<') ? 'application/xml' : 'text/plain'
}

/** The file of a folder at a path, or at the path with `.gz`. */
export function fileReply(folder: string, path: string): Reply {
  const name = decodeURIComponent(path.split('?')[0]!)
  for (const [file, unpack] of [
    [name, (bytes: Buffer) => bytes],
    [`${name}.gz`, gunzipSync],
  ] as const) {
    try {
      return { body: unpack(readFileSync(join(folder, file))), etag: true }
    } catch (error) {
      if (!['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
}
