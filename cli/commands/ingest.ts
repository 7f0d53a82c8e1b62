import type { Command } from 'commander'
import type { Mode } from '../../ingest/backfill.ts'
import { type RunCounts, runIngest } from '../../ingest/run.ts'
import { findSource, sources } from '../../ingest/sources.ts'
import type { Tally } from '../../ingest/tally.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { answers, table } from '../answer.ts'
import { showProgress } from '../progress.ts'
import { withIngest } from '../with-ingest.ts'

type Options = { dryRun?: boolean; backfill?: boolean; live?: boolean }

export function registerIngest(program: Command): void {
  answers<Options>(
    program
      .command('ingest')
      .argument('<source>', `one of: ${sources.map(({ name }) => name).join(', ')}`)
      .argument('<path...>', 'files or folders: plain, .gz, .zip, .tar.gz, .ndjson')
      .option('--dry-run', 'do all the work and take it back')
      .option('--backfill', 'whatever is new is old news: no webhooks')
      .option('--live', 'whatever is new is news: webhooks')
      .description('read what a source says and tell the log what is new of it'),
    async ({ args, options }) => {
      const [name = '', ...paths] = args
      const source = findSource(name)
      const mode = modeOf(options)
      return withIngest(async (ingest) => {
        const display = showProgress()
        try {
          const progress = (so_far: Tally) => display.tell('ingest', describe(so_far))
          const dry_run = options.dryRun === true
          const counts = await runIngest({ ...ingest, source, paths, mode, dry_run, progress })
          display.tell('ingest', describe(counts), true)
          return { text: textOf(counts), json: counts }
        } finally {
          display.end()
        }
      })
    },
  )
}

function modeOf({ backfill = false, live = false }: Options): Mode {
  if (backfill && live) throw new LegislogError('usage', '--backfill and --live exclude each other')
  return backfill ? 'backfill' : live ? 'live' : 'auto'
}

function describe({ entities, events, quarantined }: Tally): string {
  return `${entities} entities, ${events} events${quarantined > 0 ? `, ${quarantined} quarantined` : ''}`
}

function textOf(counts: RunCounts): string {
  const rows = Object.entries(counts.by_jurisdiction).map(([jurisdiction, tally]) =>
    rowOf(jurisdiction, tally),
  )
  const types = Object.entries(counts.by_type).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    table([
      ['', 'records', 'entities', 'events', 'unchanged', 'stale', 'quarantined', 'pending'],
      ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      rowOf('all', counts),
    ]),
    ...types.map(([type, times]) => `${type} ${times}`),
    `${counts.seconds} s, run ${counts.run_id}`,
  ].join('\n')
}

function rowOf(name: string, tally: Tally): string[] {
  const { records, entities, events, unchanged, stale, quarantined, pending } = tally
  return [name, ...[records, entities, events, unchanged, stale, quarantined, pending].map(String)]
}
