import { LegislogError } from '../../schemas/errors.ts'
import type { Settings } from './settings.ts'

/** The addresses of the services. stack/ fills the addresses of private services into the settings. */

export function kafkaBrokers(settings: Settings): readonly string[] {
  if (settings.kafka_brokers.length === 0) throw missing('KAFKA_BROKERS', 'Kafka')
  return settings.kafka_brokers
}

export function schemaRegistryUrl(settings: Settings): string {
  if (settings.schema_registry_url === '') throw missing('SCHEMA_REGISTRY_URL', 'the schema registry')
  return settings.schema_registry_url.replace(/\/+$/, '')
}

/** Basic authentication at the registry, or undefined. Throws `setting_invalid` if only half of it is given. */
export function registryLogin(settings: Settings): { username: string; password: string } | undefined {
  const { schema_registry_username: username, schema_registry_password: password } = settings
  if (username === '' && password === '') return undefined
  if (username !== '' && password !== '') return { username, password }
  throw new LegislogError(
    'setting_invalid',
    'SCHEMA_REGISTRY_USERNAME and SCHEMA_REGISTRY_PASSWORD must be set together',
  )
}

export function registryAuthorization(settings: Settings): Readonly<Record<string, string>> {
  const login = registryLogin(settings)
  if (login === undefined) return {}
  const token = Buffer.from(`${login.username}:${login.password}`).toString('base64')
  return { authorization: `Basic ${token}` }
}

export function databaseUrl(settings: Settings): string {
  if (settings.database_url === '') throw missing('DATABASE_URL', 'Postgres')
  return settings.database_url
}

export function redisUrl(settings: Settings): string {
  if (settings.redis_url === '') throw missing('REDIS_URL', 'Redis')
  return settings.redis_url
}

function missing(env: string, service: string): LegislogError {
  return new LegislogError(
    'setting_invalid',
    `${env} is empty, and no private stack has the address of ${service}`,
  )
}
