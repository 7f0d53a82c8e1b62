import type { LightMyRequestResponse } from 'fastify'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import type { TestApi } from '../api/test-api.ts'

const ORIGIN = { origin: 'https://api.example.org', host: 'api.example.org' }
const FORM = { ...ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }

/** A browser that keeps the cookie of its session. */
export type ConsoleBrowser = {
  readonly cookie: () => string
  open(path: string): Promise<LightMyRequestResponse>
  send(
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

export function consoleBrowser(api: TestApi): ConsoleBrowser {
  let cookie = ''
  const keep = (answer: LightMyRequestResponse) => {
    const given = answer.headers['set-cookie']
    if (given !== undefined) cookie = String(given).split(';')[0]!
    return answer
  }
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ) =>
    keep(
      await api.app.inject({
        method,
        url,
        headers: { ...headers, cookie },
        ...(payload === undefined ? {} : { payload }),
      }),
    )
  return {
    cookie: () => cookie,
    open: (path) => call('GET', path, ORIGIN),
    send: (path, form = {}, headers = {}) =>
      call('POST', path, { ...FORM, ...headers }, new URLSearchParams(form).toString()),
  }
}

/** The proof that forms of a page send. */
export const proofIn = ({ body }: LightMyRequestResponse): string =>
  /name="proof" value="([^"]+)"/.exec(body)![1]!

export async function signedInBrowser(
  api: TestApi,
  account: string,
  scopes?: readonly Scope[],
): Promise<ConsoleBrowser> {
  const token = await api.issue({ account, ...(scopes === undefined ? {} : { scopes }) })
  const own = consoleBrowser(api)
  const answer = await own.send('/console/sign-in', { token })
  if (answer.statusCode !== 303) throw new Error(answer.body)
  return own
}
