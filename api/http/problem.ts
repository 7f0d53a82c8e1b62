import type { ProblemCode } from '../../schemas/http/problem.ts'

export type ProblemExtras = {
  readonly errors?: readonly { parameter?: string; pointer?: string; detail: string }[]
  readonly headers?: Readonly<Record<string, string>>
  /** Further members of the problem, such as `replaced_by`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly type?: string
  readonly cause?: unknown
}

/** An answer other than success. Thrown anywhere under a route; plugins/problems.ts writes it. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly extras: ProblemExtras
  constructor(status: number, code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail, { cause: extras.cause })
    this.name = 'ProblemError'
    this.status = status
    this.code = code
    this.extras = extras
  }
}

export function problem(
  status: number,
  code: ProblemCode,
  detail: string,
  extras?: ProblemExtras,
): ProblemError {
  return new ProblemError(status, code, detail, extras)
}

/** The service has too much to do just now. */
export function overloaded(detail: string): ProblemError {
  return problem(503, 'overloaded', detail, { headers: { 'retry-after': '5' } })
}

/** The most common problem: a parameter has an invalid value. */
export function invalidParameter(parameter: string, detail: string): ProblemError {
  return new ProblemError(400, 'invalid_parameter', detail, { errors: [{ parameter, detail }] })
}
