import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type AuditItem, AuditPage, AuditQuery } from '../../schemas/http/service/audit.ts'
import { type AuditRow, auditSource } from '../audit/audit-entry.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

function shown(row: AuditRow): AuditItem {
  const { id, actor, actor_id, actor_shown, action, path, detail, updated_at } = row
  return { id, actor: { kind: actor, id: actor_id, shown: actor_shown }, action, path, detail, updated_at }
}

/** The audit log lists who did what in the account. */
export const auditLogRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { database, limits }) => {
  app.get(
    '/audit-log',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List who did what in the account, the newest first',
        description:
          'Every change by a user, a token or an operator, and every sign-in. With `updated_since`, the oldest first. Entries are never changed.',
        tags: ['Account'],
        querystring: AuditQuery,
        response: answers(AuditPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const walk = startWalk(query, {
        path: 'audit-log',
        filters: { account: account.id, action: query.action },
        orders: { plain: ['id_desc'], changes: 'changes' },
        limits,
      })
      const source = auditSource(account.id, { action: query.action })
      const found = await readAccountPage<PageRow & AuditRow>(database, walk.page, source)
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
    },
  )
}
