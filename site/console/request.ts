import type { FastifyRequest } from 'fastify'

export type ConsoleSession = {
  readonly id: string
  readonly account: { readonly name: string; readonly scopes: readonly string[] }
}

/** What the server of the API gives the console. `S` is its own kind of session. */
export type ConsoleAccess<S extends ConsoleSession = ConsoleSession> = {
  readonly sessions: {
    start(token: string): Promise<S | undefined>
    find(id: string): Promise<S | undefined>
    end(session: S): Promise<void>
    endAll(session: S): Promise<void>
  }
  readonly formProofOf: (session: S) => string
  readonly isFormProof: (session: S, given: string) => boolean
  as<T>(session: S, call: () => Promise<T>): Promise<T>
}

const COOKIE = 'legislog_console'

/**
 * Ends with the browser, and is sent to no other site and no other path. An empty id removes it. Only at an address of this
 * machine, which no network carries, does it not need https: not every browser takes such a cookie there.
 */
export function cookieOf(id: string, { hostname }: Pick<FastifyRequest, 'hostname'>): string {
  const secure = LOOPBACK.test(hostname) ? '' : ' Secure;'
  return `${COOKIE}=${id}; Path=/console; HttpOnly;${secure} SameSite=Strict${id === '' ? '; Max-Age=0' : ''}`
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u

export function sessionIdOf(request: FastifyRequest): string | undefined {
  const cookies = (request.headers.cookie ?? '').split('; ')
  const own = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
  return own === '' ? undefined : own
}

export const formOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  (request.body ?? {}) as Readonly<Record<string, string>>

/** Browsers say with every POST which site its form is from. */
export function isOwnOrigin({ headers, host }: FastifyRequest): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host
}
