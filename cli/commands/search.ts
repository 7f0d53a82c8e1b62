import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { indexTexts } from '../../projections/search/index-texts.ts'
import {
  optimizeIndex,
  reportSearch,
  restartIndexing,
  type SearchReport,
} from '../../projections/search/search-report.ts'
import {
  followLiveIndex,
  rebuildSearchIndex,
  type SearchIndexOptions,
} from '../../projections/search-cluster/search-index.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { createSearchCluster } from '../../runtime/search-cluster/search-cluster.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { openContext } from '../context/context.ts'
import { withDatabase } from '../context/with-database.ts'
import { type Answer, setAction, table } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'
import { reportReady } from '../process/parent.ts'
import { stopSignal } from '../process/until-stopped.ts'

export function registerSearch(program: Command): void {
  const search = program
    .command('search')
    .description('manage the search index of bill texts, and the search cluster')
  setAction(
    search.command('status').description('count the texts that can be searched, and show why others cannot'),
    () =>
      withDatabase('search', async (database) => {
        const report = await reportSearch(database)
        return { text: describe(report), json: report }
      }),
  )
  setAction<{ workers: string }>(
    search
      .command('fill')
      .description('index every text that is not indexed yet, and retry those that failed')
      .option('--workers <n>', 'number of texts that are indexed at once', String(availableParallelism())),
    ({ options }) =>
      withDatabase('search', (database, settings) => fill(database, settings, workersOf(options.workers))),
  )
  setAction(
    search
      .command('follow')
      .description('keep the index of bills in the cluster of SEARCH_URL up to date, until stopped'),
    () => withCluster(follow, { is_service: true }),
  )
  setAction(
    search
      .command('rebuild')
      .description('build the index of the cluster again from the first event, and let searches use it'),
    () => withCluster(rebuild, { is_service: false }),
  )
}

function workersOf(text: string): number {
  const workers = Number(text)
  if (Number.isInteger(workers) && workers >= 1 && workers <= 64) return workers
  throw new LegislogError('usage', `--workers is ${JSON.stringify(text)}; it must be a number from 1 to 64`)
}

async function fill(database: Database, settings: Settings, workers: number): Promise<Answer> {
  const progress = showProgress()
  const signal = stopSignal(new LegislogError('stopped', 'stopped; the next run continues from here'))
  const began = performance.now()
  try {
    await restartIndexing(database)
    const done = await indexTexts({
      database,
      workers,
      objects: createObjectStore(settings),
      signal,
      onProgress: ({ indexed, failed }) =>
        progress.follow(
          'texts',
          failed === 0 ? `${indexed} indexed` : `${indexed} indexed, ${failed} not read`,
        ),
    })
    await optimizeIndex(database)
    const report = await reportSearch(database)
    const seconds = (performance.now() - began) / 1000
    return {
      text: [`${done.indexed} texts indexed in ${seconds.toFixed(0)} s`, describe(report)].join('\n'),
      json: { ...done, ...report, seconds },
    }
  } finally {
    progress.end()
  }
}

async function follow(options: SearchIndexOptions): Promise<undefined> {
  reportReady()
  await followLiveIndex(options)
  return undefined
}

async function rebuild(options: SearchIndexOptions): Promise<Answer> {
  const progress = showProgress()
  try {
    const index = await rebuildSearchIndex({
      ...options,
      onProgress: ({ left }) => progress.follow('events', `${left} left`),
    })
    return { text: `${index} is live`, json: { index } }
  } finally {
    progress.end()
  }
}

/** Opens what a reader of the log into the cluster needs. */
async function withCluster(
  work: (options: SearchIndexOptions) => Promise<Answer | undefined>,
  kind: { readonly is_service: boolean },
): Promise<Answer | undefined> {
  const { settings, log } = await openContext({ name: 'search', needs: ['postgres', 'kafka', 'registry'] })
  if (settings.search_url === '') throw new LegislogError('usage', 'SEARCH_URL is empty: there is no cluster')
  const database = createDatabase(settings, { application_name: 'legislog search' })
  try {
    const answer = await work({
      settings,
      log,
      kafka: createKafka(settings, 'legislog-search', log),
      codec: await createEventCodec(settings, database),
      objects: createObjectStore(settings),
      cluster: createSearchCluster(settings.search_url, settings.search_timeout_ms),
      signal: stopSignal(new LegislogError('stopped', 'stopped before the index was live'), kind),
    })
    return answer
  } finally {
    await database.end()
  }
}

function describe({ texts, searchable, bytes, unread }: SearchReport): string {
  const line = `${searchable} of ${texts} bill texts can be searched; ${(bytes / 1e6).toFixed(0)} MB`
  const rows = unread.map(({ reason, texts: count }) => [String(count), reason])
  return rows.length === 0
    ? line
    : `${line}\n${table([['not read', 'why'], ...rows])}\nlegislog pending lists them`
}
