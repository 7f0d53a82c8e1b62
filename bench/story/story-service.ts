import { createServer } from 'node:http'
import sharp from 'sharp'
import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { openContext } from '../../cli/context/context.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { scopes } from '../../schemas/http/service/scopes.ts'
import { freePort } from '../../stack/processes/port.ts'
import { startCommand } from '../service/child-process.ts'
import { untilListening } from '../service/until-listening.ts'

const ACCOUNT = 'legislog bench story'

export type Call = <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>

/** An API of its own on the loaded database, with an account that is deleted at the end. */
export type StoryService = {
  readonly settings: Settings
  readonly database: Database
  /** The origin of pages and widgets. The API is at another one. */
  readonly public_origin: string
  /** The origin of the API and the console. */
  readonly origin: string
  readonly token: string
  readonly call: Call
}

/** Pages have an origin of their own here, as in production. */
export async function withStoryService<T>(use: (service: StoryService) => Promise<T>): Promise<T> {
  const { settings: given } = await openContext({ name: 'bench', needs: ['postgres', 'kafka', 'redis'] })
  const port = await freePort()
  const settings: Settings = {
    ...given,
    port,
    host: '127.0.0.1',
    public_origin: `http://localhost:${port}`,
    rate_limits: '0',
    visitor_requests_a_minute: 0,
    visitor_forms_a_minute: 0,
  }
  const database = createDatabase(settings, { application_name: 'legislog bench story' })
  const api = startCommand('api', ['api'], settings)
  const origin = `http://127.0.0.1:${port}`
  const clear = () => database.query('DELETE FROM account.account WHERE name = $1', [ACCOUNT])
  try {
    await untilListening(origin)
    await clear()
    const account = await ensureAccount(database, ACCOUNT, 'enterprise')
    const { token } = await issueToken(database, account, { scopes })
    const call: Call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${origin}/v1${path}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new LegislogError('service_failed', `${method} ${path}: ${text}`)
      return JSON.parse(text)
    }
    return await use({ settings, database, public_origin: settings.public_origin, origin, token, call })
  } finally {
    await api.stop()
    await clear()
    await database.end()
  }
}

/** A list of stored bills as another service exports it: with a column of numbers, the place and the session. */
export async function exportedList(database: Database, bills: number): Promise<string> {
  const readSchema = await liveReadSchema(database)
  if (readSchema === undefined)
    throw new LegislogError('usage', 'no read schema is live: no bills are stored')
  const { rows } = await database.query<{ identifier: string; place: string; session: string }>(
    `SELECT identifier, jurisdiction AS place, session FROM ${readSchema}.bills
     WHERE present AND NOT deleted ORDER BY latest_action_on DESC NULLS LAST, id DESC LIMIT $1`,
    [bills],
  )
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map(({ identifier, place, session }, index) =>
    [identifier, place, session, index % 3 === 0 ? 'Support' : 'Oppose', `Our note about bill ${index + 1}`]
      .map(cell)
      .join(','),
  )
  return ['State Bill ID,State,Session,Position,Notes', ...lines].join('\r\n')
}

/** A logo with letters, as an association has one. */
export async function drawLogo(): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="160"><rect width="560" height="160" rx="16" fill="#14532d"/><circle cx="80" cy="80" r="48" fill="#facc15"/><rect x="160" y="56" width="340" height="18" fill="#fff"/><rect x="160" y="90" width="240" height="14" fill="#bbf7d0"/></svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  return png.toString('base64')
}

/** A site of another origin with this content. */
export async function withSite<T>(content: () => string, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(content()),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await use(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise<void>((done) => server.close(() => done()))
  }
}

/** The site of an association that embeds a widget. It is not ours, so it is plain. */
export const siteHtml = (snippet: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Our association</title>
<style>:root{color-scheme:light dark}body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif}</style></head>
<body><main><h1>Our association</h1><p>These are the bills that we follow this session.</p>${snippet}</main></body></html>`
