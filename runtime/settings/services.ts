import type { Definition } from './definition.ts'

/** Where the stores are, how they are used, and what the processes listen on. */
export const servicesSettings = {
  home: {
    env: 'LEGISLOG_HOME',
    kind: 'text',
    default: '.stack',
    does: 'Where the local services keep their data',
  },
  cache: {
    env: 'LEGISLOG_CACHE',
    kind: 'text',
    default: '',
    does: 'Where downloads are kept; empty: a folder in the user cache',
  },
  port: { env: 'PORT', kind: 'port', default: '8080', does: 'Port of the API' },
  host: { env: 'HOST', kind: 'text', default: '127.0.0.1', does: 'Address that the API listens on' },
  kafka_brokers: {
    env: 'KAFKA_BROKERS',
    kind: 'list',
    default: '',
    does: 'Kafka to use; empty: a private one',
  },
  kafka_port: { env: 'KAFKA_PORT', kind: 'port', default: '19092', does: 'Port of the private Kafka' },
  kafka_controller_port: {
    env: 'KAFKA_CONTROLLER_PORT',
    kind: 'port',
    default: '19093',
    does: 'Port of its controller',
  },
  schema_registry_url: {
    env: 'SCHEMA_REGISTRY_URL',
    kind: 'url',
    default: '',
    does: 'Schema registry to use (Confluent-compatible base address); empty: a private one',
  },
  registry_port: {
    env: 'REGISTRY_PORT',
    kind: 'port',
    default: '18081',
    does: 'Port of the private registry',
  },
  registry_management_port: {
    env: 'REGISTRY_MANAGEMENT_PORT',
    kind: 'port',
    default: '18082',
    does: 'Port of its health checks',
  },
  database_url: {
    env: 'DATABASE_URL',
    kind: 'secret',
    default: '',
    does: 'Postgres to use; empty: a private one',
  },
  postgres_port: {
    env: 'POSTGRES_PORT',
    kind: 'port',
    default: '15432',
    does: 'Port of the private Postgres',
  },
  redis_url: { env: 'REDIS_URL', kind: 'secret', default: '', does: 'Redis to use; empty: a private one' },
  redis_port: { env: 'REDIS_PORT', kind: 'port', default: '16379', does: 'Port of the private Redis' },
  topic_prefix: {
    env: 'TOPIC_PREFIX',
    kind: 'text',
    default: '',
    does: 'Put before every topic and group name',
  },
  topic_partitions: {
    env: 'TOPIC_PARTITIONS',
    kind: 'integer',
    default: '0',
    does: 'Partitions of every topic made; 0: as designed (24 and 6)',
  },
  topic_replication: {
    env: 'TOPIC_REPLICATION',
    kind: 'integer',
    default: '1',
    does: 'Copies of every topic made; 3 where there are three brokers',
  },
  database_pool: {
    env: 'DATABASE_POOL',
    kind: 'integer',
    default: '10',
    does: 'Most Postgres connections of one process',
  },
  database_statement_timeout_ms: {
    env: 'DATABASE_STATEMENT_TIMEOUT_MS',
    kind: 'integer',
    default: '60000',
    does: 'Longest Postgres statement, in ms; 0: no limit',
  },
  log_level: {
    env: 'LOG_LEVEL',
    kind: 'level',
    default: 'info',
    does: 'trace, debug, info, warn, error, silent',
  },
} as const satisfies Record<string, Definition>
