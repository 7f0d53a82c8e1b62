import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import { layoutOf, type ServiceName } from '../../stack/home/layout.ts'
import { kafkaLibraries } from '../../stack/install/downloads.ts'
import { findJava } from '../../stack/install/programs.ts'
import { noProgress } from '../../stack/install/progress.ts'
import { runningProcess } from '../../stack/processes/process.ts'
import { bringUp } from '../../stack/stack.ts'
import { status } from '../../stack/status.ts'
import { addressesIn } from '../support/harness/main-process.ts'
import { testSettings } from '../support/harness/settings.ts'
import { databaseUrlOf } from '../support/harness/template-database.ts'
import { listTopicsOnce } from '../support/servers/kafka-login.ts'
import { createTestDatabase } from '../support/stores/database.ts'

// The services of the test run are a private stack, started as by `npm start`.
const settings = testSettings()
const layout = layoutOf(settings)
const passwords = readdirSync(layout.secrets)
  .filter((name) => !name.includes('.'))
  .map((name) => readFileSync(join(layout.secrets, name), 'utf8'))

const listTopics = (changes: Partial<Settings>): Promise<unknown> =>
  listTopicsOnce({ ...settings, ...changes })

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('the private services', () => {
  it('each have their own random password, in a file that only their owner can read', () => {
    expect(passwords).toHaveLength(7)
    expect(new Set(passwords).size).toBe(7)
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/)
    for (const folder of [layout.home, layout.secrets, layout.logs]) {
      expect(statSync(folder).mode & 0o777, folder).toBe(0o700)
    }
    for (const name of readdirSync(layout.secrets)) {
      expect(statSync(join(layout.secrets, name)).mode & 0o777, name).toBe(0o600)
    }
  })

  it('show no password in the arguments of a process, which everyone on the machine can read', async () => {
    const names: ServiceName[] = ['postgres', 'redis', 'kafka', 'registry']
    for (const name of names) {
      const { pid } = (await runningProcess(layout.pidFile(name)))!
      const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)])
      expect(stdout.trim()).not.toBe('')
      for (const password of passwords) expect(stdout, name).not.toContain(password)
    }
  })

  it('include a Kafka that requires the login', async () => {
    expect(await listTopics({})).toBeInstanceOf(Array)
    await expect(listTopics({ kafka_password: 'wrong' })).rejects.toThrow(/[Aa]uthentication failed/)
    await expect(
      listTopics({ kafka_sasl_mechanism: '', kafka_username: '', kafka_password: '' }),
    ).rejects.toThrow()
    await expect(listTopics({ kafka_sasl_mechanism: 'plain' })).rejects.toThrow(/mechanism/)
  })

  it('include a Kafka controller that requires the login for the same commands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'legislog-controller-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const run = (args: readonly string[]) =>
      promisify(execFile)(
        java as string,
        [
          ...['-Xmx64m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classpath],
          ...[
            'kafka.admin.ConfigCommand',
            '--bootstrap-controller',
            `127.0.0.1:${settings.kafka_controller_port}`,
          ],
          ...['--describe', '--entity-type', 'users', ...args],
        ],
        { timeout: 15_000 },
      )
    const java = await findJava()
    const classpath = join(kafkaLibraries(cacheFolder(settings)), '*')
    await expect(run([])).rejects.toThrow()
  })

  it('include a Redis that requires the password', async () => {
    const answer = Promise.withResolvers<string>()
    const socket = connect(settings.redis_port, '127.0.0.1', () => socket.write('KEYS *\r\n'))
    onTestFinished(() => void socket.destroy())
    socket.once('data', (bytes) => answer.resolve(bytes.toString('latin1')))
    socket.once('error', answer.reject)
    expect(await answer.promise).toMatch(/^-NOAUTH/)
  })

  it.each([
    '/apis/ccompat/v7/subjects',
    '/apis/registry/v3/search/artifacts',
    '/apis/registry/v3/admin/config/properties',
    '/ui/',
    '/q/openapi',
  ])('include a registry that does not answer %s without the login', async (path) => {
    const url = new URL(path, settings.schema_registry_url)
    expect((await fetch(url)).status).toBe(401)
    const authorization = `Basic ${Buffer.from('legislog:wrong').toString('base64')}`
    expect((await fetch(url, { headers: { authorization } })).status).toBe(401)
  })

  it('include a Postgres role that is not a superuser and owns only its database', async () => {
    const { url } = await createTestDatabase()
    expect(
      await ask(
        url,
        `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
         FROM pg_catalog.pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ])
    await expect(ask(url, 'CREATE DATABASE another')).rejects.toThrow(/permission denied/)
    await expect(ask(url, "COPY (SELECT 1) TO PROGRAM 'cat'")).rejects.toThrow(/pg_execute_server_program/)
    await expect(ask(databaseUrlOf(url, 'registry'), 'SELECT 1')).rejects.toThrow(/permission denied/)
    const nobody = new URL(url)
    nobody.password = 'wrong'
    await expect(ask(nobody.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  })

  it('report their addresses without a password, except for a shell that needs it', async () => {
    const shown = JSON.stringify(await status(settings))
    for (const password of passwords) expect(shown).not.toContain(password)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(projectFolder, 'cli', 'main.ts'), 'stack', 'env'],
      { env: { ...process.env, ...addressesIn({ ...settings, kafka_password: "a 'b" }) } },
    )
    const printed = await promisify(execFile)('sh', ['-c', `${stdout}\nprintf %s "$KAFKA_PASSWORD"`])
    expect(printed.stdout).toBe("a 'b")
    expect(stdout).toContain(`REDIS_URL=${settings.redis_url}\n`)
  })
})

it('a home whose stores are older than the logins says what to do, and starts nothing', async () => {
  const home = mkdtempSync(join(tmpdir(), 'legislog-old-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'kafka'))
  mkdirSync(join(home, 'postgres'))
  const old = testSettings({ home, database_url: '', redis_url: '' })
  await expect(bringUp(old, noProgress)).rejects.toMatchObject({
    code: 'service_failed',
    message: expect.stringMatching(
      /were made before they had logins.*legislog stack reset --yes.*upgrading\.md/,
    ),
  })
  expect(existsSync(layoutOf(old).pidFile('redis'))).toBe(false)
})
