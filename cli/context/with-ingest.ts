import { withIngestPresence } from '../../ingest/recover/recovery-lock.ts'
import type { RunOptions } from '../../ingest/runs/run.ts'
import { checkSourceSettings } from '../../ingest/schedule/source-settings.ts'
import { listedSources } from '../../ingest/sources/registry.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { readSettings } from '../../runtime/settings/settings.ts'
import { checkLogIsKnown } from './check-log.ts'
import { openContext } from './context.ts'

export type IngestContext = Pick<RunOptions, 'settings' | 'database' | 'codec' | 'log' | 'clock'>

/**
 * Opens what a run of ingest needs and closes it afterwards. A command that ends prints its own result. It
 * logs only faults, or more if LOG_LEVEL is set.
 */
export async function withIngest<T>(
  work: (ingest: IngestContext) => Promise<T>,
  { is_service = false } = {},
): Promise<T> {
  checkSourceSettings(readSettings(process.env), listedSources)
  const { settings, log } = await openContext({ name: 'ingest', needs: ['postgres'] })
  if (!is_service && log.level === 'info') log.level = 'warn'
  const database = createDatabase(settings, { application_name: 'legislog ingest' })
  try {
    return await whileLogIsKnown({ settings, database, log }, async () => {
      const codec = await createEventCodec(settings, database)
      return work({ settings, database, codec, log, clock: systemClock })
    })
  } finally {
    await database.end()
  }
}

/**
 * Runs `work` while no recovery can begin, and only if ingest knows the last events of the log. A long-lived
 * process checks before each run, because a replica that was promoted meanwhile may know less. A lease
 * protects the run itself.
 */
export async function whileLogIsKnown<T>(
  { settings, database, log }: Pick<IngestContext, 'settings' | 'database' | 'log'>,
  work: () => Promise<T>,
): Promise<T> {
  return withIngestPresence(database, async () => {
    await checkLogIsKnown(settings, database, log)
    return work()
  })
}
