import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Download } from '../../source-interface/feed.ts'
import { faultOf } from './answer-check.ts'
import { type ClientKey, masked, maskedBytes } from './client-key.ts'
import { codesOfBreak, type Failure, failureOf, type Validators } from './failure.ts'
import { createPacer, type Pacer, type Pause } from './pacer.ts'
import { waitAfter } from './retry.ts'
import { createTransport, type Exchange, type TransportLimits } from './transport.ts'
import { UpstreamError } from './upstream-error.ts'

export type ClientOptions = TransportLimits & {
  readonly source: string
  readonly user_agent: string
  readonly key: ClientKey | null
  readonly requests_per_minute: number
  readonly attempts: number
  /** Longest Retry-After that the client waits for. */
  readonly wait_ms: number
  readonly clock: Clock
  readonly pause: Pause
  readonly random: () => number
  readonly log: Log
  readonly signal: AbortSignal
}

export type Client = {
  /** Gives an answer of 200, of 304 if validators were sent, or of 404 and 410. Throws `upstream_*` for all others. */
  readonly get: (url: URL, download: Download, validators: Validators) => Promise<Exchange>
  /** Number of requests so far, including all attempts and redirects. */
  readonly requests: () => number
  readonly close: () => Promise<void>
}

/** A polite client: it paces requests per host and retries only if that may help. */
export function createClient(options: ClientOptions): Client {
  const { key, clock, signal } = options
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

  /** Makes one attempt. Gives a usable answer, or the failure and whether another attempt may help. */
  async function attempt(url: URL, download: Download, validators: Validators): Promise<Exchange | Failure> {
    const onSend = (one: URL) => {
      requests += 1
      return requestOf(options, one, download, validators)
    }
    const transfer = await transport.transfer(url, onSend, signal)
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

  return {
    async get(url, download, validators) {
      for (let attempts = 1; ; attempts++) {
        await pacerOf(url).take(signal)
        const result = await attempt(url, download, validators)
        if ('body' in result) return { ...result, body: maskedBytes(result.body, key) }
        const { code, detail, may_pass, retry_after_ms } = result
        const isTooLong = retry_after_ms !== undefined && retry_after_ms > options.wait_ms
        if (!may_pass || attempts >= options.attempts || isTooLong)
          throw errorOf(options, url, result, attempts)
        const isLimited = code === 'upstream_limited'
        const wait_ms = waitAfter(attempts, options.random(), { is_limited: isLimited, retry_after_ms })
        options.log.warn(
          { url: url.href, reason: masked(detail, key), attempts, wait_ms },
          'the request failed; trying again later',
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

/** The headers and the address of a request, with the key in one of them. */
function requestOf(
  options: ClientOptions,
  url: URL,
  download: Download,
  { etag, last_modified }: Validators,
) {
  const { key } = options
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
    if (key.send === 'header') headers[key.name.toLowerCase()] = `${key.prefix ?? ''}${key.value}`
    else withKey.searchParams.set(key.name, key.value)
  }
  return { url: withKey, headers }
}

function errorOf(options: ClientOptions, url: URL, failure: Failure, attempts: number): UpstreamError {
  const { source, key, clock } = options
  const { code, detail, status, retry_after_ms } = failure
  const retryAt = retry_after_ms === undefined ? undefined : new Date(clock.now().getTime() + retry_after_ms)
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
