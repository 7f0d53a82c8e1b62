import { LegislogError } from '../../schemas/errors.ts'

/** An OpenSearch cluster, by the few requests that are made to it. */
export type SearchCluster = {
  /** Sends JSON and gives the JSON of the answer. Throws `search_failed` for another status than 2xx, or no answer. */
  send<A>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<A>
  /** The same, and undefined if there is no such thing (404). */
  find<A>(path: string): Promise<A | undefined>
  /** Sends the lines of a bulk request. Throws `search_failed` if one of them fails. */
  bulk(index: string, lines: readonly object[]): Promise<void>
}

type Answer = { readonly status: number; readonly body: unknown }

/** `url` may have a user and a password. */
export function createSearchCluster(url: string, timeout_ms: number): SearchCluster {
  const { username, password, origin, pathname } = new URL(url)
  const base = `${origin}${pathname.replace(/\/+$/, '')}`
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username === '' ? {} : { authorization: `Basic ${login.toString('base64')}` }

  async function ask(
    method: string,
    path: string,
    content?: { type: string; text: string },
  ): Promise<Answer> {
    try {
      // Few services have such a cluster.
      const { request } = await import('undici')
      const { statusCode, body } = await request(base + path, {
        method: method as 'GET',
        headers: { ...authorization, ...(content === undefined ? {} : { 'content-type': content.type }) },
        body: content?.text ?? null,
        headersTimeout: timeout_ms,
        bodyTimeout: timeout_ms,
      })
      return { status: statusCode, body: await body.json() }
    } catch (cause) {
      throw new LegislogError('search_failed', `${method} ${path}: no answer of the search cluster`, {
        cause,
      })
    }
  }
  const json = (body: object) => ({ type: 'application/json', text: JSON.stringify(body) })

  return {
    async send<A>(method: string, path: string, body?: object) {
      const answer = await ask(method, path, body === undefined ? undefined : json(body))
      return wholeAnswer<A>(method, path, answer)
    },
    async find<A>(path: string) {
      const answer = await ask('GET', path)
      return answer.status === 404 ? undefined : wholeAnswer<A>('GET', path, answer)
    },
    async bulk(index, lines) {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      const path = `/${index}/_bulk`
      const answer = await ask('POST', path, { type: 'application/x-ndjson', text })
      const { errors, items } = wholeAnswer<{ errors: boolean; items: Record<string, { error?: object }>[] }>(
        'POST',
        path,
        answer,
      )
      if (!errors) return
      const failed = items.flatMap((item) => Object.values(item)).find(({ error }) => error !== undefined)
      throw new LegislogError('search_failed', `POST ${path}: ${JSON.stringify(failed?.error).slice(0, 500)}`)
    },
  }
}

function wholeAnswer<A>(method: string, path: string, { status, body }: Answer): A {
  if (status >= 200 && status < 300) return body as A
  throw new LegislogError(
    'search_failed',
    `${method} ${path} was answered ${status}: ${JSON.stringify(body).slice(0, 500)}`,
  )
}
