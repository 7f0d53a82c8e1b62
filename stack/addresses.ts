import { isKafkaGuarded } from '../runtime/kafka-access.ts'
import type { Settings } from '../runtime/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import { layoutOf, type ServiceName } from './layout.ts'
import { privateDatabaseUrl } from './postgres.ts'
import { privateRegistryUrl } from './registry.ts'

export type Addresses = {
  readonly kafka_brokers: readonly string[]
  readonly schema_registry_url: string
  readonly database_url: string
  readonly redis_url: string
}

/** Which services are ours to run: those whose address the settings do not give. */
export function privateServices(settings: Settings): ServiceName[] {
  const registry = settings.schema_registry_url === ''
  const services: ServiceName[] = []
  // The registry keeps its schemas in a database of our own server, never in one that was only pointed at.
  if (settings.database_url === '' || registry) services.push('postgres')
  if (settings.redis_url === '') services.push('redis')
  if (settings.kafka_brokers.length === 0) services.push('kafka')
  if (registry) services.push('registry')
  return services
}

/**
 * Where everything is: addresses of the settings as they are, otherwise those of the private services, running or
 * not. Undefined when a private Postgres was never made, as its address holds a password made with it.
 */
export function addresses(settings: Settings): Addresses | undefined {
  if (settings.kafka_brokers.length === 0 && isKafkaGuarded(settings)) {
    throw new LegislogError(
      'setting_invalid',
      'KAFKA_TLS and KAFKA_USERNAME are for a Kafka of your own: KAFKA_BROKERS must say where it is',
    )
  }
  const database_url = settings.database_url || privateDatabaseUrl(settings, layoutOf(settings), 'legislog')
  if (database_url === undefined) return undefined
  return {
    kafka_brokers:
      settings.kafka_brokers.length > 0 ? settings.kafka_brokers : [`127.0.0.1:${settings.kafka_port}`],
    schema_registry_url: settings.schema_registry_url || privateRegistryUrl(settings),
    database_url,
    redis_url: settings.redis_url || `redis://127.0.0.1:${settings.redis_port}`,
  }
}

export function withStackAddresses(settings: Settings, found: Addresses): Settings {
  return { ...settings, ...found }
}
