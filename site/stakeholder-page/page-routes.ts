import { hash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../fragments/refusal.ts'
import { csvOf } from './csv.ts'
import { logoVersion, messageHtml, pageHtml } from './page.ts'
import type { PageParts, VisiblePage } from './page-source.ts'
import { createReadyViews, NOT_STORED } from './ready-views.ts'
import { GRAY, styleOf } from './style.ts'
import { viewOf } from './view.ts'

/**
 * The page may use its own style, its logo, and its own form, and nothing else from anywhere: no script at all. Only a preview
 * may be shown in a frame: the console does so, from another origin. A preview changes nothing and reads no cookie.
 */
const policyOf = (style: string, isPreview = false): string =>
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'; form-action 'self'; frame-ancestors ${isPreview ? '*' : "'none'"}; base-uri 'none'`

/** The address of a logo names its content, so it never changes there. */
const LOGO_CACHE = 'public, max-age=86400, immutable'

const open = { config: { open: true, for_visitors: true }, schema: { hide: true } } as const

type Address = { readonly Params: { readonly slug: string } }
type Preview = { readonly Params: { readonly token: string } }

/** Published pages for people, their pictures and their CSV; previews at signed addresses. */
export const stakeholderPageSite: FastifyPluginAsync<PageParts> = async (
  app,
  { stakeholderPages, prepareText, countVisitor, refusalOf },
) => {
  const ready = createReadyViews(prepareText)
  app.addHook('onRequest', countVisitor)
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request)))

  app.get<Address>('/pages/:slug', open, async (request, reply) => {
    const page = await visible(request, reply)
    return page === undefined ? reply : sendPage(request, reply, page, `/pages/${page.slug}`)
  })

  app.get<Address>('/pages/:slug/bills.csv', open, async (request, reply) => {
    const page = await visible(request, reply, '/bills.csv')
    return page === undefined ? reply : sendCsv(request, reply, page)
  })

  app.get<Address>('/pages/:slug/logo.png', open, async (request, reply) => {
    const page = await visible(request, reply, '/logo.png')
    if (page === undefined) return reply
    const { v: version } = request.query as { readonly v?: unknown }
    return sendLogo(reply, page, version === logoVersion(page) ? LOGO_CACHE : NOT_STORED)
  })

  app.get<Preview>('/page-previews/:token', open, async (request, reply) => {
    const page = await previewed(request, reply)
    return page === undefined
      ? reply
      : sendPage(request, reply, page, `/page-previews/${request.params.token}`)
  })

  app.get<Preview>('/page-previews/:token/bills.csv', open, async (request, reply) => {
    const page = await previewed(request, reply)
    return page === undefined ? reply : sendCsv(request, reply, page)
  })

  app.get<Preview>('/page-previews/:token/logo.png', open, async (request, reply) => {
    const page = await previewed(request, reply)
    return page === undefined ? reply : sendLogo(reply, page, 'no-store')
  })

  /** The published page of an address. Otherwise it answers: a redirect from a former name, or that there is no page. */
  async function visible(
    request: FastifyRequest<Address>,
    reply: FastifyReply,
    part = '',
  ): Promise<VisiblePage | undefined> {
    const found = await stakeholderPages.find(request.params.slug)
    if (found !== undefined && !('moved_to' in found)) return found
    if (found === undefined) sendMissing(reply)
    else {
      const query = request.originalUrl.indexOf('?')
      const rest = query < 0 ? '' : request.originalUrl.slice(query)
      reply.header('cache-control', 'no-cache').redirect(`/pages/${found.moved_to}${part}${rest}`, 301)
    }
    return undefined
  }

  async function previewed(
    request: FastifyRequest<Preview>,
    reply: FastifyReply,
  ): Promise<VisiblePage | undefined> {
    const page = await stakeholderPages.preview(request.params.token)
    if (page === undefined) sendMissing(reply)
    else reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
    return page
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: VisiblePage,
    self: string,
  ): Promise<FastifyReply> {
    const bills = await stakeholderPages.bills(page)
    const isPreview = page.preview_until !== undefined
    withPolicy(reply, styleOf(page.accent_color, page.columns), isPreview)
    const query = request.query as Record<string, unknown>
    const make = () => pageHtml(page, viewOf(page, bills, query), self)
    if (isPreview) return reply.send(make())
    return ready(bills, query, make)(request, reply)
  }

  async function sendCsv(
    request: FastifyRequest,
    reply: FastifyReply,
    page: VisiblePage,
  ): Promise<FastifyReply> {
    const { found } = viewOf(
      page,
      await stakeholderPages.bills(page),
      request.query as Record<string, unknown>,
    )
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', NOT_STORED)
    return reply
      .header('content-disposition', `attachment; filename="${page.slug === '' ? 'bills' : page.slug}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(csvOf(found, page.columns))
  }

  async function sendLogo(reply: FastifyReply, page: VisiblePage, cached: string): Promise<FastifyReply> {
    const logo = await stakeholderPages.logo(page)
    if (logo === undefined) return sendMissing(reply)
    return reply.header('cache-control', cached).type(logo.media_type).send(logo.bytes)
  }
}

const sendMissing = (reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, {
    status: 404,
    title: 'No such page',
    detail: 'It may have been hidden, or the address is not complete.',
    headers: {},
  })

function sendRefusal(reply: FastifyReply, { status, title, detail, headers }: Refusal): FastifyReply {
  return withPolicy(reply, styleOf(GRAY))
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(messageHtml(title, detail))
}

const withPolicy = (reply: FastifyReply, style: string, isPreview = false): FastifyReply =>
  (isPreview ? reply.removeHeader('x-frame-options') : reply)
    .header('content-security-policy', policyOf(style, isPreview))
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
