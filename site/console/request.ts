import type { FastifyRequest } from 'fastify'
import type { Written } from './html/html.ts'
import type { Choice } from './views/sign-in.ts'

export type ConsoleSession = {
  readonly id: string
  readonly account: {
    readonly name: string
    readonly scopes: readonly string[]
    readonly caller:
      | { readonly kind: 'token' }
      | { readonly kind: 'user'; readonly shown: string; readonly role: string }
  }
}

export type SignedIn<S> =
  | { readonly kind: 'signed-in'; readonly session: S }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'invalid' }

/** What the server of the API gives the console. `S` is its own kind of session. */
export type ConsoleAccess<S extends ConsoleSession = ConsoleSession> = {
  readonly sessions: {
    start(token: string): Promise<S | undefined>
    find(id: string): Promise<S | undefined>
    end(session: S): Promise<void>
    endAll(session: S): Promise<void>
  }
  readonly mails: {
    ask(email: string, asker: { readonly browser: string; readonly ip: string }): Promise<string>
    open(link: { readonly token: string; readonly browser: string }, userId?: number): Promise<SignedIn<S>>
    accept(token: string): Promise<SignedIn<S>>
    accountsOf(session: S): Promise<readonly Choice[]>
    change(session: S, userId: number): Promise<S | undefined>
  }
  readonly formProofOf: (session: S) => string
  readonly isFormProof: (session: S, given: string) => boolean
  as<T>(session: S, call: () => Promise<T>): Promise<T>
}

const COOKIE = 'legislog_console'
/** Says that this browser asked for a link. It ends with the link. */
const BROWSER_COOKIE = 'legislog_sign_in'
const LINK_S = 900

/**
 * Ends with the browser, and is sent to no other site and no other path. An empty id removes it. Only at an address of this
 * machine, which no network carries, does it not need https: not every browser takes such a cookie there.
 */
export const cookieOf = (id: string, request: Pick<FastifyRequest, 'hostname'>): string =>
  `${COOKIE}=${id}; Path=/console; HttpOnly;${secureAt(request)} SameSite=Strict${id === '' ? '; Max-Age=0' : ''}`

/** Only the pages of the sign-in get it. An empty secret removes it. */
export const browserCookieOf = (secret: string, request: Pick<FastifyRequest, 'hostname'>): string =>
  `${BROWSER_COOKIE}=${secret}; Path=/console/sign-in; HttpOnly;${secureAt(request)} SameSite=Strict; Max-Age=${secret === '' ? 0 : LINK_S}`

const secureAt = ({ hostname }: Pick<FastifyRequest, 'hostname'>): string =>
  LOOPBACK.test(hostname) ? '' : ' Secure;'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u

export const sessionIdOf = (request: FastifyRequest): string | undefined => cookieNamed(COOKIE, request)

export const browserOf = (request: FastifyRequest): string => cookieNamed(BROWSER_COOKIE, request) ?? ''

function cookieNamed(name: string, { headers }: FastifyRequest): string | undefined {
  const cookies = (headers.cookie ?? '').split('; ')
  const own = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
  return own === '' ? undefined : own
}

export const formOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  (request.body ?? {}) as Readonly<Record<string, string>>

/** Parameters of a path stay one segment of the path that is asked: `../tokens` would be another. */
export const encoded = (values: Written): Written =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]))

/** Fields that were left empty are not sent to the API. */
export const filled = (values: Readonly<Record<string, string | undefined>>): Written =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

/** Browsers say with every POST which site its form is from. */
export function isOwnOrigin({ headers, host }: FastifyRequest): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host
}

/** What a person wrote into a form of the console, without what no page may show. Another site gets nothing onto a page. */
export function writtenOf(request: FastifyRequest): Written {
  if (!isOwnOrigin(request)) return {}
  // The button of a row of a table sends which row it is.
  const { proof: _proof, token: _token, form_page: _page, row: _row, ...written } = formOf(request)
  return Object.fromEntries(Object.entries(written).filter(([, value]) => typeof value === 'string'))
}
