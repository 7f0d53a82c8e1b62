import type { Clock } from '../../../runtime/clock.ts'
import { parseRetryAfter } from '../../../runtime/http/retry-after.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Download } from '../../source-interface/feed.ts'
import { faultOf } from './answer-check.ts'
import { createPacer, type Pacer, type Pause } from './pacer.ts'
import { waitAfter } from './retry.ts'
import { createTransport, type Exchange, type TransportLimits } from './transport.ts'
import { type UpstreamCode, UpstreamError } from './upstream-error.ts'

/** Stands in requests to these origins, and nowhere else. */
export type ClientKey = {
  readonly setting: string
  readonly value: string
  readonly send: 'query' | 'header'
  readonly name: string
  readonly origins: readonly string[]
}

export type ClientOptions = TransportLimits & {
  readonly source: string
  readonly user_agent: string
  readonly key: ClientKey | null
  readonly requests_per_minute: number
  readonly attempts: number
  /** Longest Retry-After that is waited for. */
  readonly wait_ms: number
  readonly clock: Clock
  readonly pause: Pause
  readonly random: () => number
  readonly log: Log
  readonly signal: AbortSignal
}

export type Validators = { readonly etag: string | null; readonly last_modified: string | null }

export type Client = {
  /** An answer of 200, of 304 where validators were sent, or of 404 and 410. Throws `upstream_*` for everything else. */
  readonly get: (url: URL, download: Download, validators: Validators) => Promise<Exchange>
  /** Requests made so far, all attempts and redirects counted. */
  readonly requests: () => number
  readonly close: () => Promise<void>
}

/** Requests with manners: paced per host, asked again where that may help, never twice where it cannot. */
export function createClient(options: ClientOptions): Client {
  const { source, key, clock, signal } = options
  const transport = createTransport(options)
  const pacers = new Map<string, Pacer>()
  let requests = 0

  function pacerOf({ origin }: URL): Pacer {
    const known = pacers.get(origin)
    if (known !== undefined) return known
    const pacer = createPacer(options.requests_per_minute, clock, options.pause)
    pacers.set(origin, pacer)
    return pacer
  }

  /** Headers and, where the key is a parameter, the address as it is sent. */
  function sent(url: URL, download: Download, { etag, last_modified }: Validators) {
    const headers: Record<string, string> = {
      'user-agent': options.user_agent,
      accept: acceptOf[download.expects],
      'accept-encoding': packed.has(download.expects) ? 'identity' : 'gzip',
      ...download.headers,
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(last_modified === null ? {} : { 'if-modified-since': last_modified }),
    }
    const withKey = new URL(url)
    if (key?.origins.includes(url.origin)) {
      if (key.send === 'header') headers[key.name.toLowerCase()] = key.value
      else withKey.searchParams.set(key.name, key.value)
    }
    requests += 1
    return { url: withKey, headers }
  }

  /** One attempt: an answer that can be used, or why not and whether another attempt may help. */
  async function attempt(url: URL, download: Download, validators: Validators): Promise<Exchange | Failure> {
    const transfer = await transport.transfer(url, (one) => sent(one, download, validators), signal)
    if ('broke' in transfer) {
      const { kind, detail } = transfer.broke
      const code = codesOfBreak[kind]
      return { code, detail, status: transfer.status, may_pass: kind === 'cut', retry_after_ms: undefined }
    }
    const { exchange } = transfer
    const failure = failureOf(exchange, validators, clock.now())
    if (failure !== null || exchange.status !== 200) return failure ?? exchange
    const objection = download.objection?.(exchange.body)
    const detail = objection?.detail ?? (await faultOf(download.expects, exchange.body))
    if (detail === null) return exchange
    const code = objection?.code ?? 'upstream_malformed'
    const mayPass = code === 'upstream_malformed' || code === 'upstream_limited'
    return { code, detail, status: exchange.status, may_pass: mayPass, retry_after_ms: undefined }
  }

  function thrown(url: URL, failure: Failure, attempts: number): UpstreamError {
    const { code, detail, status, retry_after_ms } = failure
    const retryAt =
      retry_after_ms === undefined ? undefined : new Date(clock.now().getTime() + retry_after_ms)
    const hint =
      code === 'upstream_refused' && key !== null
        ? `; its key is ${key.setting}`
        : retryAt === undefined
          ? ''
          : `; not before ${retryAt.toISOString()}`
    const tries = attempts > 1 ? ` (${attempts} attempts)` : ''
    const fault = { source, url: url.href, status, ...(retryAt === undefined ? {} : { retry_at: retryAt }) }
    return new UpstreamError(code, masked(`${detail}${tries}${hint}`, key), fault)
  }

  return {
    async get(url, download, validators) {
      for (let attempts = 1; ; attempts++) {
        await pacerOf(url).take(signal)
        const result = await attempt(url, download, validators)
        if ('body' in result) return { ...result, body: maskedBytes(result.body, key) }
        const { code, detail, may_pass, retry_after_ms } = result
        const isTooLong = retry_after_ms !== undefined && retry_after_ms > options.wait_ms
        if (!may_pass || attempts >= options.attempts || isTooLong) throw thrown(url, result, attempts)
        const isLimited = code === 'upstream_limited'
        const wait_ms = waitAfter(attempts, options.random(), { is_limited: isLimited, retry_after_ms })
        options.log.warn(
          { url: url.href, reason: masked(detail, key), attempts, wait_ms },
          'asked again later',
        )
        if (isLimited || retry_after_ms !== undefined)
          pacerOf(url).hold(new Date(clock.now().getTime() + wait_ms))
        else await options.pause(wait_ms, signal)
      }
    },
    requests: () => requests,
    close: transport.close,
  }
}

