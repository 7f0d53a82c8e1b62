import 'fastify'
import type { ProblemCode } from '../../schemas/http/problem.ts'
import type { Scope } from '../../schemas/http/service/token.ts'
import type { Count } from '../accounts/minute-window.ts'
import type { Account } from '../accounts/token-cache.ts'
import type { problem } from '../http/problem.ts'

/**
 * What plugins that other parts register (webhooks) may rely on. A route says in its config which scope it needs; the
 * authentication hook of the versioned prefix checks it before the handler runs.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a caller needs. A route of a versioned prefix names one, or is `open`: else nothing starts. */
    scope?: Scope
    /** Answers anybody, and is not counted in the limit of an account. */
    open?: boolean
    /** Is never turned away for load, because it must answer just then. */
    answers_always?: boolean
    /** Codes that the route answers beyond those that follow from its parameters, for the OpenAPI document. */
    problems?: readonly ProblemCode[]
  }
  interface FastifyRequest {
    /** The caller. Absent on open routes. */
    account: Account
    /** The state of the account in this minute; null if its requests are not counted. */
    minute: Count | null
  }
  interface FastifyInstance {
    /** Makes an error to throw that is answered as problem details. */
    problem: typeof problem
    /** Throws 403 if the caller lacks the scope. For checks that depend on more than the route. */
    requireScope(request: FastifyRequest, scope: Scope): void
    /** Adds path items to the `webhooks` of the OpenAPI document. */
    documentWebhooks(pathItems: Readonly<Record<string, object>>): void
  }
}

export const hasScope = (account: Account, scope: Scope): boolean =>
  account.scopes.includes(scope) || account.scopes.includes('admin')
