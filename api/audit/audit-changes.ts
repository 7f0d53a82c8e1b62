import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { type AuditDetail, addAuditEntryOrLog } from './audit-entry.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: a POST that changes nothing. true: a GET that shows something worth an entry, such as a secret. */
    is_audited?: boolean
  }
  interface FastifyRequest {
    /** Further facts for the audit log. */
    audit_detail: AuditDetail | null
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

/**
 * Writes every change of an account into its audit log, before the answer is sent: whatever the route, so that none is
 * forgotten. A change that was made and could not be written there is in the log of the process.
 */
export const auditChanges = fastifyPlugin<{ database: Database }>(
  async (app, { database }) => {
    app.decorateRequest('audit_detail', null)
    app.addHook('onSend', async (request, reply, payload) => {
      if (!isAudited(request, reply) || reply.getHeader('idempotency-replayed') !== undefined) return payload
      const { account, routeOptions, audit_detail } = request
      const { operationId = request.method } = (routeOptions.schema ?? {}) as { operationId?: string }
      const entry = {
        account_id: account.id,
        actor: account.caller,
        action: operationId,
        path: pathOf(request, reply),
        detail: audit_detail ?? undefined,
      }
      await addAuditEntryOrLog(database, entry, request.log)
      return payload
    })
  },
  { name: 'audit', dependencies: ['authentication'] },
)
