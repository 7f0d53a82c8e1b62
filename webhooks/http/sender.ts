import type { Clock } from '../../runtime/clock.ts'
import { parseRetryAfter } from '../../runtime/http/retry-after.ts'
import { type AddressGuard, hostOf } from './address-guard.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { type CountsAgainst, failureOf, failureText, isSuccess, type Outcome, outcomeOf } from './outcome.ts'
import type { Answer } from './post.ts'
import { ProxyError } from './proxy-failure.ts'
import { headersOf } from './request-headers.ts'
import { printable, type StoredResponseHeaders, storedResponseHeaders } from './stored-response.ts'

export type SendRequest = {
  readonly url: string
  /** Decoded secrets, newest first. */
  readonly secrets: readonly Buffer[]
  readonly key: string
  readonly body: Buffer
  /** Headers that the owner of the endpoint set. */
  readonly headers?: Readonly<Record<string, string>>
  readonly is_test?: boolean
}

/** The result of one attempt. `status` is null if no answer came. */
export type Attempt = {
  readonly outcome: Outcome
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly response_headers: StoredResponseHeaders | null
  readonly retry_after_ms: number | undefined
  /** The request was lost on a reused connection, which the receiver may have closed meanwhile. */
  readonly is_stale: boolean
  /** Set if it was not delivered. */
  readonly counts_against: CountsAgainst
  readonly at: Date
  readonly duration_ms: number
}
type Made = Omit<Attempt, 'at' | 'duration_ms'>

export type Sender = { send(sending: SendRequest): Promise<Attempt>; close(): Promise<void> }

/** One deadline for name lookup, connection, TLS, headers and body. */
export const DEADLINE_MS = 15_000
const STORED_LOCATION_CHARACTERS = 200
/** If the endpoint is not at fault, its deliveries wait for this time, whatever the schedule says. */
const RECONNECT_PAUSES_MS = {
  endpoint: undefined,
  delivery: 5_000,
  nobody: 15_000,
} as const satisfies Record<CountsAgainst, number | undefined>

/** Makes attempts. `send` never throws: every failure is an Attempt. */
export function createSender(options: {
  guard: AddressGuard
  clock: Clock
  proxy?: EgressProxy | undefined
  connect_ms?: number | undefined
  deadline_ms?: number
  onSend?: (change: 1 | -1) => void
}): Sender {
  let opened: Promise<Connected> | undefined
  const deadline_ms = options.deadline_ms ?? DEADLINE_MS

  async function request(sending: SendRequest, at: Date): Promise<Made> {
    const url = options.guard.checkUrl(sending.url)
    if (url.hostname.endsWith('.')) url.hostname = hostOf(url)
    const headers = headersOf(sending, Math.floor(at.getTime() / 1000))
    opened ??= connect(options)
    const { connections, post } = await opened
    const posted = await post(connections, { url, headers, body: sending.body, deadline_ms })
    return 'answer' in posted ? madeOf(posted.answer, at) : failed(posted.error, posted.is_stale)
  }

  return {
    async send(sending) {
      const at = options.clock.now()
      const started = performance.now()
      options.onSend?.(1)
      const made = await request(sending, at).catch((error: unknown) => failed(error))
      options.onSend?.(-1)
      return { ...made, at, duration_ms: Math.round(performance.now() - started) }
    },
    close: async () => (await opened)?.connections.destroy(),
  }
}

type Connected = {
  readonly connections: ReturnType<typeof import('./connections.ts').createConnections>
  readonly post: typeof import('./post.ts').post
}

/** The HTTP client is loaded for the first attempt: a process that sends nothing needs 10 MB less. */
async function connect(options: Parameters<typeof createSender>[0]): Promise<Connected> {
  const [{ createConnections }, { post }] = await Promise.all([
    import('./connections.ts'),
    import('./post.ts'),
  ])
  return { connections: createConnections(options.guard, options), post }
}

function madeOf({ status, headers, start }: Answer, at: Date): Made {
  const answered = { status, retry_after_ms: undefined, is_stale: false, counts_against: 'endpoint' } as const
  if (isSuccess(status))
    return { ...answered, outcome: 'delivered', error: null, response: null, response_headers: null }
  return {
    ...answered,
    outcome: outcomeOf(status),
    error: wordOf(status, first(headers.location)),
    response: printable(start),
    response_headers: storedResponseHeaders(headers),
    retry_after_ms: parseRetryAfter(first(headers['retry-after']), at),
  }
}

function failed(error: unknown, isStale = false): Made {
  const word = error instanceof ProxyError ? error : failureOf(error)
  const countsAgainst = error instanceof ProxyError ? error.counts_against : 'endpoint'
  return {
    outcome: 'retry',
    status: null,
    error: failureText(word),
    response: null,
    response_headers: null,
    retry_after_ms: RECONNECT_PAUSES_MS[countsAgainst],
    is_stale: isStale && word.failure === 'connection_lost',
    counts_against: countsAgainst,
  }
}

/** Redirects are never followed. The error names the target, so that the owner can register it instead. */
function wordOf(status: number, location: string | undefined): string {
  if (status >= 300 && status < 400 && location !== undefined)
    return `redirect to ${printable(Buffer.from(location)).slice(0, STORED_LOCATION_CHARACTERS)}`
  return `status ${status}`
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
