import { type CountsAgainst, type Failure, failureOf, failureText } from './outcome.ts'

/** How a proxy has not opened a tunnel: it was not reached, or said nothing, or said no. */
export type TunnelFailure =
  | { readonly at: 'reaching' | 'waiting'; readonly error: unknown }
  | { readonly at: 'answered'; readonly status: number }

/** What an attempt failed by that never came to its endpoint. The words are ours: nothing of what a proxy says is kept. */
export class ProxyError extends Error {
  readonly failure: Failure
  readonly detail: string
  readonly counts_against: CountsAgainst
  constructor(failed: TunnelFailure, servesOthers: boolean) {
    const countsAgainst = blamedFor(failed, servesOthers)
    const detail = failed.at === 'answered' ? `status ${failed.status}` : failureText(failureOf(failed.error))
    super(detail)
    this.name = 'ProxyError'
    this.failure = countsAgainst === 'endpoint' ? 'endpoint_unreachable' : 'proxy_error'
    this.detail = detail
    this.counts_against = countsAgainst
  }
}

/**
 * Where the proxy cannot be reached or does not let us in, no delivery can be sent, and no delivery pays for it. Where it
 * refuses one tunnel the delivery goes on by its schedule, so that it ends some day. Whether an address cannot be reached or
 * the proxy has lost its own way out, its 5xx or its silence do not tell; that it serves others at this time does.
 */
export function blamedFor(failed: TunnelFailure, servesOthers: boolean): CountsAgainst {
  if (isProxyFault(failed)) return 'nobody'
  const mayBeTheEndpoint =
    failed.at === 'answered' ? failed.status >= 500 : failureOf(failed.error).failure === 'timeout'
  return mayBeTheEndpoint && servesOthers ? 'endpoint' : 'delivery'
}

/** Another tunnel would fail the same way. */
export function isProxyFault(failed: TunnelFailure): boolean {
  return failed.at === 'reaching' || (failed.at === 'answered' && failed.status === 407)
}
