import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { definitions } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { holderOfPort } from './port-holder.ts'

export type PortSetting =
  | 'kafka_port'
  | 'kafka_controller_port'
  | 'registry_port'
  | 'registry_management_port'
  | 'postgres_port'
  | 'redis_port'
  | 'opensearch_port'
  | 'opensearch_transport_port'

export const portSettings: readonly PortSetting[] = [
  'postgres_port',
  'redis_port',
  'kafka_port',
  'kafka_controller_port',
  'registry_port',
  'registry_management_port',
  'opensearch_port',
  'opensearch_transport_port',
]

/** Throws `port_taken`, naming the port, the process that uses it if that is known, and the setting that changes it. */
export async function requireFreePort(
  port: number,
  setting: PortSetting | 'port',
  host = '127.0.0.1',
): Promise<void> {
  const refusal = await listenOnce(port, host)
  if (refusal === undefined) return
  const { env } = definitions[setting]
  if (refusal !== 'EADDRINUSE') {
    throw new LegislogError(
      'setting_invalid',
      `${env}: port ${port} on ${host} cannot be listened on: ${refusal}`,
    )
  }
  const holder = await holderOfPort(port)
  const user = holder === undefined ? 'another program' : `process ${holder.pid} (${holder.command})`
  throw new LegislogError(
    'port_taken',
    `port ${port} on ${host} is used by ${user}; stop it, or set ${env} to a free port`,
  )
}

/**
 * A port that nothing uses now, below those that systems give to outgoing connections. Another program could take one
 * of those before a service has it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(10_000, 30_000)
    if (await isPortFree(port)) return port
  }
  throw new LegislogError('service_failed', '127.0.0.1 has no free port')
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await listenOnce(port, host)) === undefined
}

/** Gives the reason if the port cannot be used; undefined if it can. */
async function listenOnce(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
