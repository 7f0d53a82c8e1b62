import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { registryAuthorization } from '../../runtime/settings/addresses.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import { kafkaLibraries, registryJar } from '../../stack/install/downloads.ts'
import { findJava, findProgram } from '../../stack/install/programs.ts'
import { freePort } from '../../stack/processes/port.ts'
import {
  answersGuardedKafka,
  answersKafka,
  answersPostgres,
  answersRedis,
  answersRegistry,
} from '../../stack/services/probe.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { testSettings } from '../support/harness/settings.ts'
import { databaseUrlOf } from '../support/harness/template-database.ts'
import { createOwnPostgres } from '../support/servers/own-postgres.ts'
import { type ComposeFile, readComposeWith } from '../support/up/compose-file.ts'

// Docker does not run here. The settings of the file start the same programs on ports of this machine.
const secrets = {
  KAFKA_PASSWORD: 'kafka-1',
  KAFKA_CONTROLLER_PASSWORD: 'controller-2',
  POSTGRES_PASSWORD: 'postgres-3',
  POSTGRES_REGISTRY_PASSWORD: 'postgres-registry-4',
  POSTGRES_SUPERUSER_PASSWORD: 'postgres-superuser-5',
  REDIS_PASSWORD: 'redis-6',
  SCHEMA_REGISTRY_PASSWORD: 'registry-7',
}
const READY = { timeout_ms: 90_000, interval_ms: 200 }

let compose: ComposeFile
let folder: string
let java: string

beforeAll(async () => {
  compose = readComposeWith(secrets)
  folder = mkdtempSync(join(tmpdir(), 'legislog-compose-'))
  cleanUp(async () => rmSync(folder, { recursive: true, force: true }))
  java = (await findJava())!
})

/** Starts a program that ends with the test file. */
function start(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const child = spawn(program, args, { env: { ...process.env, ...env }, cwd: folder, stdio: 'ignore' })
  const ended = once(child, 'exit')
  cleanUp(async () => {
    child.kill('SIGKILL')
    await ended
  })
}

function environmentOf(name: string): Record<string, string> {
  return compose.services[name]!.environment!
}

/** A configuration of the file, with the addresses of the container network replaced. */
function writeConfig(name: string, replaced: Readonly<Record<string, string>>): string {
  let content = compose.configs[name]!.content
  for (const [from, to] of Object.entries(replaced)) {
    expect(content).toContain(from)
    content = content.replaceAll(from, to)
  }
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('the services of docker-compose.yml', () => {
  it.runIf(NIGHTLY)('include a Kafka that creates its user and refuses everyone else', async () => {
    const [port, controller] = [await freePort(), await freePort()]
    mkdirSync(join(folder, 'kafka-data'))
    const config = writeConfig('kafka', {
      'BROKER://:9092': `BROKER://127.0.0.1:${port}`,
      'BROKER://kafka:9092': `BROKER://127.0.0.1:${port}`,
      '127.0.0.1:9093': `127.0.0.1:${controller}`,
      '/var/lib/kafka/data': join(folder, 'kafka-data'),
    })
    const [script] = compose.services.kafka!.command!
    const [format, run] = script!.replaceAll('/etc/legislog/kafka.properties', config).split('exec ')
    expect(run?.trim()).toBe(`/opt/kafka/bin/kafka-server-start.sh ${config}`)
    const jars = join(kafkaLibraries(cacheFolder(testSettings())), '*')
    const tool = `${java} -Xmx128m -XX:TieredStopAtLevel=1 -cp '${jars}' kafka.tools.StorageTool`
    await promisify(execFile)('bash', ['-ec', format!.replace('/opt/kafka/bin/kafka-storage.sh', tool)], {
      env: { ...process.env, ...environmentOf('kafka') },
    })
    start(java, [
      '-Xmx256m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      jars,
      'kafka.Kafka',
      config,
    ])
    const { KAFKA_SASL_MECHANISM, KAFKA_USERNAME, KAFKA_PASSWORD } = environmentOf('relay')
    const settings: Settings = {
      ...testSettings(),
      kafka_brokers: [`127.0.0.1:${port}`],
      kafka_sasl_mechanism: KAFKA_SASL_MECHANISM!,
      kafka_username: KAFKA_USERNAME!,
      kafka_password: KAFKA_PASSWORD!,
    }
    await eventually(() => answersGuardedKafka(settings), READY)
    await ensureTopics(createKafka(settings, 'legislog-test'), settings)
    expect(await answersKafka(settings.kafka_brokers)).toBe(false)
    expect(await answersGuardedKafka({ ...settings, kafka_password: 'wrong' })).toBe(false)
  })

  it.runIf(NIGHTLY)(
    'include Postgres and the registry with their own roles, and the registry requires a login',
    async () => {
      const { server_url } = await createOwnPostgres()
      const server = new URL(server_url)
      // A server of the stack has a role of that name, but a new one in a container does not.
      const ask = (text: string) =>
        promisify(execFile)('psql', ['-c', text, databaseUrlOf(server_url, 'postgres')])
      await ask('DROP DATABASE legislog')
      await ask('DROP ROLE legislog')
      await promisify(execFile)('sh', [join(projectFolder, 'stack', 'postgres-init.sh')], {
        env: {
          ...process.env,
          ...environmentOf('postgres'),
          PGHOST: '127.0.0.1',
          PGPORT: server.port,
          PGPASSWORD: server.password,
        },
      })
      const given = new URL(environmentOf('api').DATABASE_URL!)
      given.host = server.host
      expect(await answersPostgres(given.href)).toBe(true)
      expect(await answersPostgres(databaseUrlOf(given.href, 'registry'))).toBe(false)

      const [port, management] = [String(await freePort()), String(await freePort())]
      const { APICURIO_DATASOURCE_URL, ...env } = environmentOf('registry')
      start(java, ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-jar', registryJar(cacheFolder(testSettings()))], {
        ...env,
        APICURIO_DATASOURCE_URL: APICURIO_DATASOURCE_URL!.replace('postgres:5432', server.host),
        QUARKUS_HTTP_HOST: '127.0.0.1',
        QUARKUS_HTTP_PORT: port,
        QUARKUS_MANAGEMENT_PORT: management,
      })
      const { SCHEMA_REGISTRY_URL, SCHEMA_REGISTRY_USERNAME, SCHEMA_REGISTRY_PASSWORD } = environmentOf('api')
      const url = SCHEMA_REGISTRY_URL!.replace('registry:8080', `127.0.0.1:${port}`)
      const login = registryAuthorization({
        ...testSettings(),
        schema_registry_username: SCHEMA_REGISTRY_USERNAME!,
        schema_registry_password: SCHEMA_REGISTRY_PASSWORD!,
      })
      await eventually(() => answersRegistry(url, login), READY)
      expect(await answersRegistry(url)).toBe(false)
    },
  )

  it('include a Redis that requires the password', async () => {
    const port = await freePort()
    const config = writeConfig('redis', { '/data': folder })
    expect(compose.services.redis?.command).toEqual(['redis-server', '/etc/legislog/redis.conf'])
    start(findProgram('redis-server', ['/usr/bin'])!, [config, '--port', String(port)])
    const url = environmentOf('webhooks').REDIS_URL!.replace('redis:6379', `127.0.0.1:${port}`)
    await eventually(() => answersRedis(url), READY)
    expect(await answersRedis(`redis://127.0.0.1:${port}`)).toBe(false)
  })
})
