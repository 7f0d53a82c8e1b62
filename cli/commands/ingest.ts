import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Mode } from '../../ingest/run-context/backfill.ts'
import { type RunCounts, runIngest } from '../../ingest/runs/run.ts'
import { listedSources, loadSource, loadSources } from '../../ingest/sources/registry.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { parseInstant } from '../../schemas/http/instant.ts'
import { withIngest } from '../context/with-ingest.ts'
import { createProgressText } from '../ingest/progress-text.ts'
import { describeNothing, describeRun, describeTally } from '../ingest/report.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'
import { stopSignal } from '../process/until-stopped.ts'
import { registerIngestRecover } from './ingest-recover.ts'

type Options = {
  all?: boolean
  once?: boolean
  watch?: boolean
  since?: string
  until?: string
  fromArchive?: boolean
  dryRun?: boolean
  backfill?: boolean
  live?: boolean
  wait?: boolean
}

export function registerIngest(program: Command): void {
  // The options of a command under this one are its own.
  const ingest = program.command('ingest').enablePositionalOptions()
  registerIngestRecover(ingest)
  setAction<Options>(
    ingest
      .argument('[source]', `one of: ${listedSources.map(({ name }) => name).join(', ')}`)
      .argument(
        '[path...]',
        'files or folders: plain, .gz, .zip, .tar.gz, .ndjson; without any, fetch from the publisher',
      )
      .option('--all', 'fetch every source that has an address, one after the other')
      .option('--once', 'with --all: fetch only sources whose interval has passed; for cron')
      .option('--watch', 'fetch every source at its interval, until stopped')
      .option('--since <time>', 'fetch what changed since then; default: since the last successful run')
      .option('--until <time>', 'fetch what changed before then')
      .option('--from-archive', 'read all fetched documents again, without requests')
      .option('--dry-run', 'do all the work, then roll it back')
      .option('--backfill', 'treat every change as historical; send no webhooks')
      .option('--live', 'treat every change as new; send webhooks')
      .option('--wait', 'wait until another run of the source ends')
      .description('read a source and publish what changed'),
    async ({ args: [name, ...paths], options }) => {
      checkOptions(name, options)
      if (options.all !== true && options.watch !== true) return one(name ?? '', paths, options)
      const { runRound, watchAll } = await import('../ingest/run-schedule.ts')
      const mode = modeOf(options)
      if (options.watch === true) return watchAll(mode)
      return runRound({ mode, due_only: options.once === true, dry_run: options.dryRun === true })
    },
  )
}

/** Options that exclude each other are refused before anything is opened. */
function checkOptions(name: string | undefined, options: Options): void {
  const many = options.all === true ? '--all' : options.watch === true ? '--watch' : null
  const refuse = (message: string): never => {
    throw new LegislogError('usage', message)
  }
  if (options.all === true && options.watch === true) refuse('--all and --watch cannot be used together')
  if (name === undefined && many === null) refuse('name a source, or use --all or --watch')
  if (name !== undefined && many !== null) refuse(`${many} takes no source`)
  if (options.once === true && options.all !== true) refuse('--once requires --all')
  if (many === null) return
  for (const [option, value] of [
    ['--since', options.since],
    ['--until', options.until],
    ['--from-archive', options.fromArchive],
    ['--wait', options.wait],
    ...(many === '--watch' ? [['--dry-run', options.dryRun] as const] : []),
  ] as const) {
    if (value !== undefined) refuse(`${option} goes with one source, not with ${many}`)
  }
}

function modeOf({ backfill = false, live = false }: Options): Mode {
  if (backfill && live) throw new LegislogError('usage', '--backfill and --live cannot be used together')
  return backfill ? 'backfill' : live ? 'live' : 'auto'
}

/** RFC 3339, or a day, which begins in UTC, to the millisecond. */
function timeOf(option: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const instant = parseInstant(text)
  if (instant !== undefined) return new Date(instant).toISOString()
  throw new LegislogError(
    'usage',
    `${option} ${JSON.stringify(text)} is neither a day nor a time such as 2026-03-01T09:00:00Z`,
  )
}

async function one(name: string, paths: readonly string[], options: Options): Promise<Answer> {
  const source = await loadSource(name)
  const from = options.fromArchive === true ? 'archive' : paths.length > 0 ? 'files' : 'fetch'
  const since = timeOf('--since', options.since)
  const until = timeOf('--until', options.until)
  if (from === 'files' && (since !== null || until !== null)) {
    throw new LegislogError('usage', '--since and --until apply to fetched data only: files are read whole')
  }
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new LegislogError('usage', `no such file or folder: ${missing}`)
  const run = { source, paths, from, since, until, mode: modeOf(options) } as const
  return withIngest(async (ingest) => {
    const display = showProgress()
    const describeProgress = createProgressText()
    try {
      const counts = await runIngest({
        ...ingest,
        ...run,
        dry_run: options.dryRun === true,
        wait: options.wait === true,
        signal: stopSignal(new Error('asked to stop')),
        progress: (...soFar) => display.follow('ingest', describeProgress(...soFar)),
      })
      display.report('ingest', describeTally(counts), true)
      if (from === 'files' && counts.status === 'done' && counts.entities === 0)
        return await answerNothing(counts, paths)
      return { text: describeRun(counts), json: counts, failed: counts.status === 'stopped' }
    } finally {
      display.end()
    }
  })
}

/** A run that could not read any of its files has failed, even if it stored quarantined records. */
async function answerNothing(counts: RunCounts, paths: readonly string[]): Promise<Answer> {
  const { detectSources } = await import('../../ingest/runs/detect-source.ts')
  const forms = await detectSources(paths, await loadSources())
  const text = [describeRun(counts), describeNothing(counts, paths, forms)].join('\n')
  return { text, json: { ...counts, has_form_of: forms }, failed: true }
}
