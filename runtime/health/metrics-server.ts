import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { Log } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import type { Readiness } from './readiness.ts'

export type MetricsServer = { readonly port: number; close(): Promise<void> }

/**
 * Metrics and health of a process without an API, at the same paths as in the API: /metrics, /healthz (it lives and
 * answers), /readyz (503 if it cannot do its work now). undefined if METRICS_PORT is 0.
 */
export async function startMetricsServer(options: {
  readonly settings: Settings
  readonly metrics: Registry
  readonly readiness: Readiness
  /** Shown beside the checks of /readyz. */
  readonly facts: () => object
  readonly log: Log
}): Promise<MetricsServer | undefined> {
  const { settings, metrics, readiness, facts, log } = options
  if (settings.metrics_port === 0) return undefined

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/metrics') {
      const text = await metrics.metrics()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } else if (path === '/healthz') {
      respond(response, 200, { status: 'ok' })
    } else if (path === '/readyz') {
      const answer = await readiness.ask()
      respond(response, answer.status === 'not_ready' ? 503 : 200, {
        ...facts(),
        ...answer,
        is_ready: answer.status === 'ready',
      })
    } else {
      respond(response, 404, { status: 'not_found' })
    }
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answer(pathname, response).catch((error) => {
      log.warn({ err: error, pathname }, 'metrics could not be read')
      respond(response, 503, { status: 'failed' })
    })
  })
  server.listen(settings.metrics_port, settings.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  log.info({ port }, 'metrics and health can be asked for')
  return {
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify(body)}\n`)
}
