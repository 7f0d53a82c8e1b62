import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { recoverIngest } from '../../../ingest/recover/recover.ts'
import { relayUntilDrained } from '../../../ingest/relay/relay.ts'
import { runIngest } from '../../../ingest/runs/run.ts'
import { loadSource } from '../../../ingest/sources/registry.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { openLogSource } from '../../support/log/log-sources.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { backUpSchema, emptySchema, ingestState, restoreSchema } from '../../support/stores/ingest-state.ts'

/** As many roll calls too. */
const BILLS = NIGHTLY ? 120 : 40
const washington = realData('openstates-scraper/wa')

/** The first bills and votes of a session in the scraper's files. */
async function firstOf(folder: string, bills: number, votes: number): Promise<string> {
  const some = await mkdtemp(join(tmpdir(), 'legislog-recover-'))
  cleanUp(() => rm(some, { recursive: true, force: true }))
  await cp(folder, some, { recursive: true, filter: (path) => !path.endsWith('.gz') })
  for (const [name, count] of [
    ['bill', bills],
    ['vote_event', votes],
  ] as const) {
    const lines = gunzipSync(await readFile(join(folder, `${name}.ndjson.gz`)))
      .toString('utf8')
      .split('\n')
    await writeFile(join(some, `${name}.ndjson`), lines.slice(0, count).join('\n'))
  }
  return some
}

describe.skipIf(washington === undefined)('ingest of a real session after recovery from the log', () => {
  it('emits nothing for the same files, after a full or partial loss', async () => {
    const test = await createTestDatabase({ log_level: 'silent' })
    const { database } = test
    const settings = await createTestTopics(test.settings)
    const { codec } = await createIngestWorld(database, settings)
    const log = createLog('test', 'silent')
    const source = openLogSource(settings)
    const a_part = await firstOf(washington!, BILLS / 2, BILLS / 2)
    const folder = await firstOf(washington!, BILLS, BILLS)
    const options = { settings, database, codec, log, clock: systemClock, mode: 'auto' } as const
    const read = async (path: string) =>
      (await runIngest({ ...options, source: await loadSource('openstates-scraper'), paths: [path] })).events
    const publish = () =>
      relayUntilDrained({ settings, database, kafka: createKafka(settings, 'legislog-test'), log })

    await read(a_part)
    await publish()
    await backUpSchema(database, 'ingest', 'old_backup')
    expect(await read(folder)).toBeGreaterThan(4 * BILLS)
    await publish()
    const before = await ingestState(database)

    for (const lose of [
      () => emptySchema(database, 'ingest'),
      () => restoreSchema(database, 'ingest', 'old_backup'),
    ]) {
      await lose()
      expect(await recoverIngest({ database, source, codec })).toMatchObject({ unreadable: [], ahead: 0 })
      expect(await ingestState(database)).toEqual(before)
      expect(await read(folder)).toBe(0)
      expect(await ingestState(database)).toEqual(before)
    }
  }, 180_000)
})
