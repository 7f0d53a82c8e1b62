import { listNotices } from '../results/notices.ts'
import { Notice } from '../route-schemas/endpoint-schemas.ts'
import { answers, IdParams, PageOf, pageQuery } from '../route-schemas/schemas.ts'
import { config, tags, type WebhookApp, type WebhookRouteContext } from './context.ts'
import { pageOf, readPaging } from './paging.ts'
import { orProblem } from './problems.ts'

/** The notices of an endpoint. */
export async function noticeRoutes(app: WebhookApp, context: WebhookRouteContext): Promise<void> {
  const { endpoints, reader } = context
  app.get(
    '/webhook_endpoints/:id/notices',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'listWebhookNotices',
        summary: 'Notices to the owner of an endpoint about failures and disabling',
        tags,
        params: IdParams,
        querystring: pageQuery({}),
        response: answers(PageOf(Notice)),
      },
    },
    async (request, reply) => {
      const { id } = await orProblem(app, endpoints.get(request.account, request.params.id))
      const paging = readPaging(app, context, request.query, {
        path: 'notices',
        filters: { id },
        order: ['id'],
      })
      const beforeId = paging.after === undefined ? undefined : Number(paging.after[0])
      const rows = await listNotices(reader, id, { before_id: beforeId, limit: paging.limit + 1 })
      return pageOf({ request, reply }, rows, paging, (row) => [row.id])
    },
  )
}
