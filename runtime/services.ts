import type { Settings } from './settings.ts'

/** Where the services are: the address of a setting, else the private one on its own port. */

export function kafkaBrokers(settings: Settings): readonly string[] {
  return settings.kafka_brokers.length > 0 ? settings.kafka_brokers : [`127.0.0.1:${settings.kafka_port}`]
}

export function schemaRegistryUrl(settings: Settings): string {
  return settings.schema_registry_url === ''
    ? `http://127.0.0.1:${settings.registry_port}/apis/ccompat/v7`
    : settings.schema_registry_url.replace(/\/+$/, '')
}

export function databaseUrl(settings: Settings): string {
  return settings.database_url === ''
    ? `postgres://legislog@127.0.0.1:${settings.postgres_port}/legislog`
    : settings.database_url
}

export function redisUrl(settings: Settings): string {
  return settings.redis_url === '' ? `redis://127.0.0.1:${settings.redis_port}` : settings.redis_url
}
