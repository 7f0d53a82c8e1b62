import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { openContext } from '../../cli/context/context.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { freePort } from '../../stack/processes/port.ts'
import { ask } from '../list/requests.ts'
import { findParties, readProcessorTime, since } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand } from '../service/child-process.ts'
import { untilListening } from '../service/until-listening.ts'

const BILLS = 500
const CONNECTIONS = 32
const SECONDS = 8
const WARM_UP_SECONDS = 2
const BAR = 0.7
const ACCOUNT = 'legislog bench pages'

/** Reads a page of 500 bills as HTML, JSON and CSV, beside a list of the API with as many bills, in one process and run. */
export async function benchPages(): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'kafka', 'redis'] })
  const database = createDatabase(settings, { application_name: 'legislog bench pages' })
  const port = await freePort()
  const api = startCommand('api', ['api'], {
    ...settings,
    port,
    rate_limits: '0',
    visitor_requests_a_minute: 0,
    page_limit_max: BILLS,
  })
  const origin = `http://${settings.host}:${port}`
  try {
    const parties = await findParties(settings)
    const token = await tokenOf(database)
    await untilListening(origin)
    const slug = await publish(database, origin, token)
    const rows: string[][] = []
    let list_per_s = 0
    for (const [name, path] of [
      [`list of ${BILLS} bills`, `/v1/bills?limit=${BILLS}`],
      ['page as HTML', `/pages/${slug}`],
      ['page as JSON', `/v1/stakeholder-pages/${slug}`],
      ['page as CSV', `/pages/${slug}/bills.csv`],
    ] as const) {
      await ask(origin, token, [path], CONNECTIONS, WARM_UP_SECONDS)
      const before = { api_s: api.spent().cpu_s, servers: readProcessorTime(parties) }
      const answered = await ask(origin, token, [path], CONNECTIONS, SECONDS)
      const api_s = api.spent().cpu_s - before.api_s
      const { postgres_ms } = since(before.servers, readProcessorTime(parties))
      if (list_per_s === 0) list_per_s = answered.per_s
      rows.push([
        name,
        answered.per_s.toFixed(0),
        answered.p50_ms.toFixed(1),
        answered.p99_ms.toFixed(1),
        ((api_s * 1e6) / answered.count).toFixed(0),
        ((postgres_ms * 1000) / answered.count).toFixed(0),
        `${((100 * answered.per_s) / list_per_s).toFixed(0)} %`,
      ])
    }
    const { peak_mb } = api.spent()
    return keepResult(
      'legislog bench pages',
      [
        `${BILLS} bills; ${CONNECTIONS} connections for ${SECONDS} s, the client on the same cores; one API process, peak ${peak_mb} MB. A page is made again at most every ten seconds, which is in these numbers; every request asks Postgres whether it is still published.`,
        `Bar: a page has ${100 * BAR} % of the requests of the list.`,
        markdown(
          ['', 'requests/s', 'p50 ms', 'p99 ms', 'API µs each', 'Postgres µs each', 'of the list'],
          rows,
        ),
      ].join('\n\n'),
    )
  } finally {
    await api.stop()
    await database.query('DELETE FROM account.account WHERE name = $1', [ACCOUNT])
    await database.end()
  }
}

async function tokenOf(database: Database): Promise<string> {
  const account = await ensureAccount(database, ACCOUNT, 'enterprise')
  return (await issueToken(database, account)).token
}

/** A published page of the newest bills, with the columns that a page has by default, and what an account writes. */
async function publish(database: Database, origin: string, token: string): Promise<string> {
  const readSchema = await liveReadSchema(database)
  if (readSchema === undefined)
    throw new LegislogError('usage', 'no read schema is live: no bills are stored')
  const { rows } = await database.query<{ id: number }>(
    `SELECT id FROM ${readSchema}.bills WHERE present AND NOT deleted ORDER BY id LIMIT ${BILLS}`,
  )
  if (rows.length < BILLS)
    throw new LegislogError('usage', `${rows.length} bills are stored; ${BILLS} are needed: load more first`)
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new LegislogError('service_failed', `${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: number; slug: string }
  }
  const sheet = await post('/bill_sheets', { name: 'bench' })
  const items = rows.map(({ id }, index) => ({
    bill_id: id,
    position: index % 3 === 0 ? 'support' : 'oppose',
    note: `What we think of bill ${index}.`,
  }))
  await post(`/bill_sheets/${sheet.id}/items`, { items })
  const columns = ['identifier', 'jurisdiction', 'title', 'status', 'latest_action', 'position', 'note']
  const page = await post('/stakeholder-pages', {
    sheet_id: sheet.id,
    slug: `bench-${sheet.id}`,
    title: 'Bench',
    columns,
  })
  await post(`/stakeholder-pages/${page.id}/publish`, {})
  return page.slug
}
