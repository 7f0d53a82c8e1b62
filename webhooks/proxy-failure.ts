import { type CountsAgainst, type Failure, failureOf, wordsOf } from './response-class.ts'

/** How a proxy has not opened a tunnel: it was not reached, or said nothing, or said no. */
export type TunnelFailure =
  | { readonly at: 'reaching' | 'waiting'; readonly error: unknown }
  | { readonly at: 'answered'; readonly status: number }

/** What an attempt failed by that never came to its endpoint. The words are ours: nothing of what a proxy says is kept. */
export class ProxyError extends Error {
  readonly failure: Failure
  readonly detail: string
  readonly counts_against: CountsAgainst
  constructor(failed: TunnelFailure, serves_others: boolean) {
    const counts_against = blamedFor(failed, serves_others)
    const detail = failed.at === 'answered' ? `status ${failed.status}` : wordsOf(failureOf(failed.error))
    super(detail)
    this.name = 'ProxyError'
    this.failure = counts_against === 'endpoint' ? 'endpoint_unreachable' : 'proxy_error'
    this.detail = detail
    this.counts_against = counts_against
  }
}

/**
 * Where the proxy cannot be reached or does not let us in, no delivery can be sent, and no delivery pays for it. Where it
 * refuses one tunnel the delivery goes on by its schedule, so that it ends some day. Whether an address cannot be reached or
 * the proxy has lost its own way out, its 5xx or its silence do not tell; that it serves others at this time does.
 */
export function blamedFor(failed: TunnelFailure, serves_others: boolean): CountsAgainst {
  if (isOfTheProxy(failed)) return 'nobody'
  const may_be_the_endpoint =
    failed.at === 'answered' ? failed.status >= 500 : failureOf(failed.error).failure === 'timeout'
  return may_be_the_endpoint && serves_others ? 'endpoint' : 'delivery'
}

/** Another tunnel would fail the same way. */
export function isOfTheProxy(failed: TunnelFailure): boolean {
  return failed.at === 'reaching' || (failed.at === 'answered' && failed.status === 407)
}
