import { isKafkaGuarded } from '../runtime/kafka/client/kafka-access.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import { layoutOf, type ServiceName } from './home/layout.ts'
import { type KafkaLogin, privateKafkaLogin } from './services/kafka.ts'
import { privateSearchUrl } from './services/opensearch.ts'
import { privateDatabaseUrl } from './services/postgres.ts'
import { privateRedisUrl } from './services/redis.ts'
import { privateRegistryLogin, privateRegistryUrl, type RegistryLogin } from './services/registry.ts'

/** Addresses of the services, with their logins. */
export type Addresses = Pick<
  Settings,
  'kafka_brokers' | 'schema_registry_url' | 'database_url' | 'redis_url' | keyof (KafkaLogin & RegistryLogin)
> &
  // Without a private search cluster, the address of the settings stays.
  Partial<Pick<Settings, 'search_url'>>

/** The services that the stack must run: those without an address in the settings, and a search cluster only if it is wanted. */
export function privateServices(settings: Settings): ServiceName[] {
  const registry = settings.schema_registry_url === ''
  const services: ServiceName[] = []
  // The registry keeps its schemas in a database of our own server, never in one that was only pointed at.
  if (settings.database_url === '' || registry) services.push('postgres')
  if (settings.redis_url === '') services.push('redis')
  if (settings.kafka_brokers.length === 0) services.push('kafka')
  if (registry) services.push('registry')
  if (settings.search_private && settings.search_url === '') services.push('opensearch')
  return services
}

/**
 * Gives the addresses of the settings or, if they are missing, those of the private services, running or not.
 * Undefined if a private Postgres was never created, because its address contains a password that is created
 * with it.
 */
export function addresses(settings: Settings): Addresses | undefined {
  refuseForeignLogins(settings)
  const layout = layoutOf(settings)
  const { kafka_brokers, schema_registry_url, redis_url } = settings
  const databaseUrl = settings.database_url || privateDatabaseUrl(settings, layout, 'legislog')
  if (databaseUrl === undefined) return undefined
  return {
    ...(kafka_brokers.length === 0
      ? { kafka_brokers: [`127.0.0.1:${settings.kafka_port}`], ...privateKafkaLogin(layout) }
      : pick(settings, ['kafka_brokers', 'kafka_sasl_mechanism', 'kafka_username', 'kafka_password'])),
    ...(schema_registry_url === ''
      ? { schema_registry_url: privateRegistryUrl(settings), ...privateRegistryLogin(layout) }
      : pick(settings, ['schema_registry_url', 'schema_registry_username', 'schema_registry_password'])),
    database_url: databaseUrl,
    redis_url: redis_url || privateRedisUrl(settings, layout),
    ...(privateServices(settings).includes('opensearch') && { search_url: privateSearchUrl(settings) }),
  }
}

/** A login that is given is for a service that is given: the private ones have passwords of their own. */
function refuseForeignLogins(settings: Settings): void {
  if (settings.kafka_brokers.length === 0 && isKafkaGuarded(settings)) {
    throw new LegislogError(
      'setting_invalid',
      'KAFKA_TLS and KAFKA_USERNAME are for a Kafka of your own: KAFKA_BROKERS must name it',
    )
  }
  const { schema_registry_url: url, schema_registry_username, schema_registry_password } = settings
  if (url === '' && schema_registry_username + schema_registry_password !== '') {
    throw new LegislogError(
      'setting_invalid',
      'SCHEMA_REGISTRY_USERNAME is for a registry of your own: SCHEMA_REGISTRY_URL must name it',
    )
  }
}

function pick<Name extends keyof Settings>(settings: Settings, names: readonly Name[]): Pick<Settings, Name> {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, Name>
}

export function withStackAddresses(settings: Settings, found: Addresses): Settings {
  return { ...settings, ...found }
}
