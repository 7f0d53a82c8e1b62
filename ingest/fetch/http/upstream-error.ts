import { type ErrorCode, LegislogError } from '../../../schemas/errors.ts'

export type UpstreamCode = Extract<ErrorCode, `upstream_${string}`>

export type UpstreamFault = {
  readonly source: string
  /** The address without the key. */
  readonly url: string
  /** Status of the last answer. null if no answer came. */
  readonly status: number | null
  /** When the publisher allows the next request. */
  readonly retry_at?: Date
}

/** A failure of a publisher, after all attempts. */
export class UpstreamError extends LegislogError {
  readonly fault: UpstreamFault
  constructor(code: UpstreamCode, what: string, fault: UpstreamFault, options?: { cause?: unknown }) {
    super(code, `${fault.source}: ${fault.url} ${what}`, options)
    this.name = 'UpstreamError'
    this.fault = fault
  }
}
