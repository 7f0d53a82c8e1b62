import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunOptions } from '../../../ingest/runs/run.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import { createFaultyServer, type FaultyServer } from '../fakes/faulty-server.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { createTestDatabase, type TestDatabase } from '../stores/database.ts'
import { knowSchemas } from '../stores/schema-ids.ts'

type Common = Pick<RunOptions, 'settings' | 'database' | 'codec' | 'log' | 'pause' | 'random'>

export type SchedulerWorld = TestDatabase & {
  readonly server: FaultyServer
  readonly clock: ManualClock
  /** Options of every run; waits move the clock. */
  readonly common: Common & { readonly clock: ManualClock }
  /** Serves these bills of a source, each with its title. */
  readonly publish: (source: string, titles: Readonly<Record<string, string>>) => void
}

/** A publisher on loopback, a database and an archive for this test, and a clock that is moved by hand. */
export async function createSchedulerWorld(overrides: Partial<Settings> = {}): Promise<SchedulerWorld> {
  const test = await createTestDatabase()
  const server = await createFaultyServer()
  const archive = await mkdtemp(join(tmpdir(), 'legislog-archive-'))
  cleanUp(() => rm(archive, { recursive: true, force: true }))
  const settings = {
    ...test.settings,
    object_store: archive,
    federal_register_url: server.url,
    ingest_attempts: 1,
    ...overrides,
  }
  await knowSchemas(test.database)
  const clock = createManualClock()
  const common = {
    settings,
    database: test.database,
    codec: await createEventCodec(settings, test.database),
    log: createLog('test', 'silent'),
    clock,
    random: () => 0.5,
    async pause(ms: number, signal: AbortSignal) {
      signal.throwIfAborted()
      clock.advance(ms)
    },
  }
  return {
    ...test,
    settings,
    server,
    clock,
    common,
    publish(source, titles) {
      server.serve(new RegExp(`^/${source}/bills.json`), { body: Object.keys(titles) })
      for (const [identifier, title] of Object.entries(titles)) {
        const at = clock.now().toISOString()
        server.serve(`/${source}/bills/${identifier.replace(' ', '')}.json`, {
          body: { identifier, title, at },
          etag: true,
        })
      }
    },
  }
}
