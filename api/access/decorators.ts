import 'fastify'
import type { FastifyReply } from 'fastify'
import type { ProblemCode } from '../../schemas/http/problem.ts'
import type { Scope } from '../../schemas/http/service/scopes.ts'
import type { Count } from '../accounts/minute-window.ts'
import type { Account } from '../accounts/tokens/caller.ts'
import type { problem } from '../http/problem.ts'

/**
 * Decorations for plugins of other parts (webhooks). A route names its scope in its config; the
 * authentication hook of the versioned prefix checks it before the handler runs.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The scope that a caller needs. A route of a versioned prefix names one or is `open`; otherwise the
     * server does not start.
     */
    scope?: Scope
    /** Answers anybody, and is not counted in the limit of an account. */
    open?: boolean
    /** Serves people who visit a site. If PUBLIC_ORIGIN is set, it answers at that host and nowhere else. */
    for_visitors?: boolean
    /** Is never refused under load, because it must answer then. */
    answers_always?: boolean
    /**
     * Requests contain what people look up. No answer is stored, no refusal repeats a value, and an Idempotency-Key is
     * kept for an hour without anything that shows the request.
     */
    is_private?: boolean
    /** A billed answer is sent, however many bytes wait for slow readers. */
    is_always_sent?: boolean
    /**
     * Further codes of the route, besides those that follow from its parameters. For the OpenAPI document.
     */
    problems?: readonly ProblemCode[]
  }
  interface FastifyRequest {
    /** The caller. Absent on open routes. */
    account: Account
    /** The state of the account in this minute; null if its requests are not counted. */
    minute: Count | null
  }
  interface FastifyInstance {
    /** Makes an error that is answered as problem details when thrown. */
    problem: typeof problem
    /** Counts more requests in the minute of the account than the one that was counted. Throws 429 if they are too many. */
    countRequests(request: FastifyRequest, reply: FastifyReply, more: number): Promise<void>
    /** Throws 403 if the caller lacks the scope. For checks that depend on more than the route. */
    requireScope(request: FastifyRequest, scope: Scope): void
    /** Adds path items to the `webhooks` of the OpenAPI document. */
    documentWebhooks(pathItems: Readonly<Record<string, object>>): void
  }
}

export const hasScope = (account: Account, scope: Scope): boolean =>
  account.scopes.includes(scope) || (scope !== 'leads' && account.scopes.includes('admin'))
