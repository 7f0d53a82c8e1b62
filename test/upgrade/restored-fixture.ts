import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../runtime/settings/settings.ts'
import { runCommand } from '../../stack/processes/command.ts'
import { freePort } from '../../stack/processes/port.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { legislogHere } from '../support/harness/command-line.ts'
import { createTestTopics } from '../support/log/topics.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/stores/database.ts'
import { createTestRedis } from '../support/stores/redis.ts'
import { postgresProgram } from '../support/stores/schema-dump.ts'
import type { Customers } from './fixture-maker/customers.ts'
import { moveTimes } from './move-times.ts'

export const fixturesFolder = join(import.meta.dirname, 'fixtures')

/** Data that belongs to a dump but is not in it. */
export type Facts = Customers & {
  readonly made_at: string
  readonly settings: { readonly TOPIC_PARTITIONS: string; readonly WEBHOOK_SECRET_KEY: string }
  readonly rows: Readonly<Record<string, number>>
}

/** Times of the log do not move, so copies of them are as old as the fixture. Nothing may be deleted for that age. */
const keepEverything = {
  relay_journal_hours: 876_000,
  usage_keep_days: 36_500,
  webhook_attempt_keep_days: 36_500,
  webhook_body_keep_days: 36_500,
} as const

export type RestoredFixture = Pick<TestDatabase, 'database' | 'url'> & {
  readonly facts: Facts
  readonly settings: Settings
  /** Runs a command of this code and gives its JSON. Throws if it ends with a code that is not listed; 0 is the default. */
  run<T>(args: readonly string[], codes?: readonly number[]): Promise<T>
}

/**
 * The dump of a release in a database of this test, beside an empty Kafka, with the settings that it was made with. It is
 * an hour old on any date (see move-times.ts).
 */
export async function restoreFixture(version: string): Promise<RestoredFixture> {
  const folder = join(fixturesFolder, version)
  const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts
  const objects = mkdtempSync(join(tmpdir(), 'legislog-objects-'))
  cleanUp(async () => rmSync(objects, { recursive: true, force: true }))
  cpSync(join(folder, 'objects'), objects, { recursive: true })
  const restored = await createEmptyDatabase({
    redis_url: await createTestRedis(),
    object_store: objects,
    topic_partitions: Number(facts.settings.TOPIC_PARTITIONS),
    webhook_secret_key: facts.settings.WEBHOOK_SECRET_KEY,
    webhook_allow_insecure: true,
    port: await freePort(),
    log_level: 'silent',
    ...keepEverything,
  })
  const dump = join(folder, 'database.dump')
  await runCommand(await postgresProgram('pg_restore'), ['--no-owner', '--dbname', restored.url, dump])
  await moveTimes(restored.database, facts.made_at)
  const settings = await createTestTopics(restored.settings)
  const env = settingsEnvironment(settings)
  return {
    facts,
    settings,
    database: restored.database,
    url: restored.url,
    async run<T>(args: readonly string[], codes: readonly (number | null)[] = [0]) {
      const outcome = await legislogHere([...args, '--json'], { env })
      if (codes.includes(outcome.code)) return outcome.json() as T
      throw new Error(`${args.join(' ')} ended with ${outcome.code}:\n${outcome.stdout}${outcome.stderr}`)
    },
  }
}
