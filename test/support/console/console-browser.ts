import type { LightMyRequestResponse } from 'fastify'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import type { TestApi } from '../api/test-api.ts'

const ORIGIN = { origin: 'https://api.example.org', host: 'api.example.org' }
const FORM = { ...ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }

/** A browser that keeps its cookies. */
export type ConsoleBrowser = {
  /** The cookie of its session. */
  readonly cookie: () => string
  open(path: string): Promise<LightMyRequestResponse>
  send(
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

/** `ip`: the address of the browser in the network. */
export function consoleBrowser(api: TestApi, ip = '127.0.0.1'): ConsoleBrowser {
  const cookies = new Map<string, string>()
  const keep = (answer: LightMyRequestResponse) => {
    for (const given of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = given.split(';')[0]!.split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const all = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
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
        remoteAddress: ip,
        headers: { ...headers, cookie: all() },
        ...(payload === undefined ? {} : { payload }),
      }),
    )
  return {
    cookie: () => `legislog_console=${cookies.get('legislog_console') ?? ''}`,
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
