import { join } from 'node:path'
import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { createReadModel, type ReadModel } from '../../api/read-schema/live-schema.ts'
import { type Context, openContext } from '../../cli/context/context.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { freePort } from '../../stack/processes/port.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import { findParties, type Parties, readProcessorTime, since } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand, startScript, type Watched } from '../service/child-process.ts'
import { createScratch } from '../service/scratch-database.ts'
import { untilListening } from '../service/until-listening.ts'
import { SEARCH_CORPUS } from './corpus/load-search-corpus.ts'
import { type Asker, askAtRate, askTogether, createAsker } from './drive.ts'
import { createSearchKinds, type Search, type SearchKind } from './kinds.ts'
import { COMPARED, overlapOf } from './overlap.ts'
import { measureStorage } from './storage.ts'

const CONNECTIONS = 32
const SECONDS = 4
const WARM_UP_SECONDS = 1
const LIMIT = 50
/** Enough connections for a fixed rate not to wait for one. */
const CONNECTIONS_AT_RATE = 200

type Api = { readonly process: Watched; readonly asker: Asker; readonly at_rate: Asker }
type Bench = { readonly parties: Parties; readonly model: ReadModel; readonly now: Api; readonly before: Api }

/**
 * Kinds of searches through the API, beside an API with the search of version 0.1.0 on the same rows. `from` and `to` are
 * numbers of kinds, so that a measurement can be divided.
 */
export async function benchSearch(which: string, from: string, to: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench' })
  if (which === 'held') return benchOn({ settings, log }, which, [Number(from), Number(to)])
  const scratch = await createScratch(settings, SEARCH_CORPUS, { reuse: true })
  try {
    return await benchOn({ settings: scratch.settings, log }, which, [Number(from), Number(to)])
  } finally {
    await scratch.close()
  }
}

async function benchOn(
  { settings, log }: Context,
  which: string,
  [from, to]: readonly [number, number],
): Promise<string> {
  const database = createDatabase(settings, { application_name: 'legislog bench search' })
  try {
    const readSchema = await liveReadSchema(database)
    if (readSchema === undefined)
      throw new LegislogError('usage', 'there are no bills: run legislog bench search-corpus first')
    const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'business'))
    const [now, before] = [await startApi(settings, token), await startWindowedApi(settings, token)]
    const bench = { parties: await findParties(settings), model: createReadModel(database), now, before }
    try {
      const kinds = await createSearchKinds(database, readSchema)
      const rows = []
      for (const kind of kinds.slice(from - 1, to)) {
        rows.push(await measureKind(bench, kind))
        log.info({ measured: rows.at(-1) }, 'measured a kind of searches')
      }
      const storage = to < kinds.length ? '' : await measureStorage(database, bench.parties, readSchema)
      return keepResult(
        `legislog bench search ${which} ${from} ${to}`,
        [await describe(database, readSchema, bench), markdown(HEAD, rows), storage].join('\n\n').trim(),
      )
    } finally {
      await Promise.all([now, before].map(stop))
    }
  } finally {
    await database.end()
  }
}

const HEAD = [
  ...['', 'before/s', 'CPU ms', 'now/s', 'CPU ms', 'times', 'p50 ms', 'p99 ms'],
  ...[`overlap@${COMPARED}`, 'before'],
]

async function describe(database: Database, readSchema: string, { now }: Bench): Promise<string> {
  const { rows } = await database.query<{ bills: number; texts: number }>(
    `SELECT (SELECT count(*) FROM ${readSchema}.bills WHERE present) AS bills,
       (SELECT count(*) FROM search.text) AS texts`,
  )
  const { bills, texts } = rows[0]!
  return `${bills} bills, ${texts} texts. Pages of ${LIMIT} over HTTP with ${CONNECTIONS} connections for ${SECONDS} s, the client on the same cores; CPU of the API and Postgres. Before: an API with the search of version 0.1.0 (the newest thousand matches, ranked by ts_rank). p50 and p99: requests at half of the rate, whether or not earlier ones are answered. Overlap: of the best ${COMPARED}, compared with all matches ranked without tiers. The API took ${now.process.spent().peak_mb} MB.`
}

const commonSettings = async (settings: Settings): Promise<Settings> => ({
  ...settings,
  port: await freePort(),
  rate_limits: 'business=0',
  log_level: 'warn',
})

async function startApi(settings: Settings, token: string): Promise<Api> {
  const own = await commonSettings(settings)
  return asked(own, token, startCommand('api', ['api'], own))
}

async function startWindowedApi(settings: Settings, token: string): Promise<Api> {
  const own = await commonSettings(settings)
  const script = join(projectFolder, 'bench', 'search', 'windowed', 'windowed-api.ts')
  return asked(own, token, startScript('windowed', script, [], settingsEnvironment(own)))
}

async function asked({ host, port }: Settings, token: string, process: Watched): Promise<Api> {
  const origin = `http://${host}:${port}`
  await untilListening(origin)
  return {
    process,
    asker: createAsker(origin, token, CONNECTIONS),
    at_rate: createAsker(origin, token, CONNECTIONS_AT_RATE),
  }
}

async function stop({ process, asker, at_rate }: Api): Promise<void> {
  await Promise.all([asker.close(), at_rate.close()])
  await process.stop()
}

async function measureKind({ parties, model, now, before }: Bench, kind: SearchKind): Promise<string[]> {
  const isFirstPage = kind.searches[0]?.pages_before === undefined
  const paths = await Promise.all(kind.searches.map((search) => pathOf(now.asker, search)))
  const old = isFirstPage ? await saturate(parties, before, paths, 0) : undefined
  const exact = await saturate(parties, now, paths, WARM_UP_SECONDS)
  const { latencies } = await askAtRate(now.at_rate, paths, exact.per_s / 2, SECONDS)
  const { exactly, in_windows } = await overlapOf(model, kind.searches)
  return [
    kind.name,
    ...(old === undefined ? ['', ''] : [old.per_s.toFixed(1), old.cpu_ms.toFixed(1)]),
    exact.per_s.toFixed(0),
    exact.cpu_ms.toFixed(1),
    old === undefined ? '' : (exact.per_s / old.per_s).toFixed(1),
    latencies.at(0.5).toFixed(1),
    latencies.at(0.99).toFixed(1),
    exactly,
    isFirstPage ? in_windows : '',
  ]
}

async function saturate(
  parties: Parties,
  { process, asker }: Api,
  paths: readonly string[],
  warm_up_seconds: number,
) {
  await askTogether(asker, paths, CONNECTIONS, warm_up_seconds)
  const before = { api_s: process.spent().cpu_s, time: readProcessorTime(parties) }
  const { per_s, count } = await askTogether(asker, paths, CONNECTIONS, SECONDS)
  const { postgres_ms } = since(before.time, readProcessorTime(parties))
  const api_ms = (process.spent().cpu_s - before.api_s) * 1_000
  return { per_s, cpu_ms: (api_ms + postgres_ms) / Math.max(1, count) }
}

/** The path of the measured page, after its earlier pages were read. */
async function pathOf({ ask }: Asker, { q, filters, pages_before = 0 }: Search): Promise<string> {
  const { jurisdiction, session, status } = filters
  const asked = { q, limit: String(LIMIT), jurisdiction, session, status }
  const present = Object.entries(asked).filter(([, value]) => value !== undefined) as [string, string][]
  const path = `/v1/bills?${new URLSearchParams(present)}`
  let cursor = ''
  for (let left = pages_before; left > 0; left--) {
    const { next_cursor } = (await ask(path + cursor)) as { next_cursor: string | null }
    if (next_cursor === null) break
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
  return path + cursor
}
