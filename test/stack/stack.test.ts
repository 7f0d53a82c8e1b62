import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf, type ServiceName } from '../../stack/home/layout.ts'
import { noProgress } from '../../stack/install/progress.ts'
import { freePort, portSettings } from '../../stack/processes/port.ts'
import { runningProcess } from '../../stack/processes/process.ts'
import { privateDatabaseUrl } from '../../stack/services/postgres.ts'
import { addresses, bringUp, reset, status, takeDown } from '../../stack/stack.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { testSettings } from '../support/harness/settings.ts'
import { whyNoSearchCluster } from '../support/servers/own-search-cluster.ts'

/** A separate home on free ports. Services whose address is not emptied are those of the test run. */
async function ownHome(emptied: Partial<Settings>, below = ''): Promise<Settings> {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-stack-'))
  const ports = await Promise.all(portSettings.map(async (name) => [name, await freePort()] as const))
  const settings = testSettings({ ...Object.fromEntries(ports), home: join(folder, below), ...emptied })
  cleanUp(async () => {
    await reset(settings, noProgress)
    rmSync(folder, { recursive: true })
  })
  return settings
}

const loginsOf = (settings: Settings) => ({
  kafka_sasl_mechanism: settings.kafka_sasl_mechanism,
  kafka_username: settings.kafka_username,
  kafka_password: settings.kafka_password,
  schema_registry_username: settings.schema_registry_username,
  schema_registry_password: settings.schema_registry_password,
})

async function kill(settings: Settings, name: ServiceName): Promise<void> {
  const running = await runningProcess(layoutOf(settings).pidFile(name))
  process.kill(running?.pid as number, 'SIGKILL')
}

async function stateOf(settings: Settings, name: ServiceName): Promise<string | undefined> {
  return (await status(settings)).find((service) => service.name === name)?.state
}

const whyNoCluster = await whyNoSearchCluster()

describe('the local services', () => {
  it.skipIf(whyNoCluster !== undefined || !NIGHTLY)(
    `include a search cluster only if it is wanted, which comes back with its data${whyNoCluster === undefined ? '' : ` (${whyNoCluster})`}`,
    async () => {
      const settings = await ownHome({ search_private: true })
      const { search_url = '' } = await bringUp(settings, noProgress)
      expect(search_url).toBe(`http://127.0.0.1:${settings.opensearch_port}`)
      expect(await stateOf(settings, 'opensearch')).toBe('ready')
      await fetch(`${search_url}/kept`, { method: 'PUT' })
      await kill(settings, 'opensearch')
      await bringUp(settings, noProgress)
      expect((await fetch(`${search_url}/kept`)).status).toBe(200)
      expect(await takeDown(settings, noProgress)).toEqual(['opensearch'])
    },
  )

  it('start only if no address is given for them, and a second up is instant', async () => {
    const settings = await ownHome({ redis_url: '' })
    const found = await bringUp(settings, noProgress)
    expect(found).toEqual({
      kafka_brokers: settings.kafka_brokers,
      schema_registry_url: settings.schema_registry_url,
      database_url: settings.database_url,
      redis_url: expect.stringMatching(
        new RegExp(`^redis://:[\\w-]{32}@127\\.0\\.0\\.1:${settings.redis_port}$`),
      ),
      ...loginsOf(settings),
    })
    expect((await status(settings)).map(({ name, private: own, state }) => [name, own, state])).toEqual([
      ['postgres', false, 'ready'],
      ['redis', true, 'ready'],
      ['kafka', false, 'ready'],
      ['registry', false, 'ready'],
    ])
    await bringUp(settings, () => expect.unreachable('a second up has nothing to report'))
    expect(await takeDown(settings, noProgress)).toEqual(['redis'])
    expect(await takeDown(settings, noProgress)).toEqual([])
  })

  it('come back with their data after kill -9', async () => {
    const settings = await ownHome({ redis_url: '', database_url: '' })
    const found = await bringUp(settings, noProgress)
    const redis = new Redis(found.redis_url)
    await redis.set('kept', 'yes')
    redis.disconnect()
    const client = new pg.Client({ connectionString: found.database_url })
    await client.connect()
    client.on('error', () => {})
    await client.query('CREATE TABLE kept AS SELECT 1 AS yes')
    await kill(settings, 'redis')
    await kill(settings, 'postgres')
    await client.end().catch(() => {})
    await expect.poll(() => stateOf(settings, 'redis')).toBe('dead')

    expect(await bringUp(settings, noProgress)).toEqual(found)
    const again = new Redis(found.redis_url)
    expect(await again.get('kept')).toBe('yes')
    again.disconnect()
    const second = new pg.Client({ connectionString: found.database_url })
    await second.connect()
    expect((await second.query('SELECT yes FROM kept')).rows).toEqual([{ yes: 1 }])
    await second.end()
  })

  it('name the port and the setting if a port is taken, and start nothing', async () => {
    const settings = await ownHome({ redis_url: '', database_url: '' })
    const stranger = createServer().listen(settings.redis_port, '127.0.0.1')
    onTestFinished(() => void stranger.close())
    await new Promise((resolve) => stranger.once('listening', resolve))
    await expect(bringUp(settings, noProgress)).rejects.toMatchObject({
      code: 'port_taken',
      message: expect.stringMatching(
        new RegExp(
          `^port ${settings.redis_port} .* is used by process ${process.pid} \\(.*node.*\\); .* set REDIS_PORT to a free port$`,
        ),
      ),
    })
    expect(await stateOf(settings, 'postgres')).toBe('stopped')
  })

  it('leave nothing behind after a reset', async () => {
    const settings = await ownHome({ database_url: '' })
    await bringUp(settings, noProgress)
    const layout = layoutOf(settings)
    await reset(settings, noProgress)
    expect(existsSync(layout.postgres_data)).toBe(false)
    expect(addresses(settings)).toBeUndefined()
    expect(await stateOf(settings, 'postgres')).toBe('stopped')
  })

  it('delete only the linked folder for the data of Postgres when they are reset', async () => {
    const settings = await ownHome({})
    const layout = layoutOf(settings)
    const disk = mkdtempSync(join(tmpdir(), 'legislog-disk-'))
    onTestFinished(() => rmSync(disk, { recursive: true }))
    writeFileSync(join(disk, 'photos'), 'mine')
    mkdirSync(join(disk, 'postgres'))
    symlinkSync(join(disk, 'postgres'), layout.postgres_data)
    await reset(settings, noProgress)
    expect(readdirSync(disk).toSorted()).toEqual(['photos', 'postgres'])
    expect(existsSync(layout.postgres_data)).toBe(false)
  })

  it.runIf(process.getuid?.() === 0)(
    'keep the data of Postgres outside a home that its account cannot enter',
    async () => {
      // Only root can open the folder above the home.
      const settings = await ownHome({ database_url: '' }, 'home')
      await bringUp(settings, noProgress)
      const client = new pg.Client({
        connectionString: privateDatabaseUrl(settings, layoutOf(settings), 'postgres'),
      })
      await client.connect()
      const { rows } = await client.query<{ folder: string }>(
        "SELECT current_setting('data_directory') AS folder",
      )
      await client.end()
      expect(rows[0]?.folder).toMatch(/^\/var\/lib\/legislog\//)
      await reset(settings, noProgress)
      expect(existsSync(dirname(rows[0]?.folder as string))).toBe(false)
    },
  )
})
