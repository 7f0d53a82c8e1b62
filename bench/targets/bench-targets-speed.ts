import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { openContext } from '../../cli/context/context.ts'
import { fillActivity } from '../../derive/targets/activity/fill-activity.ts'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { freePort } from '../../stack/processes/port.ts'
import { ask } from '../list/requests.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand } from '../service/child-process.ts'
import { createScratch } from '../service/scratch-database.ts'
import { untilListening } from '../service/until-listening.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { fillAdvocacyRows } from './advocacy-rows.ts'

const CONNECTIONS = 1
const SECONDS = 15
const WARM_UP_SECONDS = 5
const BAR_MS = 100

/** Measures targets, outreach and prospects over HTTP, with so many bills and filings. The rows are drawn in the database. */
export async function benchTargetsSpeed(bills: string, filings: string): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'redis'] })
  const scratch = await createScratch(settings, 'targets')
  const { database } = scratch
  const own = { ...scratch.settings, port: await freePort(), rate_limits: 'business=0' }
  try {
    const schema = await ensureReadSchema(database, own)
    const sizes = { bills: wholeNumber('bills', bills), filings: wholeNumber('filings', filings) }
    const { asked } = await fillAdvocacyRows(database, schema, sizes)
    const began = performance.now()
    await fillActivity({ database, signal: new AbortController().signal })
    const filled_s = (performance.now() - began) / 1_000
    const api = startCommand('api', ['api'], own)
    try {
      const origin = `http://${own.host}:${own.port}`
      await untilListening(origin)
      const account = await ensureAccount(database, 'bench', 'business')
      const { token } = await issueToken(database, account, { scopes: ['read'] })
      const rows = []
      for (const { name, paths } of kindsOf(asked)) {
        await ask(origin, token, paths, CONNECTIONS, WARM_UP_SECONDS)
        const { per_s, p50_ms, p99_ms, count } = await ask(origin, token, paths, CONNECTIONS, SECONDS)
        rows.push([name, paths.length, count, per_s.toFixed(0), p50_ms.toFixed(1), p99_ms.toFixed(1)])
      }
      const counts = await countRows(database, schema)
      return keepResult(
        'legislog bench targets-speed',
        [
          `${counts}. The first sum of all organizations took ${filled_s.toFixed(0)} s. ${CONNECTIONS} connections for ${SECONDS} s, the client on the same cores.`,
          `Bar: p99 of targets below ${BAR_MS} ms.`,
          markdown(['', 'paths', 'requests', 'requests/s', 'p50 ms', 'p99 ms'], rows),
        ].join('\n\n'),
      )
    } finally {
      await api.stop()
    }
  } finally {
    await scratch.drop()
  }
}

function kindsOf({
  named,
  others,
}: {
  readonly named: readonly number[]
  readonly others: readonly number[]
}) {
  return [
    { name: 'targets of bills that filings name', paths: named.map((id) => `/v1/bills/${id}/targets`) },
    { name: 'targets of other bills', paths: others.map((id) => `/v1/bills/${id}/targets`) },
    { name: 'targets, of one type', paths: named.map((id) => `/v1/bills/${id}/targets?types=union`) },
    { name: 'outreach', paths: named.map((id) => `/v1/bills/${id}/outreach?limit=20`) },
    {
      name: 'prospects',
      paths: ['TAX', 'HOU', 'HCR', 'ENG'].map(
        (subject) => `/v1/targets/advocacy-prospects?subject=${subject}&jurisdiction=wa`,
      ),
    },
  ]
}

async function countRows(database: Parameters<typeof fillAdvocacyRows>[0], schema: string): Promise<string> {
  const tables = [
    [`${schema}.bills`, 'bills'],
    [`${schema}.lobbying_filings`, 'filings'],
    [`${schema}.advocacy_organizations`, 'organizations'],
    ['derive.bill_mention', 'mentions of bills'],
    [`${schema}.advocacy_positions`, 'positions'],
    ['derive.organization_activity', 'rows of activity'],
  ] as const
  const counts = []
  for (const [table, name] of tables) {
    const { rows } = await database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
    counts.push(`${rows[0]!.count.toLocaleString('en')} ${name}`)
  }
  return counts.join(', ')
}
