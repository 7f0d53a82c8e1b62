import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { type AuditDetail, type AuditEntry, addAuditEntryOrLog, type Note, noteBy } from './audit-entry.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: a POST that changes nothing. true: a GET that shows something worth an entry, such as a secret. */
    is_audited?: boolean
  }
  interface FastifyRequest {
    /** Further facts for the audit log. */
    audit_detail: AuditDetail | null
    /** True if its change has an entry, which was written in the transaction of the change. */
    is_noted: boolean
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Lookups of addresses are in no log, and change nothing. */
function isAudited({ account, method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { open, scope, is_audited = !READS.has(method) && scope !== 'find_your_rep' } = routeOptions.config
  return open !== true && account !== null && method !== 'HEAD' && is_audited && statusCode < 300
}

/** The address of what was changed or made, without its query. An id in the query is part of it. */
function pathOf(request: FastifyRequest, reply: FastifyReply): string {
  const location = reply.getHeader('location')
  const { id } = (request.query ?? {}) as { id?: number | string }
  const path = typeof location === 'string' ? location : request.url.split('?', 1)[0]!
  const withId = id === undefined || typeof location === 'string' ? path : `${path}/${id}`
  return withId.replace(/^\/api(?=\/)/, '')
}

function actionOf({ method, routeOptions }: FastifyRequest): string {
  const { operationId = method } = (routeOptions.schema ?? {}) as { operationId?: string }
  return operationId
}

const authorOf = (request: FastifyRequest): Pick<AuditEntry, 'account_id' | 'actor' | 'action'> => ({
  account_id: request.account.id,
  actor: request.account.caller,
  action: actionOf(request),
})

/** Adds the entry of a request in the transaction of its change. If that fails, the change is not made. */
export const noteOf =
  (request: FastifyRequest): Note =>
  async (client, about) => {
    await noteBy(authorOf(request))(client, about)
    request.is_noted = true
  }

/**
 * Writes every change of an account into its audit log, before the answer is sent: whatever the route, so that none is
 * forgotten. A change that was made and could not be written there is in the log of the process.
 */
export const auditChanges = fastifyPlugin<{ database: Database }>(
  async (app, { database }) => {
    app.decorateRequest('audit_detail', null)
    app.decorateRequest('is_noted', false)
    app.addHook('onSend', async (request, reply, payload) => {
      if (!isAudited(request, reply) || reply.getHeader('idempotency-replayed') !== undefined) return payload
      if (request.is_noted) return payload
      const detail = request.audit_detail ?? undefined
      const entry = { ...authorOf(request), path: pathOf(request, reply), detail }
      await addAuditEntryOrLog(database, entry, request.log)
      return payload
    })
  },
  { name: 'audit', dependencies: ['authentication'] },
)
