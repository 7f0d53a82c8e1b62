import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from '../harness/clean-up.ts'
import { ENDLESS, type Fault, failAtOnce, fileReply, type Reply, redirect, send } from './faulty-reply.ts'

export type { Fault, Reply } from './faulty-reply.ts'

export type Asked = {
  readonly method: string
  /** Path and query as received. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The number of requests of this path, including this one. */
  readonly times: number
}

/** A reply, or a function of the request that makes one: a page that drifts, a clock in Eastern time, a cursor. */
export type Play = Reply | ((asked: Asked) => Reply | Promise<Reply>)

export type FaultyServer = {
  readonly url: string
  readonly seen: readonly Asked[]
  /**
   * Sets the replies of a path. A string is compared with the path without its query, or with both if it has one.
   * Several replies are sent one after another, and the last one repeats. Setting a path again replaces its
   * replies.
   */
  readonly serve: (path: string | RegExp, ...plays: readonly Play[]) => void
  /** Files below a folder under their relative paths; `x.json` is also found as `x.json.gz`. */
  readonly serveFolder: (prefix: string, folder: string) => void
  /** The next request (of such a path) gets this fault; several faults queue up. */
  readonly fail: (fault: Fault, path?: RegExp, times?: number) => void
  /** Requests so far, of such paths. */
  readonly count: (path?: RegExp) => number
  /** Drops the requests and the unused faults. */
  readonly clear: () => void
  readonly close: () => Promise<void>
}

/** A publisher on loopback with real answers and scripted faults; closed when the test file has ended. */
export async function createFaultyServer(): Promise<FaultyServer> {
  const routes: { path: string | RegExp; plays: readonly Play[]; position: number }[] = []
  const faults: { fault: Fault; path: RegExp }[] = []
  const seen: Asked[] = []
  const times = new Map<string, number>()

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    times.set(path, (times.get(path) ?? 0) + 1)
    const query = new URL(path, 'http://localhost').searchParams
    const asked = {
      method: request.method ?? '',
      path,
      query,
      headers: request.headers,
      times: times.get(path)!,
    }
    seen.push(asked)
    const met = faults.findIndex((one) => one.path.test(path))
    const fault = met < 0 ? undefined : faults.splice(met, 1)[0]!.fault
    if (path.startsWith(ENDLESS))
      return redirect(response, `${ENDLESS}${Number(path.slice(ENDLESS.length)) + 1}`)
    if (fault !== undefined && failAtOnce(fault, path, response)) return
    try {
      const reply = await play(asked)
      send(response, request.headers, reply, fault)
    } catch (error) {
      response.writeHead(500, { 'x-test-failure': 'yes' }).end(String(error))
    }
  })

  async function play(asked: Asked): Promise<Reply> {
    const [bare] = asked.path.split('?')
    const route = routes.find(({ path }) =>
      typeof path === 'string' ? path === (path.includes('?') ? asked.path : bare) : path.test(asked.path),
    )
    if (route === undefined)
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
    const next = route.plays[Math.min(route.position, route.plays.length - 1)]!
    route.position += 1
    return typeof next === 'function' ? next(asked) : next
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  cleanUp(close)

  function serve(path: string | RegExp, ...plays: readonly Play[]): void {
    const route = { path, plays, position: 0 }
    const known = routes.findIndex((one) => String(one.path) === String(path))
    if (known >= 0) routes[known] = route
    else routes.push(route)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    serve,
    serveFolder(prefix, folder) {
      serve(new RegExp(`^${prefix}/`), ({ path }) => fileReply(folder, path.slice(prefix.length + 1)))
    },
    fail(fault, path = /^/, repeated = 1) {
      for (let time = 0; time < repeated; time++) faults.push({ fault, path })
    },
    count: (path = /^/) => seen.filter((asked) => path.test(asked.path)).length,
    clear() {
      seen.length = 0
      faults.length = 0
      times.clear()
    },
    close,
  }
}
