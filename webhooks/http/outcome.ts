/** What one attempt came to. `error` is a word of our own: never an address, never a byte of an answer. */
export type Failure =
  | 'blocked_address'
  | 'timeout'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_lost'
  | 'tls_error'
  | 'headers_too_large'
  | 'answer_unreadable'
  | 'request_invalid'
  | 'network_error'
  /** Our own way out failed; nothing of it is the endpoint's fault. */
  | 'proxy_error'
  /** Said of an endpoint that a proxy of ours does not reach while it reaches others. */
  | 'endpoint_unreachable'

/** Whom a failure counts against: the endpoint and its delivery, the schedule of the delivery alone, or nobody. */
export type CountsAgainst = 'endpoint' | 'delivery' | 'nobody'

export type Outcome = 'delivered' | 'retry' | 'failed' | 'gone'

/** By status: 2xx is a success; 429, 5xx and redirects are tried again; 410 also ends the endpoint. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) return 'retry'
  return 'failed'
}

/** What an attempt is counted under: a few words, whatever receivers do. */
export function outcomeClass({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null) return error?.split(':')[0] ?? 'network_error'
  return status === 410 || status === 429 ? String(status) : `${Math.floor(status / 100)}xx`
}

const codes: Readonly<Record<string, Failure>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_resolved',
  EAI_AGAIN: 'name_not_resolved',
  ENODATA: 'name_not_resolved',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  EPROTO: 'tls_error',
  UND_ERR_INVALID_ARG: 'request_invalid',
}

const TLS_CODE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/

export type Failed = { readonly failure: Failure; readonly detail: string | undefined }

/** As the log of attempts has it. */
export function failureText({ failure, detail }: Failed): string {
  return detail === undefined ? failure : `${failure}: ${detail}`
}

export function timeoutError(): Error {
  return Object.assign(new Error('no answer before the deadline'), { name: 'TimeoutError' })
}

/** The word for an error of the network, with the code of a TLS error beside it, since only its owner can mend it. */
export function failureOf(error: unknown): Failed {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return { failure: 'timeout', detail: undefined }
  }
  if (error instanceof Error && error.name === 'HTTPParserError')
    return { failure: 'answer_unreadable', detail: undefined }
  for (const code of codesOf(error)) {
    if (code === 'blocked_address') return { failure: 'blocked_address', detail: undefined }
    if (TLS_CODE.test(code)) return { failure: 'tls_error', detail: code }
    const failure = codes[code]
    if (failure !== undefined) return { failure, detail: undefined }
    if (code.startsWith('HPE_')) return { failure: 'answer_unreadable', detail: undefined }
  }
  return { failure: 'network_error', detail: undefined }
}

/** Codes of an error, of its causes and, where several addresses were tried, of each try. */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const tries = error instanceof AggregateError ? error.errors.flatMap(codesOf) : []
  const cause = 'cause' in error ? codesOf(error.cause) : []
  return [...own, ...tries, ...cause]
}
