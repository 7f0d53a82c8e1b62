import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { cleanUp } from '../harness/clean-up.ts'

/** The response of a receiver. */
export type Mode =
  | { kind: 'ok' }
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  | { kind: 'redirect'; status: number; location: string }
  | { kind: 'hang-before-headers' }
  | { kind: 'drip-body'; every_ms: number }
  | { kind: 'huge-body'; bytes: number; status?: number }
  /** Announces more than it sends, and closes. */
  | { kind: 'cut-body' }
  | { kind: 'early-hints' }
  /** Sends them as fast as the other side reads, and never a final response. */
  | { kind: 'endless-early-hints' }
  /** Closes a used connection as soon as the next request arrives. */
  | { kind: 'close-reused' }
  | { kind: 'gzip-bomb'; bytes: number }
  | { kind: 'huge-header'; bytes: number }
  | { kind: 'reset' }
  | { kind: 'slow'; ms: number }
  | { kind: 'retry-after'; status: number; value: string }
  | { kind: 'choose'; mode: (received: Received) => Mode }
  /** 401 if the standardwebhooks package does not accept the signature. */
  | { kind: 'verify'; secret: string }

export type Received = {
  readonly key: string
  readonly headers: IncomingHttpHeaders
  readonly method: string
  readonly path: string
  readonly body: string
}

export type Receiver = {
  readonly url: string
  readonly received: readonly Received[]
  /** The idempotency key of each request. */
  keys(): string[]
  /** The most requests that were open at one time. */
  most_at_once(): number
  /** Bytes of responses written so far, as far as the sender read them. */
  readonly bytes_written: () => number
  answer(mode: Mode): void
  /** Drops what was received so far. */
  clear(): void
  close(): Promise<void>
}

/** A real HTTP server on loopback, closed when the test file has ended. */
export async function createReceiver(first: Mode = { kind: 'ok' }): Promise<Receiver> {
  let mode = first
  let bytesBefore = 0
  let openNow = 0
  let openMost = 0
  const received: Received[] = []
  const open = new Set<ServerResponse['socket']>()
  const server = createServer(async (request, response) => {
    openNow += 1
    openMost = Math.max(openMost, openNow)
    response.on('close', () => {
      openNow -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one: Received = {
      key: String(request.headers['x-service-idempotency-key']),
      headers: request.headers,
      method: request.method ?? '',
      path: request.url ?? '',
      body: Buffer.concat(chunks).toString('utf8'),
    }
    received.push(one)
    respond(mode, one, response)
  })
  server.keepAliveTimeout = 5_000
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      bytesBefore += socket.bytesWritten
      open.delete(socket)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => closed(server)
  cleanUp(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    keys: () => received.map(({ key }) => key),
    most_at_once: () => openMost,
    bytes_written: () =>
      bytesBefore + [...open].reduce((sum, socket) => sum + (socket?.bytesWritten ?? 0), 0),
    answer(next) {
      mode = next
    },
    clear() {
      received.length = 0
    },
    close,
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

const answeredOn = new WeakSet<object>()

function respond(mode: Mode, received: Received, response: ServerResponse): void {
  switch (mode.kind) {
    case 'ok':
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
      break
    case 'status':
      response.writeHead(mode.status, mode.headers).end(mode.body)
      break
    case 'redirect':
      response.writeHead(mode.status, { location: mode.location }).end()
      break
    case 'retry-after':
      response.writeHead(mode.status, { 'retry-after': mode.value }).end()
      break
    case 'hang-before-headers':
      break
    case 'drip-body':
      drip(response, mode.every_ms)
      break
    case 'huge-body':
      pour(response.writeHead(mode.status ?? 200), mode.bytes)
      break
    case 'cut-body':
      response.writeHead(200, { 'content-length': '100' }).write('x')
      setImmediate(() => response.destroy())
      break
    case 'early-hints':
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.writeHead(200).end('ok')
      break
    case 'endless-early-hints':
      if (response.socket !== null) hintForEver(response.socket)
      break
    case 'close-reused':
      if (response.socket === null) break
      if (answeredOn.has(response.socket)) response.socket.destroy()
      else response.writeHead(200).end()
      answeredOn.add(response.socket)
      break
    case 'gzip-bomb':
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(mode.bytes)))
      break
    case 'huge-header':
      response.writeHead(200, { 'x-large': 'a'.repeat(mode.bytes) }).end()
      break
    case 'slow':
      setTimeout(() => response.writeHead(200).end(), mode.ms)
      break
    case 'reset':
      response.socket?.resetAndDestroy()
      break
    case 'choose':
      respond(mode.mode(received), received, response)
      break
    case 'verify':
      response.writeHead(isGenuine(mode.secret, received) ? 200 : 401).end()
      break
  }
}

function isGenuine(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    // The signature is wrong.
    return false
  }
}

function drip(response: ServerResponse, every_ms: number): void {
  response.writeHead(200)
  response.write('.')
  const timer = setInterval(() => response.write('.'), every_ms)
  response.on('close', () => clearInterval(timer))
}

function hintForEver(socket: Socket): void {
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'.repeat(100)
  const more = () => {
    if (!socket.destroyed) socket.write(hints, () => setImmediate(more))
  }
  more()
}

/** Writes as much as the other side reads. */
function pour(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(64 * 1024, 'a')
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}
