import type { FastifyInstance } from 'fastify'
import { callApi } from '../fragments/call-api.ts'
import type { ConsoleAccess, ConsoleSession } from './request.ts'
import type { Ask } from './views/view.ts'

/** The API refused something, in words that a person can read. */
export class Refused extends Error {
  readonly status: number
  readonly title: string
  readonly detail: string
  constructor(status: number, title: string, detail: string) {
    super(`${title}: ${detail}`)
    this.status = status
    this.title = title
    this.detail = detail
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Calls the public API as the person who is signed in. A merged entity is read at its new place. */
export function askAs(app: FastifyInstance, access: ConsoleAccess, session: ConsoleSession): Ask {
  async function call(method: Method, url: string, payload?: object) {
    const answer = await access.as(session, () =>
      callApi(app, payload === undefined ? { method, url } : { method, url, payload }),
    )
    const { location } = answer.headers
    if (answer.statusCode === 301 && typeof location === 'string') return call(method, location, payload)
    if (answer.statusCode < 400) return answer
    const { title = 'Refused', detail = '' } = answer.json<{ title?: string; detail?: string }>()
    throw new Refused(answer.statusCode, title, detail)
  }
  const address = (path: string, query: Readonly<Record<string, string>> = {}) =>
    Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`

  return {
    get: async (path, query) => (await call('GET', address(path, query))).json(),
    text: async (path, query) => (await call('GET', address(path, query))).body,
    async send<T>(method: Exclude<Method, 'GET'>, path: string, payload?: object): Promise<T> {
      const answer = await call(method, path, payload)
      return (answer.body === '' ? undefined : answer.json()) as T
    },
  }
}
