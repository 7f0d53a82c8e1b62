import { LegislogError } from '../../schemas/errors.ts'
import { overloaded, type ProblemError, problem } from './problem.ts'

/**
 * The answer if a result cannot be derived from the texts of a bill. undefined if the error has another cause. A route
 * that derives results names `text_not_available` among its problems.
 */
export function derivationProblem(cause: unknown): ProblemError | undefined {
  if (!(cause instanceof LegislogError)) return undefined
  switch (cause.code) {
    case 'derive_timeout':
      return problem(503, 'timeout', 'This takes too long to derive from the texts of the bill.', {
        headers: { 'retry-after': '60' },
        cause,
      })
    case 'derive_busy':
      return overloaded('Too many results are being derived from texts.')
    case 'object_missing':
      return problem(503, 'not_ready', 'The object store does not have a text at the moment.', {
        headers: { 'retry-after': '30' },
        cause,
      })
    case 'text_too_large':
      return problem(404, 'text_not_available', 'The text is over 64 MB: nothing is derived from it.')
    default:
      return undefined
  }
}
