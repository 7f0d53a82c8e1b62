import type { Command } from 'commander'
import { requireReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { type Verification, type VerifyProgress, verify } from '../../projections/verify/verify.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { openContext } from '../context/context.ts'
import { setAction } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'
import { lowerPriority } from '../process/lower-priority.ts'

export function registerVerify(program: Command): void {
  setAction<{ readSchema?: string; partition?: string; workers?: string }>(
    program
      .command('verify')
      .description('compare the rows with an independent fold of the log')
      .option('--read-schema <name>', 'use this read schema instead of the live one')
      .option(
        '--partition <number>',
        'only this partition number; rows without any event are not searched for',
      )
      .option('--workers <number>', 'number of threads; default: one per core'),
    async ({ options }) => {
      const { settings } = await openContext({ name: 'verify', needs: ['postgres', 'kafka'] })
      lowerPriority(settings)
      const database = createDatabase(settings, { application_name: 'legislog verify' })
      const progress = showProgress()
      try {
        if (options.readSchema !== undefined) await requireReadSchema(database, options.readSchema)
        const readSchema = options.readSchema ?? (await liveReadSchema(database))
        if (readSchema === undefined) throw new LegislogError('usage', 'there is no read schema yet')
        const verification = await verify({
          settings,
          database,
          read_schema: readSchema,
          ...(options.partition !== undefined && { partition: numberOf('--partition', options.partition) }),
          ...(options.workers !== undefined && { workers: numberOf('--workers', options.workers) }),
          onProgress: (now) => progress.follow('verify', describeProgress(now)),
        })
        progress.report('verify', `${verification.events} events, ${verification.rows} rows`, true)
        return { text: describe(verification), json: verification, failed: !verification.is_equal }
      } finally {
        progress.end()
        await database.end()
      }
    },
  )
}

function numberOf(option: string, text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new LegislogError('usage', `${option} ${JSON.stringify(text)} is not a number`)
}

function describeProgress(now: VerifyProgress): string {
  const { partitions_done, partitions, events_done, events, rows, events_per_s, eta_s } = now
  const share = events === 0 ? 100 : Math.floor((100 * events_done) / events)
  return `${share} %: ${events_done} of ${events} events, ${rows} rows, ${partitions_done} of ${partitions} partitions, ${events_per_s} events/s, ${eta_s} s left`
}

function describe(one: Verification): string {
  const lines = [
    `${one.read_schema}: ${one.events} events, ${one.rows} rows, ${one.differing} differ`,
    ...one.differences.map(({ table, key, kind, columns }) =>
      `${kind} ${table} ${key} ${columns.join(', ')}`.trimEnd(),
    ),
    ...one.holes.map(
      ({ ocd_id, after, next, topic, partition, offset }) =>
        `hole ${ocd_id}: ${after} is followed by ${next} in ${topic}:${partition} at ${offset}`,
    ),
    ...one.unreadable.map(
      ({ topic, partition, offset, error }) => `unreadable ${topic}:${partition} at ${offset}: ${error}`,
    ),
    ...one.parked.map(({ topic, key, events, code }) => `parked ${topic} ${key}: ${events} events, ${code}`),
  ]
  return lines.join('\n')
}
