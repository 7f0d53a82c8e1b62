import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  LogoRequest,
  PageIdPath,
  PagePreview,
  StakeholderPage,
} from '../../schemas/http/sheets/stakeholder-page.ts'
import { encodeLogo } from '../pages/logo.ts'
import { publishPage, requirePage, unpublishPage, writeLogo } from '../pages/pages.ts'
import { PREVIEW_MS, previewToken } from '../pages/preview-address.ts'
import { shownToOwner } from '../pages/shown-page.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'sheets' } as const
const tags = ['Stakeholder pages']
/** A logo in base64, with its description. */
const LOGO_BYTES = 3 * 1024 * 1024

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** What shows a page to others: publishing it, its preview, its logo. */
export const stakeholderPagePublishingRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  context,
) => {
  addPublishing(app, context)
  addLogo(app, context)
}

function addPublishing(app: App, context: RouteContext): void {
  const { database, clock, pageAddress } = context
  for (const [path, operationId, summary, change] of [
    ['publish', 'publishStakeholderPage', 'Show a page to everybody', publishPage],
    ['unpublish', 'unpublishStakeholderPage', 'Hide a page; previews of it end', unpublishPage],
  ] as const) {
    app.post(
      `/stakeholder-pages/:id/${path}`,
      {
        config,
        schema: {
          operationId,
          summary,
          tags,
          params: PageIdPath,
          querystring: NoQuery,
          response: answers(StakeholderPage, { description: 'Changed' }),
        },
      },
      async ({ account, params }) => shownToOwner(await change(database, account.id, params.id), context),
    )
  }

  app.post(
    '/stakeholder-pages/:id/preview',
    {
      config: { ...config, is_audited: false },
      schema: {
        operationId: 'previewStakeholderPage',
        summary: 'An address at which the page can be read for 24 hours, published or not',
        tags,
        params: PageIdPath,
        querystring: NoQuery,
        response: answers(PagePreview, { description: 'Signed' }),
      },
    },
    async ({ account, params }, reply) => {
      await requirePage(database, account.id, params.id)
      const { rows } = await database.query<{ id: number; preview_key: Buffer }>(
        'SELECT id, preview_key FROM account.stakeholder_page WHERE id = $1',
        [params.id],
      )
      const expires = new Date(clock.now().getTime() + PREVIEW_MS)
      return reply.header('cache-control', 'no-store').send({
        url: pageAddress(`/page-previews/${previewToken(rows[0]!, expires)}`),
        expires_at: `${expires.toISOString().slice(0, 19)}.000000Z`,
      })
    },
  )
}

function addLogo(app: App, context: RouteContext): void {
  const { database } = context
  app.post(
    '/stakeholder-pages/:id/logo',
    {
      config,
      bodyLimit: LOGO_BYTES,
      schema: {
        operationId: 'uploadStakeholderPageLogo',
        summary: 'Give a page a logo',
        tags,
        params: PageIdPath,
        body: LogoRequest,
        querystring: NoQuery,
        response: answers(StakeholderPage, { description: 'Changed' }),
      },
    },
    async ({ account, params, body }) => {
      await requirePage(database, account.id, params.id)
      const { data, description } = body
      const logo = { ...(await encodeLogo(data)), description }
      return shownToOwner(await writeLogo(database, account.id, params.id, logo), context)
    },
  )

  app.delete(
    '/stakeholder-pages/:id/logo',
    {
      config,
      schema: {
        operationId: 'removeStakeholderPageLogo',
        summary: 'Take the logo from a page',
        tags,
        params: PageIdPath,
        querystring: NoQuery,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await writeLogo(database, account.id, params.id, null)
      return reply.code(204).send()
    },
  )
}
