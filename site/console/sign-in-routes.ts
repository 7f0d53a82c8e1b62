import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Body, Viewer } from './html/shell.ts'
import {
  browserCookieOf,
  browserOf,
  type ConsoleAccess,
  type ConsoleSession,
  cookieOf,
  formOf,
  type SignedIn,
} from './request.ts'
import {
  askedBody,
  changeBody,
  choiceBody,
  invalidLinkBody,
  invitationBody,
  linkBody,
  signInBody,
} from './views/sign-in.ts'

const open = { config: { open: true }, schema: { hide: true } } as const
/** A sign-in that failed is answered like one of another browser: nothing says if a token exists. */
const WRONG_TOKEN = 'This token is unknown, expired or revoked.'

type Parts = {
  readonly console: ConsoleAccess
  readonly countVisitor: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly countForm: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** What the routes of the sign-in share with the other pages. */
type Pages = {
  sessionOf(request: FastifyRequest): Promise<ConsoleSession | undefined>
  /** Throws if the form is of another site, or of another session. */
  refuseForeign(request: FastifyRequest, session?: ConsoleSession): void
  viewerOf(session: ConsoleSession): Viewer
  sendPage(reply: FastifyReply, body: Body, viewer?: Viewer, section?: string): FastifyReply
}

type LinkParams = { Params: { token: string } }

/** Sign-in by a token or by the link of a mail, and sign-out. A link is used by the button of its page, not by opening it. */
export function addSignIn(app: FastifyInstance, parts: Parts, pages: Pages): void {
  addTokens(app, parts, pages)
  addLinks(app, parts, pages)
  addAccounts(app, parts, pages)
}

/** Begins a session under a new id, and ends the one before, so that no prepared cookie lives on. */
async function begin(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  session: ConsoleSession,
  { sessions, pages }: { sessions: ConsoleAccess['sessions']; pages: Pages },
): Promise<FastifyReply> {
  const before = await pages.sessionOf(request)
  if (before !== undefined) await sessions.end(before)
  reply.header('set-cookie', cookieOf(session.id, request))
  if (browserOf(request) !== '') reply.header('set-cookie', browserCookieOf('', request))
  return reply.redirect('/console', 303)
}

function addTokens(app: FastifyInstance, parts: Parts, pages: Pages): void {
  const { sessions } = parts.console
  const { sessionOf, refuseForeign, sendPage } = pages

  app.get('/console/sign-in', open, (_request, reply) => sendPage(reply, signInBody()))

  app.post('/console/sign-in', open, async (request, reply) => {
    await parts.countVisitor(request, reply)
    refuseForeign(request)
    const session = await sessions.start((formOf(request).token ?? '').trim())
    if (session === undefined) return sendPage(reply.code(401), signInBody(WRONG_TOKEN))
    return begin({ request, reply }, session, { sessions, pages })
  })

  app.post<{ Querystring: { everywhere?: string } }>('/console/sign-out', open, async (request, reply) => {
    const session = await sessionOf(request)
    refuseForeign(request, session)
    if (session !== undefined)
      await (request.query.everywhere === 'true' ? sessions.endAll(session) : sessions.end(session))
    return reply.header('set-cookie', cookieOf('', request)).redirect('/console/sign-in', 303)
  })
}

function addLinks(app: FastifyInstance, parts: Parts, pages: Pages): void {
  const { sessions, mails } = parts.console
  const { refuseForeign, sendPage } = pages

  async function answer(request: FastifyRequest, reply: FastifyReply, result: SignedIn<ConsoleSession>) {
    if (result.kind === 'choice') return sendPage(reply, choiceBody(result.choices))
    if (result.kind === 'invalid') return sendPage(reply.code(404), invalidLinkBody)
    return begin({ request, reply }, result.session, { sessions, pages })
  }

  app.post('/console/sign-in/mail', open, async (request, reply) => {
    await parts.countForm(request, reply)
    refuseForeign(request)
    const asker = { browser: browserOf(request), ip: request.ip }
    const secret = await mails.ask(formOf(request).email ?? '', asker)
    return sendPage(reply.header('set-cookie', browserCookieOf(secret, request)), askedBody)
  })

  app.get('/console/sign-in/link/:token', open, (_request, reply) => sendPage(reply, linkBody))

  app.post<LinkParams>('/console/sign-in/link/:token', open, async (request, reply) => {
    await parts.countForm(request, reply)
    refuseForeign(request)
    const { user } = formOf(request)
    const link = { token: request.params.token, browser: browserOf(request) }
    return answer(request, reply, await mails.open(link, user === undefined ? undefined : Number(user)))
  })

  app.get('/console/invitation/:token', open, (_request, reply) => sendPage(reply, invitationBody))

  app.post<LinkParams>('/console/invitation/:token', open, async (request, reply) => {
    await parts.countForm(request, reply)
    refuseForeign(request)
    return answer(request, reply, await mails.accept(request.params.token))
  })
}

/** The same address may be a user of several accounts. */
function addAccounts(app: FastifyInstance, parts: Parts, pages: Pages): void {
  const { sessions, mails } = parts.console
  const { sessionOf, refuseForeign, viewerOf, sendPage } = pages

  app.get('/console/sign-in/accounts', open, async (request, reply) => {
    const session = await sessionOf(request)
    if (session === undefined) return reply.redirect('/console/sign-in', 303)
    const viewer = viewerOf(session)
    const body = changeBody(viewer, await mails.accountsOf(session))
    return sendPage(reply, body, viewer, '/console/account')
  })

  app.post('/console/sign-in/accounts', open, async (request, reply) => {
    const session = await sessionOf(request)
    if (session === undefined) return reply.redirect('/console/sign-in', 303)
    refuseForeign(request, session)
    const next = await mails.change(session, Number(formOf(request).user))
    if (next === undefined) return sendPage(reply.code(404), invalidLinkBody)
    return begin({ request, reply }, next, { sessions, pages })
  })
}
