import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reserveLookup } from '../../../api/accounts/lookups.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import { freePort, portSettings } from '../../../stack/processes/port.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { postgresProgram } from '../../support/stores/schema-dump.ts'
import { countRows } from '../../support/stores/table-rows.ts'
import { createTokens } from './customers.ts'
import { fixtureHome } from './fixture-home.ts'
import { openOutsideWorld } from './outside-world.ts'
import { writeWaiting } from './records.ts'
import { liveChanges, load, unusualRows } from './story.ts'

/**
 * Makes `test/upgrade/fixtures/<version>/` from a real `legislog up` of this code: a dump of the database, the object
 * store, and `facts.json` with the settings and secrets that belong to it. See test/upgrade/README.md.
 */
const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name the version, such as 0.1.0')

/** A published key that encrypts the secrets of test endpoints. */
const SECRET_KEY = Buffer.from('a key that only fixtures may use').toString('base64')

const target = join(projectFolder, 'test', 'upgrade', 'fixtures', version)
const folder = await mkdtemp(join(tmpdir(), 'legislog-fixture-'))
const world = await openOutsideWorld(await freePort())
const fixed = {
  TOPIC_PARTITIONS: '4',
  WEBHOOK_SECRET_KEY: SECRET_KEY,
  WEBHOOK_ALLOW_INSECURE: '1',
}
const ports = await Promise.all(
  (['port', 'metrics_port', ...portSettings] as const).map(async (name) => [name, await freePort()] as const),
)
const home = fixtureHome({
  ...settingsEnvironment(Object.fromEntries(ports)),
  ...fixed,
  ...world.feeds,
  LEGISLOG_HOME: join(folder, 'home'),
  INGEST_PRIVATE_HOSTS: '127.0.0.1',
  INGEST_ATTEMPTS: '1',
  INGEST_RATES: 'federal-register=100000,bill-text=100000',
  LOG_LEVEL: 'warn',
})

try {
  await home.run(['up', '--detach'])
  const tokens = await createTokens(home)
  await load(home, join(folder, 'texts'), world.url)
  const endpoints = await liveChanges(home, tokens.admin, world.url)
  await unusualRows(home, tokens.admin, folder)
  await home.withDatabase(spendLookups)
  await home.run(['down'])
  await home.run(['stack', 'up'])
  await home.run(['ingest', 'openstates-scraper', await writeWaiting(join(folder, 'waiting')), '--live'])
  await writeFixture({ tokens, endpoints })
} finally {
  // Without a reset, the data of Postgres may stay in a folder outside of the home.
  for (const ending of [['down'], ['stack', 'reset', '--yes']])
    await home.run(ending).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  await world.close()
  await rm(folder, { recursive: true, force: true })
}

/** Release 0.1.0 has no route that spends lookups. */
async function spendLookups(database: Database): Promise<void> {
  const { rows } = await database.query<{ id: number }>("SELECT id FROM account.account WHERE name = 'river'")
  for (const cap of [2, 2, 2]) await reserveLookup(database, rows[0]!.id, cap, new Date())
}

async function writeFixture(secrets: Record<string, unknown>): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const counts = await home.withDatabase(async (database, settings) => {
    const dump = [
      '-Fc',
      '-Z9',
      '--no-owner',
      '--no-privileges',
      '-f',
      join(target, 'database.dump'),
      '-d',
      settings.database_url,
    ]
    await runCommand(await postgresProgram('pg_dump'), dump)
    return countRows(database)
  })
  await cp(join(home.folder, 'objects'), join(target, 'objects'), { recursive: true })
  const facts = { version, made_at: new Date().toISOString(), settings: fixed, ...secrets, rows: counts }
  await writeFile(join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
  const empty = Object.entries(counts).filter(([, rows]) => rows === 0)
  process.stdout.write(
    `${(await readdir(target)).join(' ')}\nempty: ${empty.map(([table]) => table).join(', ')}\n`,
  )
}
