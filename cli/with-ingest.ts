import { withIngestPresence } from '../ingest/recover/recovery-lock.ts'
import type { RunOptions } from '../ingest/runs/run.ts'
import { checkSourceSettings } from '../ingest/schedule/source-settings.ts'
import { sources } from '../ingest/sources.ts'
import { systemClock } from '../runtime/clock.ts'
import { createEventCodec } from '../runtime/event-codec.ts'
import { createDatabase } from '../runtime/postgres.ts'
import { readSettings } from '../runtime/settings.ts'
import { checkLogIsKnown } from './check-log.ts'
import { openContext } from './context.ts'

export type IngestContext = Pick<RunOptions, 'settings' | 'database' | 'codec' | 'log' | 'clock'>

/**
 * Opens what a run of ingest needs and closes it afterwards. A command that ends says itself what it did: it logs what
 * is wrong, and more where LOG_LEVEL asks for more than the default.
 */
export async function withIngest<T>(
  work: (ingest: IngestContext) => Promise<T>,
  { is_service = false } = {},
): Promise<T> {
  checkSourceSettings(readSettings(process.env), sources)
  const { settings, log } = await openContext({ name: 'ingest', needs: ['postgres'] })
  if (!is_service && log.level === 'info') log.level = 'warn'
  const database = createDatabase(settings, { application_name: 'legislog ingest' })
  try {
    return await withIngestPresence(database, async () => {
      await checkLogIsKnown(settings, database, log)
      const codec = await createEventCodec(settings, database)
      return work({ settings, database, codec, log, clock: systemClock })
    })
  } finally {
    await database.end()
  }
}
