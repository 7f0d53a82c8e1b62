import { request } from 'undici'
import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { openContext } from '../../cli/context/context.ts'
import { ask } from '../list/requests.ts'
import { findParties, readProcessorTime, since } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand } from '../service/child-process.ts'
import { type CorpusStack, withCorpus } from '../service/corpus-stack.ts'
import { untilListening } from '../service/until-listening.ts'

const CONNECTIONS = 32
const SECONDS = 8
const WARM_UP_SECONDS = 2
const ROWS = 50
const PLACES = 20
const BAR = 0.7

type Kind = { readonly name: string; readonly paths: readonly string[] }

/** What visitors of widgets get, beside the list of the API with as many bills of the same places. */
export async function benchWidgets(bills = '20000'): Promise<string> {
  const { settings, log } = await openContext({
    name: 'bench',
    needs: ['postgres', 'registry', 'kafka', 'redis'],
  })
  const overrides = {
    rate_limits: 'business=0',
    widget_requests_a_minute: 0,
    visitor_requests_a_minute: 0,
  }
  return withCorpus(
    { settings, log, name: 'widgets', bills, projected: true, overrides },
    (stack: CorpusStack) => measureWidgets(stack, settings),
  )
}

async function measureWidgets(
  stack: CorpusStack,
  settings: Parameters<typeof findParties>[0],
): Promise<string> {
  const { database } = stack
  const origin = `http://${stack.settings.host}:${stack.settings.port}`
  const api = startCommand('api', ['api'], stack.settings)
  try {
    await untilListening(origin)
    const account = await ensureAccount(database, 'bench', 'business')
    const { token } = await issueToken(database, account, { scopes: ['read', 'sheets'] })
    const { rows } = await database.query<{ place: string }>(
      `SELECT jurisdiction AS place FROM ${stack.read_schema}.bills WHERE present GROUP BY 1
       HAVING count(*) >= $1 ORDER BY count(*) DESC LIMIT $2`,
      [ROWS, PLACES],
    )
    const kinds = await createKinds(
      origin,
      token,
      rows.map(({ place }) => place),
    )
    const parties = await findParties(settings)
    const measured = []
    for (const { name, paths } of kinds) {
      const { body } = await request(`${origin}${paths[0]}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const bytes = (await body.arrayBuffer()).byteLength
      await ask(origin, token, paths, CONNECTIONS, WARM_UP_SECONDS)
      const before = { api_s: api.spent().cpu_s, servers: readProcessorTime(parties) }
      const answered = await ask(origin, token, paths, CONNECTIONS, SECONDS)
      const api_s = api.spent().cpu_s - before.api_s
      const { postgres_ms } = since(before.servers, readProcessorTime(parties))
      measured.push({ name, bytes, answered, api_s, postgres_ms })
    }
    const list = measured[0]!.answered.per_s
    const table = measured.map(({ name, bytes, answered, api_s, postgres_ms }) => [
      name,
      bytes.toLocaleString('en'),
      answered.per_s.toFixed(0),
      answered.p50_ms.toFixed(1),
      answered.p99_ms.toFixed(1),
      ((api_s * 1e6) / answered.count).toFixed(0),
      ((postgres_ms * 1_000) / answered.count).toFixed(0),
      `${((100 * answered.per_s) / list).toFixed(0)} %`,
    ])
    return keepResult(
      'legislog bench widgets',
      [
        `${stack.bills} generated bills; ${rows.length} places; ${CONNECTIONS} connections for ${SECONDS} s, the client on the same cores; one API process. Bytes are not compressed. Visitors get answers that are at most ten seconds old.`,
        `Bar: ${BAR * 100} % of the requests of the list.`,
        markdown(
          ['', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'API µs each', 'Postgres µs each', 'of the list'],
          table,
        ),
      ].join('\n\n'),
    )
  } finally {
    await api.stop()
  }
}

async function createKinds(origin: string, token: string, places: readonly string[]): Promise<Kind[]> {
  const made = []
  for (const place of places) {
    const { body, statusCode } = await request(`${origin}/v1/widgets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'bill-grid',
        name: place,
        origins: ['https://www.example.org'],
        shows: { search: { jurisdiction: place } },
        columns: ['identifier', 'jurisdiction', 'session', 'title', 'status', 'latest_action', 'link'],
        limit: ROWS,
      }),
    })
    const text = await body.text()
    if (statusCode !== 201) throw new Error(text)
    made.push((JSON.parse(text) as { token: string }).token)
  }
  return [
    {
      name: `list of the API, ${ROWS} bills`,
      paths: places.map(
        (place) => `/v1/bills?limit=${ROWS}&sort=-latest_action_on&jurisdiction=${encodeURIComponent(place)}`,
      ),
    },
    { name: 'data of a widget', paths: made.map((secret) => `/v1/widgets/bill-grid/${secret}`) },
    { name: 'page of a widget', paths: made.map((secret) => `/embed/bill-grid/${secret}`) },
  ]
}
