import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { definitions } from '../runtime/settings.ts'
import { LegislogError } from '../schemas/errors.ts'

export type PortSetting =
  | 'kafka_port'
  | 'kafka_controller_port'
  | 'registry_port'
  | 'registry_management_port'
  | 'postgres_port'
  | 'redis_port'

export const portSettings: readonly PortSetting[] = [
  'postgres_port',
  'redis_port',
  'kafka_port',
  'kafka_controller_port',
  'registry_port',
  'registry_management_port',
]

/** Throws `port_taken` naming the port and the setting that moves it. */
export async function requireFreePort(
  port: number,
  setting: PortSetting | 'port',
  host = '127.0.0.1',
): Promise<void> {
  if (await isPortFree(port, host)) return
  throw new LegislogError(
    'port_taken',
    `port ${port} on ${host} is used by another program; stop it, or set ${definitions[setting].env} to a free port`,
  )
}

/**
 * A port that nothing uses now, below those that systems give to outgoing connections: one of those could be gone
 * again before a service has it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(10_000, 30_000)
    if (await isPortFree(port)) return port
  }
  throw new LegislogError('service_failed', 'no free port can be had on 127.0.0.1')
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
