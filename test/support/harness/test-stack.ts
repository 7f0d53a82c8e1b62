import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { homeFolder, readSettings, type Settings } from '../../../runtime/settings/settings.ts'
import { withLock } from '../../../stack/processes/lock-file.ts'
import { freePort, isPortFree, portSettings } from '../../../stack/processes/port.ts'

type Ports = Record<(typeof portSettings)[number], number>

/** Tests use only their own services: addresses in the environment do not apply. */
const home = '.stack/test'
const usualPorts: Ports = {
  postgres_port: 25432,
  redis_port: 26379,
  kafka_port: 29092,
  kafka_controller_port: 29093,
  registry_port: 28081,
  registry_management_port: 28082,
  opensearch_port: 29200,
  opensearch_transport_port: 29300,
}

/**
 * Settings of the stack of the tests. Its ports are chosen once: the default ones, or free ones if those are taken.
 */
export async function testStackSettings(): Promise<Settings> {
  const settings = {
    ...readSettings({ LEGISLOG_HOME: home, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }),
    cache: process.env.LEGISLOG_CACHE ?? '',
    topic_partitions: 4,
    // Plans do not depend on the machine.
    postgres_buffers_mb: 512,
    // A test file shares its event loop with others, and the machine with processes of other tests.
    event_loop_late_ms: 0,
  }
  const folder = homeFolder(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'ports.json')
  const ports = await withLock(join(folder, 'ports.lock'), 30_000, async () => {
    // The first run chooses the ports.
    const kept = await readFile(file, 'utf8').catch(() => undefined)
    if (kept !== undefined) return JSON.parse(kept) as Ports
    const chosen = await choosePorts()
    await writeFile(file, JSON.stringify(chosen))
    return chosen
  })
  return { ...settings, ...ports }
}

async function choosePorts(): Promise<Ports> {
  const ports = { ...usualPorts }
  for (const setting of portSettings) {
    if (!(await isPortFree(ports[setting]))) ports[setting] = await freePort()
  }
  return ports
}
