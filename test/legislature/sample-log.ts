import { join } from 'node:path'
import { runIngest } from '../../ingest/runs/run.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createLog } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../schemas/log/event-schemas.ts'
import { createManualClock } from '../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../support/ingest/ingest-world.ts'
import { LogBuilder, type Logged } from './log-builder.ts'

/** The sample as `legislog up` loads it, and then its next day. */
const runs = [
  ['openstates-scraper', 'legislature'],
  ['federal-register', 'register'],
  ['openstates-people', 'people'],
  ['openstates-scraper', 'revision'],
] as const

/** The log that the shipped sample legislature makes: the real sources and the real ingest, as the relay would send it. */
export async function sampleLog(database: Database, settings: Settings): Promise<readonly Logged[]> {
  const ingesting = await createIngestWorld(database, settings)
  const codec = await createEventCodec(settings, database)
  const log = createLog('test', 'silent')
  for (const [source, folder] of runs) {
    await runIngest({
      source: await loadSource(source),
      paths: [join(projectFolder, 'sample', folder)],
      settings,
      database,
      codec,
      log,
      clock: createManualClock(),
    })
  }
  const builder = new LogBuilder()
  for (const { type, key, body } of await ingesting.emitted()) {
    builder.add(type as EventType, key, body as EventBodyOf<EventType>)
  }
  return builder.logged
}