type Failure = {
  readonly code: UpstreamCode
  readonly detail: string
  readonly status: number | null
  readonly may_pass: boolean
  readonly retry_after_ms: number | undefined
}

const packed: ReadonlySet<Download['expects']> = new Set(['zip', 'gzip', 'pdf'])

const acceptOf: Readonly<Record<Download['expects'], string>> = {
  json: 'application/json',
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
  html: 'text/html, */*;q=0.1',
  text: 'text/plain, */*;q=0.1',
  yaml: '*/*',
  csv: 'text/csv, */*;q=0.1',
  zip: 'application/zip, */*;q=0.1',
  gzip: 'application/gzip, */*;q=0.1',
  pdf: 'application/pdf, */*;q=0.1',
  any: '*/*',
}

const codesOfBreak = {
  cut: 'upstream_unavailable',
  too_large: 'upstream_too_large',
  redirects: 'upstream_redirects',
  private: 'upstream_rejected',
} as const

const missing = new Set([404, 410])
/** The server's own faults, and those of the moment. */
const passing = new Set([408, 421, 425])

function failureOf({ status, headers, body }: Exchange, validators: Validators, now: Date): Failure | null {
  if (status === 200 || missing.has(status)) return null
  const isConditional = validators.etag !== null || validators.last_modified !== null
  if (status === 304 && isConditional) return null
  const retryAfter_ms = parseRetryAfter(headers['retry-after'], now)
  const detail = `answered ${status}${beginningOf(body)}`
  // GitHub says 403 where others say 429.
  const isLimited = status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0')
  if (isLimited)
    return { code: 'upstream_limited', detail, status, may_pass: true, retry_after_ms: retryAfter_ms }
  if (status >= 500 || passing.has(status))
    return { code: 'upstream_unavailable', detail, status, may_pass: true, retry_after_ms: retryAfter_ms }
  if (status >= 200 && status < 400)
    return { code: 'upstream_malformed', detail, status, may_pass: true, retry_after_ms: retryAfter_ms }
  const code = status === 401 || status === 403 ? 'upstream_refused' : 'upstream_rejected'
  return { code, detail, status, may_pass: false, retry_after_ms: undefined }
}

const PRINTED_CHARACTERS = 200

/** What an error page says, for the operator. */
function beginningOf(body: Buffer): string {
  const text = body
    .subarray(0, 4 * PRINTED_CHARACTERS)
    .toString('utf8')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, PRINTED_CHARACTERS)
    .toWellFormed()
  return text === '' ? '' : `: ${text}`
}

/** Shorter ones would hide words. */
const SHORTEST_MASKED = 8

function masked(text: string, key: ClientKey | null): string {
  return spellingsOf(key).reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text)
}

/** As it may stand in a text, in an address, and in JSON whose slashes are escaped. */
function spellingsOf(key: ClientKey | null): readonly string[] {
  if (key === null || key.value.length < SHORTEST_MASKED) return []
  const { value } = key
  const inQuery = new URLSearchParams({ '': value }).toString().slice(1)
  return [...new Set([value, encodeURIComponent(value), inQuery, value.replaceAll('/', '\\/')])]
}

/** A publisher that links to its next page with the key in it: the archive gets as many asterisks. */
function maskedBytes(body: Buffer, key: ClientKey | null): Buffer {
  const spellings = spellingsOf(key).filter((spelling) => body.includes(spelling))
  if (spellings.length === 0) return body
  const text = spellings.reduce(
    (rest, spelling) => rest.replaceAll(spelling, '*'.repeat(spelling.length)),
    body.toString('latin1'),
  )
  return Buffer.from(text, 'latin1')
}
