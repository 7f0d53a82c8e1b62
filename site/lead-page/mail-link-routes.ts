import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { callApi } from '../fragments/call-api.ts'
import type { VisitorParts } from '../fragments/refusal.ts'
import { mailLinkPage, PAGE_HEADERS, type Shown } from './page.ts'

export type LinkPage = { readonly ask: Shown; readonly done: Shown }

const links: Readonly<Record<'confirm' | 'stop', LinkPage>> = {
  confirm: {
    ask: {
      title: 'Confirm your sign-up',
      text: 'Press the button to confirm that you signed up.',
      button: 'Confirm',
    },
    done: { title: 'Thank you', text: 'Your sign-up is confirmed.' },
  },
  stop: {
    ask: {
      title: 'No more mails',
      text: 'Press the button to delete this entry. You will get no more mails that ask you to confirm a sign-up.',
      button: 'Stop these mails',
    },
    done: { title: 'Done', text: 'The entry is deleted. You will get no more mails like this.' },
  },
}

const hidden = { config: { open: true, for_visitors: true }, schema: { hide: true } } as const

/**
 * The pages behind the links of a mail. Opening one does nothing, because programs open links too: only its button does. They
 * call the public API inside of this process.
 */
export const mailLinkRoutes: FastifyPluginAsync<VisitorParts> = async (app, parts) =>
  addLinkPages(app, parts, { path: '/leads', api: '/v1/leads', longest_token: 100, links })

/** Adds a page for each of two links, which sends its token to the path of the same name. */
export function addLinkPages(
  app: FastifyInstance,
  { refusalOf }: VisitorParts,
  pages: {
    readonly path: string
    readonly api: string
    readonly longest_token: number
    readonly links: Readonly<Record<'confirm' | 'stop', LinkPage>>
  },
): void {
  const { path, api, longest_token } = pages
  app.setErrorHandler((error, request, reply) => {
    const { status, title, detail, headers } = refusalOf(error, request)
    return reply
      .code(status)
      .headers({ ...headers, ...PAGE_HEADERS })
      .send(mailLinkPage({ title, text: detail }))
  })
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1_024 },
    (_, __, done) => done(null, undefined),
  )
  for (const [name, { ask, done }] of Object.entries(pages.links)) {
    app.get(`${path}/${name}/:token`, hidden, (_request, reply) =>
      reply.headers(PAGE_HEADERS).send(mailLinkPage(ask)),
    )

    app.post<{ Params: { token: string } }>(`${path}/${name}/:token`, hidden, async (request, reply) => {
      const answer = await callApi(app, {
        method: 'POST',
        url: `${api}/${name}`,
        remoteAddress: request.ip,
        payload: { token: request.params.token.slice(0, longest_token) },
      })
      const { detail = '' } = answer.json<{ detail?: string }>()
      const shown = answer.statusCode < 300 ? done : { title: 'Not possible', text: detail }
      return reply.code(answer.statusCode).headers(PAGE_HEADERS).send(mailLinkPage(shown))
    })
  }
}
