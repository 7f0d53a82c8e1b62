import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { createHostGuard, PrivateHost } from './host-guard.ts'

export type Exchange = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** `cut`: the connection, the deadline or the body was interrupted, so another attempt may succeed. */
export type Break = {
  readonly kind: 'cut' | 'too_large' | 'redirects' | 'private'
  readonly detail: string
}
export type Transfer =
  | { readonly exchange: Exchange }
  | { readonly broke: Break; readonly status: number | null }

export type TransportLimits = {
  readonly silence_ms: number
  readonly deadline_ms: number
  readonly answer_bytes: number
  /** Hosts of the source's own addresses. All other hosts must be on the public internet. */
  readonly own_hosts: readonly string[]
}

export type Transport = {
  /** Sends one request and follows its redirects. `headersOf` is called for each address. */
  readonly transfer: (
    url: URL,
    headersOf: (url: URL) => { readonly url: URL; readonly headers: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ) => Promise<Transfer>
  readonly close: () => Promise<void>
}

const MOST_REDIRECTS = 5
const CONNECTIONS = 4
const redirects = new Set([301, 302, 303, 307, 308])

export function createTransport(limits: TransportLimits): Transport {
  const { silence_ms } = limits
  const guard = createHostGuard(limits.own_hosts)
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: silence_ms, lookup: guard.lookup },
    headersTimeout: silence_ms,
    bodyTimeout: silence_ms,
  })
  return {
    async transfer(first, headersOf, signal) {
      const deadline = AbortSignal.timeout(limits.deadline_ms)
      const seen = new Set<string>()
      let status: number | null = null
      try {
        for (let url = first; ; ) {
          if (seen.has(url.href))
            return broken('redirects', `redirects in a circle: ${[...seen].join(' to ')}`, status)
          if (seen.size > MOST_REDIRECTS)
            return broken('redirects', `redirects more than ${MOST_REDIRECTS} times`, status)
          seen.add(url.href)
          guard.check(url)
          const asked = headersOf(url)
          const answer = await request(asked.url, {
            dispatcher: agent,
            headers: asked.headers,
            signal: AbortSignal.any([signal, deadline]),
          })
          status = answer.statusCode
          const headers = singleHeaders(answer.headers)
          if (!redirects.has(status)) return await exchangeOf(status, headers, answer.body, limits)
          await answer.body.dump({ limit: 64 * 1024 })
          const next = URL.parse(headers.location ?? '', url.href)
          if (next === null || !/^https?:$/u.test(next.protocol))
            return broken('redirects', `redirects to ${JSON.stringify(headers.location ?? '')}`, status)
          next.hash = ''
          url = next
        }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PrivateHost) return broken('private', error.message, status)
        const detail = deadline.aborted ? `took longer than ${limits.deadline_ms} ms` : wordsOf(error)
        return broken('cut', detail, status)
      }
    },
    close: () => agent.destroy(),
  }
}

const broken = (kind: Break['kind'], detail: string, status: number | null): Transfer => ({
  broke: { kind, detail },
  status,
})

async function exchangeOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  stream: Dispatcher.ResponseData['body'],
  { answer_bytes }: TransportLimits,
): Promise<Transfer> {
  const tooLarge = () => broken('too_large', `is larger than ${answer_bytes} bytes`, status)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > answer_bytes) return tooLarge()
    parts.push(part)
  }
  const sent = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  try {
    return {
      exchange: { status, headers, body: await decode(sent, headers['content-encoding'], answer_bytes) },
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge()
    return broken('cut', `is a broken ${headers['content-encoding']}: ${wordsOf(error)}`, status)
  }
}

async function decode(sent: Buffer, encoding: string | undefined, maxOutputLength: number): Promise<Buffer> {
  if (sent.length === 0) return sent
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return promisify(gunzip)(sent, { maxOutputLength })
    case 'deflate':
      return promisify(inflate)(sent, { maxOutputLength })
    case 'br':
      return promisify(brotliDecompress)(sent, { maxOutputLength })
    default:
      return sent
  }
}

/** Names are in lower case. If a header comes twice, the first counts. */
function singleHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const single: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) single[name] = first
  }
  return single
}

/** undici puts the reason of a failed connection into `cause`. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  const words = error.message === '' && error.cause instanceof Error ? error.cause.message : error.message
  return code === undefined || words.includes(code) ? words : `${words} (${code})`
}
