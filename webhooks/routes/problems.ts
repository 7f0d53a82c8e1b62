import type { FastifyInstance } from 'fastify'
import { type ErrorCode, LegislogError } from '../../schemas/errors.ts'
import { pointerTo } from '../../schemas/http/json-pointer.ts'
import type { ProblemCode } from '../../schemas/http/problem.ts'
import { EndpointRefusal } from '../endpoint/endpoint-refusal.ts'

const answersTo: Partial<Record<ErrorCode, readonly [number, ProblemCode]>> = {
  endpoint_invalid: [422, 'invalid_body'],
  blocked_address: [422, 'blocked_address'],
  endpoint_unknown: [404, 'not_found'],
  endpoint_limit: [409, 'limit_reached'],
  endpoint_exists: [409, 'conflict'],
  webhook_conflict: [409, 'conflict'],
  plan_required: [403, 'plan_required'],
  service_failed: [503, 'not_ready'],
}

/** Turns a refusal of the webhook functions into its problem. Other errors pass. */
export async function orProblem<T>(app: FastifyInstance, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const answer = error instanceof LegislogError ? answersTo[error.code] : undefined
    if (answer === undefined || !(error instanceof LegislogError)) throw error
    const detail = sentence(error.message)
    const member =
      error instanceof EndpointRefusal ? { errors: [{ pointer: pointerTo(error.names), detail }] } : {}
    throw app.problem(...answer, detail, { cause: error, ...member })
  }
}

/** A member of the body that is refused for a reason that no schema can express. */
export const invalidMember = (app: FastifyInstance, names: readonly string[], detail: string) =>
  app.problem(400, 'invalid_body', detail, { errors: [{ pointer: pointerTo(names), detail }] })

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
