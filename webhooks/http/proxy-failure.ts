import { type CountsAgainst, type Failure, failureOf, failureText } from './outcome.ts'

/** The reason for which a proxy did not open a tunnel: it was not reached, did not answer, or refused. */
export type TunnelFailure =
  | { readonly at: 'reaching' | 'waiting'; readonly error: unknown }
  | { readonly at: 'answered'; readonly status: number }

/**
 * The failure of an attempt that never reached its endpoint. The words are fixed: nothing that a proxy answers is
 * kept.
 */
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
 * If the proxy cannot be reached or rejects our login, no delivery can be sent, and no delivery uses up an attempt.
 * If it refuses one tunnel, the delivery follows its schedule, so that it ends some day. A 5xx or silence of the
 * proxy does not show whether the address or the proxy's own network is down; that it serves others at this time
 * does.
 */
export function blamedFor(failed: TunnelFailure, servesOthers: boolean): CountsAgainst {
  if (isProxyFault(failed)) return 'nobody'
  const mayBeTheEndpoint =
    failed.at === 'answered' ? failed.status >= 500 : failureOf(failed.error).failure === 'timeout'
  return mayBeTheEndpoint && servesOthers ? 'endpoint' : 'delivery'
}

/** Says if another tunnel would fail the same way. */
export function isProxyFault(failed: TunnelFailure): boolean {
  return failed.at === 'reaching' || (failed.at === 'answered' && failed.status === 407)
}
