import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { PREVIEW_TYPE } from '../../schemas/http/widgets/widget.ts'
import { callApi } from '../fragments/call-api.ts'
import type { Refusal, VisitorParts } from '../fragments/refusal.ts'
import { type EmbeddedWidget, type EmbedState, embedPage } from './embed-page.ts'
import { framedMessage, type Page } from './frame.ts'
import type { LeadFormData } from './lead-form.ts'
import type { FoundOfficials } from './officials.ts'
import { LOADER_SCRIPT } from './scripts.ts'

const MOST_BYTES = 8_192
const LOADER_CACHE = 'public, max-age=3600'

type Params = { readonly type: string; readonly token: string }
type Fields = Readonly<Record<string, string | readonly string[]>>
type Refused = Omit<Refusal, 'title'>
type Answered<T> = { readonly body: T } | { readonly refusal: Refused }

const hidden = { config: { open: true, for_visitors: true }, schema: { hide: true } } as const

/**
 * Widgets as pages for the frames of other sites, and the script that puts the frames there. They call the public API inside
 * of this process as the visitor does, so they can do what the token may do and no more.
 */
export const widgetPageRoutes: FastifyPluginAsync<VisitorParts> = async (app, { refusalOf }) => {
  app.setErrorHandler((error, request, reply) => {
    const { status, detail, headers } = refusalOf(error, request)
    return send(reply.headers(headers), status, framedMessage(detail))
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, fieldsOf(String(body))),
  )

  app.get('/widget.js', hidden, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', LOADER_CACHE)
      .send(LOADER_SCRIPT),
  )

  app.get<{ Params: Params }>('/embed/:type/:token', hidden, async (request, reply) =>
    show(request, reply, {}),
  )

  app.post<{ Params: Params }>('/embed/:type/:token', hidden, async (request, reply) => {
    if (isForeign(request)) return refuse(reply, FOREIGN)
    const address = textOf(request.body as Fields, 'address')
    const answer = await ask<FoundOfficials>(request, 'POST', apiPath(request.params), { address })
    return show(
      request,
      reply,
      'body' in answer ? { address, found: answer.body } : { address, ...said(answer.refusal) },
    )
  })

  app.post<{ Params: Params }>('/embed/:type/:token/leads', hidden, async (request, reply) => {
    if (isForeign(request)) return refuse(reply, FOREIGN)
    const answer = await ask<{ detail: string }>(
      request,
      'POST',
      `${apiPath(request.params)}/leads`,
      leadOf(request.body as Fields, request.query as Fields),
    )
    return show(
      request,
      reply,
      'body' in answer ? { notice: answer.body.detail, has_form: false } : said(answer.refusal),
    )
  })

  /** The widget with what happened to the form that was sent. */
  async function show(
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    state: Pick<EmbedState, 'address' | 'found' | 'notice'> & {
      readonly status?: number
      readonly has_form?: boolean
    },
  ): Promise<FastifyReply> {
    const { status = 200, has_form = true, ...shown } = state
    const path = apiPath(request.params)
    const data = await ask<EmbeddedWidget>(request, 'GET', path)
    if ('refusal' in data) return refuse(reply, data.refusal)
    const widget = data.body
    const form =
      has_form && widget.takes_leads ? await ask<LeadFormData>(request, 'GET', `${path}/leads`) : undefined
    const page = embedPage({
      ...shown,
      is_preview: request.params.type === PREVIEW_TYPE,
      widget,
      path: embedPath(request.params),
      query: queryOf(request.query as Fields),
      form: form !== undefined && 'body' in form ? form.body : undefined,
    })
    return send(reply, status, page)
  }

  async function ask<T>(
    request: FastifyRequest,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
  ): Promise<Answered<T>> {
    const answer = await callApi(app, {
      method,
      url,
      remoteAddress: request.ip,
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode < 300) return { body: answer.json<T>() }
    const { detail = '' } = answer.json<{ detail?: string }>()
    const retryAfter = answer.headers['retry-after']
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter.toString() }
    return { refusal: { status: answer.statusCode, detail, headers } }
  }
}

const FOREIGN: Refused = {
  status: 403,
  detail: 'This form was sent by another site. Open the page again.',
  headers: {},
}

const said = ({ detail, status }: Refused) => ({ notice: detail, status })

function refuse(reply: FastifyReply, { status, detail, headers }: Refused): FastifyReply {
  reply.headers(headers)
  return send(reply, status, framedMessage(status === 404 ? 'This widget is not available.' : detail))
}

function send(reply: FastifyReply, status: number, { html, headers }: Page): FastifyReply {
  return reply.removeHeader('x-frame-options').code(status).headers(headers).send(html)
}

/** A browser names the page that sent a form. Another site may not send one, in the name of its visitors. */
function isForeign({ headers: { origin, host } }: FastifyRequest): boolean {
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

const inPath = ({ type, token }: Params): string => `${encodeURIComponent(type)}/${encodeURIComponent(token)}`
const apiPath = (params: Params): string => `/v1/widgets/${inPath(params)}`
const embedPath = (params: Params): string => `/embed/${inPath(params)}`

function fieldsOf(body: string): Fields {
  const fields: Record<string, string | string[]> = {}
  const form = new URLSearchParams(body)
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    fields[name] = values.length === 1 ? values[0]! : values
  }
  return fields
}

/** The one value of a field; empty if it is missing or comes twice. */
function textOf(fields: Fields | null | undefined, name: string): string {
  const value = fields?.[name]
  return typeof value === 'string' ? value : ''
}

/** Where the visitor is, as the loader says, for the form that is sent later. */
function queryOf(query: Fields): string {
  const kept = new URLSearchParams()
  for (const name of ['page', 'source']) {
    const value = textOf(query, name)
    if (value !== '') kept.set(name, value)
  }
  return kept.size === 0 ? '' : `?${kept}`
}

function leadOf(fields: Fields, query: Fields): object {
  const optional = {
    name: textOf(fields, 'name'),
    website: textOf(fields, 'website'),
    district: textOf(fields, 'district'),
    page: textOf(query, 'page'),
    source: textOf(query, 'source'),
  }
  const given = Object.entries(optional).filter(([, value]) => value !== '')
  const answers = [fields?.answer ?? []].flat()
  return {
    ...Object.fromEntries(given),
    email: textOf(fields, 'email'),
    form: textOf(fields, 'form'),
    consent: textOf(fields, 'consent') === 'yes',
    ...(answers.length === 0 ? {} : { answers }),
  }
}
