import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../../cli/context/context.ts'
import { demoToken } from '../../cli/up/demo-account.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

type Walked = { pages: number; rows: number; distinct: number; missing: number; ms_per_page: number }
type Get = (path: string) => Promise<{ status: number; body: unknown }>

const AT_ONCE = 8

/**
 * Walks every page of bills of the running API, in pages of 20 and 200, and of 1 for one small state.
 * Requests every bill by its id, and compares the result with the bills that ingest has. Start the API with
 * RATE_LIMITS=business=0.
 */
export async function walkBills(smallState: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres'] })
  const database = createDatabase(settings, { application_name: 'legislog bench walk' })
  try {
    const get = getter(`http://${settings.host}:${settings.port}`, await demoToken(settings, database))
    const stored = await database.query<{ id: number; jurisdiction: string }>(
      `SELECT e.id, h.content->'core'->>'jurisdiction' AS jurisdiction
         FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id
        WHERE e.entity_type = 'bill' AND h.content->'core' IS NOT NULL`,
    )
    const all = new Set(stored.rows.map(({ id }) => id))
    const place = findJurisdiction(smallState)?.division_id
    const few = new Set(stored.rows.filter((row) => row.jurisdiction === place).map(({ id }) => id))
    log.info({ bills: all.size, small_state: smallState, of_it: few.size }, 'walking')
    const walks: Record<string, Walked> = {
      'pages of 20': await walk(get, '/v1/bills?limit=20', all),
      'pages of 200': await walk(get, '/v1/bills?limit=200', all),
      'changes, pages of 200': await walk(get, '/v1/bills?limit=200&updated_since=2000-01-01', all),
      [`pages of 1, ${smallState}`]: await walk(get, `/v1/bills?limit=1&jurisdiction=${smallState}`, few),
    }
    const unreachable = await askForEach(get, [...all])
    const rows = Object.entries(walks).map(
      ([name, w]) =>
        `| ${name} | ${w.pages} | ${w.rows} | ${w.distinct} | ${w.missing} | ${w.ms_per_page.toFixed(1)} |`,
    )
    return [
      `${all.size} bills stored; by id: ${all.size - unreachable} found, ${unreachable} not`,
      '',
      '| walk | pages | rows | distinct | missing | ms a page |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...rows,
    ].join('\n')
  } finally {
    await database.end()
  }
}

async function walk(get: Get, path: string, expected: ReadonlySet<number>): Promise<Walked> {
  const ids = new Set<number>()
  const started = performance.now()
  let rows = 0
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const { status, body } = await get(cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`)
    if (status !== 200) throw new LegislogError('service_failed', `${path} answered ${status}`)
    const page = body as { data: { id: number }[]; next_cursor: string | null }
    for (const { id } of page.data) ids.add(id)
    rows += page.data.length
    cursor = page.next_cursor
  }
  const missing = [...expected].filter((id) => !ids.has(id)).length
  return { pages, rows, distinct: ids.size, missing, ms_per_page: (performance.now() - started) / pages }
}

async function askForEach(get: Get, ids: readonly number[]): Promise<number> {
  const left = [...ids]
  let unreachable = 0
  const ask = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const { status, body } = await get(`/v1/bills/${id}`)
      if (status !== 200 || (body as { id: number }).id !== id) unreachable += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return unreachable
}

function getter(api: string, token: string): Get {
  return async (path) => {
    for (;;) {
      const answer = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
      const body: unknown = await answer.json()
      if (answer.status !== 429) return { status: answer.status, body }
      await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }
}
