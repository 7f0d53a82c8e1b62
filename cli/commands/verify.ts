import type { Command } from 'commander'
import { liveReadSchema } from '../../projections/read-schema.ts'
import { type Verification, verify } from '../../projections/verify/verify.ts'
import { createEventCodec } from '../../runtime/event-codec.ts'
import { createKafka } from '../../runtime/kafka.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { answers } from '../answer.ts'
import { openContext } from '../context.ts'
import { showProgress } from '../progress.ts'

export function registerVerify(program: Command): void {
  answers<{ readSchema?: string }>(
    program
      .command('verify')
      .description('fold the log by an independent fold and compare the rows with it')
      .option('--read-schema <name>', 'another read schema than the live one'),
    async ({ options }) => {
      const { settings } = await openContext({ name: 'verify', needs: ['postgres', 'kafka'] })
      const database = createDatabase(settings, { application_name: 'legislog verify' })
      const progress = showProgress()
      try {
        const read_schema = options.readSchema ?? (await liveReadSchema(database))
        if (read_schema === undefined) throw new LegislogError('usage', 'there is no read schema yet')
        const verification = await verify({
          settings,
          database,
          kafka: createKafka(settings, 'legislog-verify'),
          codec: await createEventCodec(settings, database),
          read_schema,
          onPartition: (done, of) => progress.tell('verify', `${done} of ${of} partitions`, done === of),
        })
        return { text: describe(verification), json: verification, failed: !verification.is_equal }
      } finally {
        progress.end()
        await database.end()
      }
    },
  )
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
