import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { cleanUp } from '../harness/clean-up.ts'

export type Asked = {
  readonly method: string
  /** Path and query as received. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The number of requests of this path, including this one. */
  readonly times: number
}

export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: Buffer | string | object
  /** Supports If-None-Match and If-Modified-Since, with an ETag of the body or with this modification time. */
  readonly etag?: boolean
  readonly last_modified?: string
}

/** A reply, or a function of the request that makes one: a page that drifts, a clock in Eastern time, a cursor. */
export type Play = Reply | ((asked: Asked) => Reply | Promise<Reply>)

/** The fault of one request; the next one is answered normally. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retry_after?: string
      readonly body?: string
    }
  /** The declared length never comes: the connection is closed half way. */
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
  /** The head comes, half of the body, and then nothing. */
  | { readonly kind: 'falls-silent' }
  | { readonly kind: 'never-answers' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'content-type'; readonly type: string }

export type FaultyServer = {
  readonly url: string
  readonly seen: readonly Asked[]
  /**
   * Sets the replies of a path. A string is compared with the path without its query, or with both if it has one.
   * Several replies are sent one after another, and the last one from then on. Setting a path again replaces its
   * replies.
   */
  readonly serve: (path: string | RegExp, ...plays: readonly Play[]) => void
  /** Files below a folder under their relative paths; `x.json` is also found as `x.json.gz`. */
  readonly serveFolder: (prefix: string, folder: string) => void
  /** The next request (of such a path) gets this fault; several faults queue up. */
  readonly fail: (fault: Fault, path?: RegExp, times?: number) => void
  /** Requests so far, of such paths. */
  readonly count: (path?: RegExp) => number
  /** Drops the requests and the unused faults. */
  readonly clear: () => void
  readonly close: () => Promise<void>
}

/** A publisher on loopback with real answers and scripted faults; closed when the test file has ended. */
export async function createFaultyServer(): Promise<FaultyServer> {
  const routes: { path: string | RegExp; plays: readonly Play[]; position: number }[] = []
  const faults: { fault: Fault; path: RegExp }[] = []
  const seen: Asked[] = []
  const times = new Map<string, number>()

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    times.set(path, (times.get(path) ?? 0) + 1)
    const query = new URL(path, 'http://localhost').searchParams
    const asked = {
      method: request.method ?? '',
      path,
      query,
      headers: request.headers,
      times: times.get(path)!,
    }
    seen.push(asked)
    const met = faults.findIndex((one) => one.path.test(path))
    const fault = met < 0 ? undefined : faults.splice(met, 1)[0]!.fault
    if (path.startsWith(ENDLESS))
      return redirect(response, `${ENDLESS}${Number(path.slice(ENDLESS.length)) + 1}`)
    if (fault !== undefined && failAtOnce(fault, path, response)) return
    try {
      const reply = await play(asked)
      send(response, request.headers, reply, fault)
    } catch (error) {
      response.writeHead(500, { 'x-test-failure': 'yes' }).end(String(error))
    }
  })

  async function play(asked: Asked): Promise<Reply> {
    const [bare] = asked.path.split('?')
    const route = routes.find(({ path }) =>
      typeof path === 'string' ? path === (path.includes('?') ? asked.path : bare) : path.test(asked.path),
    )
    if (route === undefined)
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
    const next = route.plays[Math.min(route.position, route.plays.length - 1)]!
    route.position += 1
    return typeof next === 'function' ? next(asked) : next
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  cleanUp(close)

  function serve(path: string | RegExp, ...plays: readonly Play[]): void {
    const route = { path, plays, position: 0 }
    const known = routes.findIndex((one) => String(one.path) === String(path))
    if (known >= 0) routes[known] = route
    else routes.push(route)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    serve,
    serveFolder(prefix, folder) {
      serve(new RegExp(`^${prefix}/`), ({ path }) => fileReply(folder, path.slice(prefix.length + 1)))
    },
    fail(fault, path = /^/, repeated = 1) {
      for (let time = 0; time < repeated; time++) faults.push({ fault, path })
    },
    count: (path = /^/) => seen.filter((asked) => path.test(asked.path)).length,
    clear() {
      seen.length = 0
      faults.length = 0
      times.clear()
    },
    close,
  }
}

const ENDLESS = '/endless/'

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

function failAtOnce(fault: Fault, path: string, response: ServerResponse): boolean {
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

function send(
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

function fileReply(folder: string, path: string): Reply {
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
