import type { FastifyInstance } from 'fastify'
import { callApi } from '../fragments/call-api.ts'
import type { ConsoleAccess, ConsoleSession } from './request.ts'
import type { Ask, Asked } from './views/view.ts'

/** The API refused something, in words that a person can read. */
export class Refused extends Error {
  readonly status: number
  readonly title: string
  readonly detail: string
  /** What the detail begins with, if it is about one member of the request. */
  readonly member: string | undefined
  constructor(status: number, title: string, detail: string, member?: string) {
    super(`${title}: ${detail}`)
    this.status = status
    this.title = title
    this.detail = detail
    this.member = member
  }
}

/** Titles of problems that speak of requests, for a person who wrote into a form. */
const TITLES: Readonly<Record<string, string>> = {
  invalid_body: 'This cannot be used',
  invalid_parameter: 'This cannot be used',
  insufficient_scope: 'You may not do this',
}

type ProblemAnswer = { readonly code?: string; readonly title?: string; readonly detail?: string }

function refusedOf(status: number, { code = '', title = 'Refused', detail = '' }: ProblemAnswer): Refused {
  const member = code.startsWith('invalid_') ? /^[\w.[\]]+(?= )/u.exec(detail)?.[0] : undefined
  return new Refused(status, TITLES[code] ?? title, detail, member)
}

/** A part of an address that is `..` would make it another one. Inside of a longer part, dots are only dots. */
const hasDotSegment = (url: string): boolean =>
  url
    .split('?')[0]!
    .split('/')
    .some((part) => part === '.' || part === '..')

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Calls the public API as the person who is signed in. A merged entity is read at its new place. */
export function askAs(app: FastifyInstance, access: ConsoleAccess, session: ConsoleSession): Ask {
  async function call(method: Method, url: string, payload?: object) {
    if (hasDotSegment(url)) throw new Refused(404, 'Not found', 'No page has this address.')
    const answer = await access.as(session, () =>
      callApi(app, payload === undefined ? { method, url } : { method, url, payload }),
    )
    const { location } = answer.headers
    if (answer.statusCode === 301 && typeof location === 'string') return call(method, location, payload)
    if (answer.statusCode < 400) return answer
    throw refusedOf(answer.statusCode, answer.json<ProblemAnswer>())
  }
  function address(path: string, query: Asked = {}): string {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
  }

  async function send<T>(method: Exclude<Method, 'GET'>, path: string, payload?: object): Promise<T> {
    const answer = await call(method, path, payload)
    return (answer.body === '' ? undefined : answer.json()) as T
  }

  const get = async <T>(path: string, query?: Asked): Promise<T> =>
    (await call('GET', address(path, query))).json()

  return {
    get,
    find: (path, query) => unlessRefused(get(path, query), ({ status }) => status === 403 || status === 404),
    tryGet: (path, query) => unlessRefused(get(path, query)),
    async html(path, query) {
      const answer = await call('GET', address(path, query))
      const type = String(answer.headers['content-type'])
      if (!type.startsWith('text/html')) throw new Error(`${path} is answered with ${type}, not with HTML`)
      return answer.body
    },
    send,
    trySend: (method, path) => unlessRefused(send(method, path)),
  }
}

async function unlessRefused<T>(
  answer: Promise<T>,
  isExpected: (refused: Refused) => boolean = () => true,
): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refused && isExpected(error)) return undefined
    throw error
  }
}
