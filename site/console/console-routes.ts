import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { actions, views } from './all-views.ts'
import { askAs, Refused } from './ask.ts'
import { addExport } from './export-route.ts'
import { type Body, policyOf, shell, type Viewer } from './html/shell.ts'
import { pageOfForm, refusedForm } from './refused-form.ts'
import {
  type ConsoleAccess,
  type ConsoleSession,
  encoded,
  filled,
  formOf,
  isOwnOrigin,
  sessionIdOf,
  writtenOf,
} from './request.ts'
import { addSignIn } from './sign-in-routes.ts'
import { endedBody, refusalBody } from './views/sign-in.ts'

const open = { config: { open: true }, schema: { hide: true } } as const
const MOST_BYTES = 16_384
const OPEN_AGAIN = 'Open the page again, and send it again.'
/** The answer shows the form if its page is known. */
const LOOK_AGAIN = 'Look at the form, and send it again.'

export type ConsoleParts = {
  readonly console: ConsoleAccess
  readonly countVisitor: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly countForm: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly refusalOf: (
    error: unknown,
    request: FastifyRequest,
  ) => { readonly status: number; readonly title: string; readonly detail: string; readonly headers: object }
}

/** A session may end while somebody writes. */
function sendEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const written = writtenOf(request)
  if (Object.values(written).every((value) => value === '')) return reply.redirect('/console/sign-in', 303)
  return sendPage(reply.code(401), endedBody(written))
}

/** The console: pages over the public API, which it calls inside of this process as the person who is signed in. */
export const consoleRoutes: FastifyPluginAsync<ConsoleParts> = async (app, parts) => {
  const { sessions, formProofOf, isFormProof } = parts.console
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.setErrorHandler((error, request, reply) => {
    const { status, title, detail } = error instanceof Refused ? error : parts.refusalOf(error, request)
    return sendPage(reply.code(status), refusalBody(title, detail, writtenOf(request)))
  })

  function viewerOf(session: ConsoleSession, page?: string): Viewer {
    const { name, scopes, caller } = session.account
    const user = caller.kind === 'user' ? { email: caller.shown, role: caller.role } : undefined
    return { account: name, scopes, proof: formProofOf(session), user, page }
  }

  async function sessionOf(request: FastifyRequest): Promise<ConsoleSession | undefined> {
    const id = sessionIdOf(request)
    return id === undefined ? undefined : sessions.find(id)
  }

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if ((await sessionOf(request)) === undefined) await reply.redirect('/console/sign-in', 303)
  }

  /** A form of another site, or of another session, does nothing. */
  function refuseForeign(request: FastifyRequest, session?: ConsoleSession, next = OPEN_AGAIN): void {
    const proof = formOf(request).proof ?? ''
    if (isOwnOrigin(request) && (session === undefined || isFormProof(session, proof))) return
    throw new Refused(400, 'This form is too old', `Nothing was done. ${next}`)
  }

  async function sendRefused(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { session, section, error }: { session: ConsoleSession; section: string; error: unknown },
  ): Promise<FastifyReply> {
    if (!(error instanceof Refused)) throw error
    const viewer = viewerOf(session)
    const ask = askAs(app, parts.console, session)
    const body = await refusedForm(ask, viewer, { request, refused: error })
    return sendPage(reply.code(error.status), body, viewer, section)
  }

  addExport(app, parts.console, sessionOf)
  addSignIn(app, parts, { sessionOf, refuseForeign, viewerOf, sendPage })

  // A person who types only the host comes for the console.
  app.get('/', open, (_request, reply) => reply.redirect('/console', 303))

  for (const { path, section, show } of views) {
    app.get(path, open, async (request, reply) => {
      const session = await sessionOf(request)
      // A link on another site brings no cookie, and must not end the session that the cookie is of.
      if (session === undefined) return reply.redirect('/console/sign-in', 303)
      const viewer = viewerOf(session, request.url)
      try {
        const given = {
          viewer,
          params: encoded(request.params as Params),
          query: filled(request.query as Params),
        }
        return sendPage(reply, await show(askAs(app, parts.console, session), given), viewer, section)
      } catch (error) {
        return sendRefused({ request, reply }, { session, section, error })
      }
    })
  }

  for (const { path, section = '', most_bytes = MOST_BYTES, act } of actions) {
    // A large form is read only from somebody who is signed in.
    const onRequest = most_bytes > MOST_BYTES ? [requireSession] : []
    app.post(path, { ...open, bodyLimit: most_bytes, onRequest }, async (request, reply) => {
      const session = await sessionOf(request)
      if (session === undefined) return sendEnded(request, reply)
      const viewer = viewerOf(session, pageOfForm(request))
      const given = {
        viewer,
        params: encoded(request.params as Params),
        query: filled(request.query as Params),
        form: filled(formOf(request)),
      }
      try {
        refuseForeign(request, session, viewer.page === undefined ? OPEN_AGAIN : LOOK_AGAIN)
        const next = await act(askAs(app, parts.console, session), given)
        return typeof next === 'string' ? reply.redirect(next, 303) : sendPage(reply, next, viewer, section)
      } catch (error) {
        return sendRefused({ request, reply }, { session, section, error })
      }
    })
  }
}

type Params = Readonly<Record<string, string>>

const sendPage = (reply: FastifyReply, body: Body, viewer?: Viewer, section = ''): FastifyReply =>
  reply
    .header('content-security-policy', policyOf(body))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(shell(body, viewer, section))
