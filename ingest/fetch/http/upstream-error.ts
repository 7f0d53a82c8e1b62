import { type ErrorCode, LegislogError } from '../../../schemas/errors.ts'

export type UpstreamCode = Extract<ErrorCode, `upstream_${string}`>

export type UpstreamFault = {
  readonly source: string
  /** Without the key. */
  readonly url: string
  /** Of the last answer; null where none came. */
  readonly status: number | null
  /** When the publisher said that it may be asked again. */
  readonly retry_at?: Date
}

/** What a publisher did to a request, after all attempts. */
export class UpstreamError extends LegislogError {
  readonly fault: UpstreamFault
  constructor(code: UpstreamCode, what: string, fault: UpstreamFault, options?: { cause?: unknown }) {
    super(code, `${fault.source}: ${fault.url} ${what}`, options)
    this.name = 'UpstreamError'
    this.fault = fault
  }
}
