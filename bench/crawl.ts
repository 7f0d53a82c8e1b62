import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ensureAccount, issueToken } from '../api/accounts/accounts.ts'
import { openContext } from '../cli/context/context.ts'
import { databaseUrl } from '../runtime/settings/addresses.ts'
import { findParties, readProcessorTime, since } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { startCommand } from './service/child-process.ts'
import { type CorpusStack, withCorpus } from './service/corpus-stack.ts'
import { type Crawled, crawlChanges } from './service/crawl-changes.ts'
import { untilListening } from './service/until-listening.ts'

/** A first synchronization over the API in pages of 200, compared with COPY of the same rows in the same order. */
export async function benchCrawl(bills: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench' })
  const overrides = { rate_limits: 'business=0' }
  const options = {
    settings,
    log,
    name: 'crawl',
    bills,
    projected: true,
    overrides,
  }
  return withCorpus(options, async (stack) => keepResult('legislog bench crawl', await measureCrawl(stack)))
}

export async function measureCrawl({ settings, database, read_schema, bills }: CorpusStack): Promise<string> {
  const parties = await findParties(settings)
  const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'business'))
  const api = startCommand('api', ['api'], settings)
  try {
    const origin = `http://${settings.host}:${settings.port}`
    await untilListening(origin)
    await crawlChanges(origin, token, 2_000)
    const measured = async (work: () => Promise<Crawled>) => {
      const before = { ...readProcessorTime(parties), api_s: api.spent().cpu_s, at: performance.now() }
      const crawled = await work()
      const seconds = (performance.now() - before.at) / 1000
      const taken = since(before, readProcessorTime(parties))
      return { ...crawled, seconds, ...taken, api_ms: (api.spent().cpu_s - before.api_s) * 1000 }
    }
    const crawl = await measured(() => crawlChanges(origin, token))
    const copy = await measured(() => copyChanges(databaseUrl(settings), read_schema))
    const row = (name: string, one: typeof crawl) => [
      name,
      one.rows,
      (one.rows / one.seconds).toFixed(0),
      (one.bytes / 1e6 / one.seconds).toFixed(1),
      ...[one.api_ms, one.own_ms, one.postgres_ms].map((ms) => ((ms * 1000) / one.rows).toFixed(1)),
    ]
    const share = crawl.rows / crawl.seconds / (copy.rows / copy.seconds)
    return [
      `${bills} bills, one client, one page after the other, on the same cores. The crawl reads ${(100 * share).toFixed(0)} % of the rows a second that COPY sends.`,
      markdown(
        ['', 'rows', 'rows/s', 'MB/s', 'API µs a row', 'client µs a row', 'Postgres µs a row'],
        [row('GET /v1/bills?updated_since, pages of 200', crawl), row('COPY … TO STDOUT', copy)],
      ),
    ].join('\n\n')
  } finally {
    await api.stop()
  }
}

/** Reads the rows of all pages by one statement, and discards them. */
async function copyChanges(url: string, readSchema: string): Promise<Crawled> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const stream = client.query(
      copyTo(
        `COPY (SELECT item, updated_at, deleted FROM ${readSchema}.bills WHERE present ORDER BY updated_at, seq, id) TO STDOUT`,
      ),
    )
    let rows = 0
    let bytes = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
    }
    return { rows, bytes }
  } finally {
    await client.end()
  }
}
