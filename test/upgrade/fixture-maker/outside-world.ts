import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { type Reply, searchOf } from './federal-register.ts'

/** Publishers and receivers on loopback. A path that is not listed here answers 404. */
export type OutsideWorld = {
  readonly url: string
  /** Settings that point every feed here. */
  readonly feeds: Readonly<Record<string, string>>
  close(): Promise<void>
}

const feedSettings = [
  ...['OPENSTATES_PEOPLE_URL', 'OPENSTATES_BULK_URL', 'LEGISCAN_URL', 'GOVINFO_URL', 'HOUSE_CLERK_URL'],
  ...[
    'SENATE_LIS_URL',
    'CONGRESS_LEGISLATORS_URL',
    'FEDERAL_REGISTER_URL',
    'REGULATIONS_GOV_URL',
    'OCD_DIVISIONS_URL',
  ],
]

/** Weeks of this month fail, so that a fetch of a longer span stops with a cursor. */
const FAILING_MONTH = '2025-06'

const documents = JSON.parse(
  readFileSync(join(projectFolder, 'sample', 'register', 'documents.json'), 'utf8'),
).results as Parameters<typeof searchOf>[0]

const replies: Readonly<Record<string, (query: URLSearchParams) => Reply>> = {
  '/hooks/accepts': () => ({ status: 204 }),
  '/hooks/fails': () => ({ status: 500, text: 'the disk is full' }),
  '/hooks/gone': () => ({ status: 410 }),
  '/hooks/later': () => ({ status: 429, headers: { 'retry-after': '60' } }),
  '/texts/hb9-1.html': () => ({
    type: 'text/html',
    text: '<html><body><main><h1>House Bill 9</h1><p>Lighthouses are kept in good repair by the harbor office.</p></main></body></html>',
  }),
  '/texts/hb9-2.html': () => ({
    type: 'text/html',
    text: '<html><body><main><h1>House Bill 9</h1><p>Lighthouses and foghorns are kept in good repair.</p></main></body></html>',
  }),
  '/sitemap/bulkdata/BILLS/sitemapindex.xml': () => ({
    type: 'application/xml',
    text: '<sitemapindex></sitemapindex>',
  }),
  '/agencies': () => ({ type: 'application/json', text: '[]' }),
  '/documents.json': (query) => searchOf(documents, FAILING_MONTH, query),
}

export async function openOutsideWorld(port: number): Promise<OutsideWorld> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    feeds: Object.fromEntries(feedSettings.map((name) => [name, url])),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  await once(request, 'end')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const reply = replies[pathname]?.(searchParams) ?? { status: 404 }
  const headers = { 'content-type': reply.type ?? 'text/plain', ...reply.headers }
  response.writeHead(reply.status ?? 200, headers).end(reply.text)
}
