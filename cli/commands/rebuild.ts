import type { Command } from 'commander'
import { describeJudged } from '../../projections/rebuild/compare/swap-decision.ts'
import { abandonRebuild } from '../../projections/rebuild/open-rebuild.ts'
import { rebuild } from '../../projections/rebuild/rebuild.ts'
import type { ComparisonReport, RebuildReport } from '../../projections/rebuild/rebuild-context.ts'
import { takeRebuildLock } from '../../projections/rebuild/record/rebuild-lock.ts'
import { findUnfinished } from '../../projections/rebuild/record/rebuild-record.ts'
import { rollback } from '../../projections/rebuild/swap.ts'
import type { ReaderSwitch } from '../../projections/rebuild/switch/switch-readers.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { instantOption } from '../arguments/instant-option.ts'
import { withDatabase } from '../context/with-database.ts'
import { withRebuild } from '../context/with-rebuild.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { lowerPriority } from '../process/lower-priority.ts'

type Options = {
  readonly swap: boolean
  readonly until?: string
  readonly acceptDifferences?: boolean
  readonly restart?: boolean
  readonly abandon?: boolean
}

export function registerRebuild(program: Command): void {
  setAction<Options>(
    program
      .command('rebuild')
      .description('rebuild all rows from the log, verify them, and switch readers over')
      .option('--no-swap', 'keep the rebuilt rows beside the live ones; the next rebuild makes them live')
      .option('--until <time>', 'build the state at an earlier time, beside the live one', instantOption)
      .option('--accept-differences', 'replace live rows that the log does not support; check them first')
      .option('--restart', 'abandon an unfinished rebuild and start again')
      .option('--abandon', 'abandon an unfinished rebuild'),
    ({ options }) => (options.abandon === true ? abandon() : run(options)),
  )
  setAction<{ to?: string; acceptHeldBack?: boolean }>(
    program
      .command('rollback')
      .description(
        'switch readers back to the read schema that was live before; run it again to switch forward',
      )
      .option('--to <name>', 'switch to this read schema, which must be up to date')
      .option('--accept-held-back', 'switch even if it has blocked events that the live one shows'),
    ({ options }) =>
      withRebuild('rollback', async (parts) => {
        const flip = await rollback({
          ...parts,
          accept_held_back: options.acceptHeldBack === true,
          report: (detail) => parts.onProgress({ phase: 'swap', read_schema: options.to ?? '', detail }),
          ...(options.to === undefined ? {} : { to: options.to }),
        })
        return {
          text: [`${flip.to} is live, ${flip.from} is kept`, ...describeAnnouncement(flip)].join('\n'),
          json: flip,
        }
      }),
  )
}

async function run(options: Options): Promise<Answer> {
  const report = await withRebuild('rebuild', (parts) => {
    lowerPriority(parts.settings)
    return rebuild({
      ...parts,
      swaps: options.swap,
      accept_differences: options.acceptDifferences === true,
      restarts: options.restart === true,
      ...(options.until === undefined ? {} : { until_at: options.until }),
    })
  })
  return { text: describe(report), json: report, failed: report.comparison?.refusal != null }
}

function abandon(): Promise<Answer> {
  return withDatabase('rebuild', async (database, settings) => {
    const lock = await takeRebuildLock(settings)
    try {
      const record = await findUnfinished(database)
      if (record === undefined) throw new LegislogError('usage', 'no rebuild is unfinished')
      await abandonRebuild(database, record)
      const { read_schema } = record
      return { text: `gave ${read_schema} up`, json: { read_schema, abandoned: true } }
    } finally {
      await lock.release()
    }
  })
}

function describe(report: RebuildReport): string {
  const { read_schema, phases, events, comparison, flip, reason, until_at, continued_since } = report
  const seconds = phases.reduce((sum, one) => sum + one.seconds, 0)
  const times = phases.map((one) => `${one.phase} ${one.seconds.toFixed(1)} s`).join(', ')
  const lines = [
    ...(continued_since === null ? [] : [`continued the rebuild that was begun at ${continued_since}`]),
    `${read_schema}: ${events} events in ${seconds.toFixed(1)} s (${times})`,
    ...(comparison === null ? [] : describeComparison(comparison)),
  ]
  if (until_at !== null)
    lines.push(`the state at ${until_at}: legislog api --read-schema ${read_schema} serves it`)
  if (flip !== null) {
    const { from, to } = flip
    lines.push(`${to} is live${from === null ? '' : `; ${from} is kept: legislog rollback goes back to it`}`)
    lines.push(...describeAnnouncement(flip))
  }
  if (reason !== null) lines.push(reason)
  return lines.join('\n')
}

function describeAnnouncement({ to, emitted_ids, feed_epoch, held_back }: ReaderSwitch): string[] {
  const announced = `readers of changes receive ${emitted_ids} ${emitted_ids === 1 ? 'entity' : 'entities'}`
  return [
    ...held_back.map((key) => `held back in ${to}, readers see older data until it is retried: ${key}`),
    ...(emitted_ids > 0 ? [announced] : []),
    ...(feed_epoch === null
      ? []
      : [`readers of changes must load everything again (feed ${feed_epoch}, 410 resync_required)`]),
  ]
}

function describeComparison(found: ComparisonReport): string[] {
  const { rows, differing, differences, held_back } = found
  return [
    `${rows} rows, ${found.with === null ? 'compared with the log' : `${differing} differ from ${found.with}`}`,
    ...differences.map((one) => `  ${describeJudged(one)}`),
    ...held_back.map((key) => `  blocked on one side, not compared: ${key}`),
  ]
}
