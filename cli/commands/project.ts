import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { type Projections, startProjections } from '../../projections/start-projections.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/event-codec.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import { answers } from '../answer.ts'
import { openContext } from '../context.ts'
import { untilStopped } from '../until-stopped.ts'

const REPORT_MS = 10_000
const POLL_MS = 100

export function registerProject(program: Command): void {
  answers<{ readSchema?: string; once?: boolean }>(
    program
      .command('project')
      .description('bring the log into the read models, until stopped')
      .option('--read-schema <name>', 'another read schema than the live one, such as read_0002')
      .option('--once', 'end when everything in the log is projected'),
    async ({ options }) => {
      const { settings, log } = await openContext({ name: 'project', needs: ['postgres', 'kafka'] })
      const kafka = createKafka(settings, 'legislog-project')
      const database = createDatabase(settings, { application_name: 'legislog project' })
      const metrics = createMetrics()
      await ensureTopics(kafka, settings)
      const codec = await createEventCodec(settings, database)
      const projections = await startProjections({
        settings,
        database,
        kafka,
        codec,
        log,
        clock: systemClock,
        metrics,
        ...(options.readSchema === undefined ? {} : { read_schema: options.readSchema }),
      })
      const report = setInterval(() => log.info(projections.health(), 'projecting'), REPORT_MS)
      try {
        const until = options.once === true ? untilDrained(projections) : untilStopped()
        await Promise.race([until, projections.done])
      } finally {
        clearInterval(report)
        await projections.stop()
        await database.end()
      }
      const { read_schema, watermark } = projections.health()
      return { json: { read_schema, watermark, ...projections.totals() } }
    },
  )
}

async function untilDrained(projections: Projections): Promise<void> {
  for (;;) {
    const { watermark, lag_events, reader } = projections.health()
    if (reader.state === 'reading' && watermark !== undefined && lag_events === 0) return
    await delay(POLL_MS)
  }
}
