/** The result of one attempt. `error` is a fixed word: it never contains an address or bytes of an answer. */
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
  /** The egress proxy failed: the endpoint is not at fault. */
  | 'proxy_error'
  /** The proxy does not reach this endpoint while it reaches others. */
  | 'endpoint_unreachable'

/**
 * The effect of a failure: it counts against the endpoint and its delivery, only against the delivery's
 * schedule, or against none.
 */
export type CountsAgainst = 'endpoint' | 'delivery' | 'nobody'

export type Outcome = 'delivered' | 'retry' | 'failed' | 'gone'

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/**
 * The outcome by status: 2xx is a success; 429, 5xx and redirects are tried again; 410 also disables the endpoint.
 */
export function outcomeOf(status: number): Outcome {
  if (isSuccess(status)) return 'delivered'
  if (status === 410) return 'gone'
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) return 'retry'
  return 'failed'
}

/** The metric label of an attempt: a closed set of words, whatever receivers answer. */
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

/** The outcome as the attempt log names it. */
export function failureText({ failure, detail }: Failed): string {
  return detail === undefined ? failure : `${failure}: ${detail}`
}

export function timeoutError(): Error {
  return Object.assign(new Error('no answer before the deadline'), { name: 'TimeoutError' })
}

/** An answer that this side refuses to read on; failureOf treats it as one that the parser refused. */
export function unreadableError(reason: string): Error {
  return Object.assign(new Error(reason), { name: 'HTTPParserError' })
}

/** The word for a network error. A TLS error includes its code, because only the owner can fix it. */
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

/** The codes of an error, its causes, and of each try if several addresses were tried. */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const tries = error instanceof AggregateError ? error.errors.flatMap(codesOf) : []
  const cause = 'cause' in error ? codesOf(error.cause) : []
  return [...own, ...tries, ...cause]
}
