import { resolve } from 'node:path'
import { LegislogError } from '../schemas/errors.ts'

/**
 * Every setting: its environment name, its default and what it does. `legislog config` prints this table; nothing
 * else reads `process.env`.
 */
type Kind = 'text' | 'secret' | 'integer' | 'port' | 'level' | 'flag' | 'url' | 'list'
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
type Definition = {
  readonly env: string
  readonly kind: Kind
  readonly default: string
  readonly does: string
}

export const definitions = {
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
  log_level: {
    env: 'LOG_LEVEL',
    kind: 'level',
    default: 'info',
    does: 'trace, debug, info, warn, error, silent',
  },
  page_limit_default: {
    env: 'PAGE_LIMIT_DEFAULT',
    kind: 'integer',
    default: '50',
    does: 'Items of a page where no limit is asked for',
  },
  page_limit_max: {
    env: 'PAGE_LIMIT_MAX',
    kind: 'integer',
    default: '200',
    does: 'Largest limit that a page may ask for',
  },
  api_statement_timeout_ms: {
    env: 'API_STATEMENT_TIMEOUT_MS',
    kind: 'integer',
    default: '5000',
    does: 'Longest Postgres statement of an API request, in ms; after it the answer is 503',
  },
  rate_limits: {
    env: 'RATE_LIMITS',
    kind: 'text',
    default: '',
    does: 'Requests a minute by tier, such as free=60,business=1200; 0 lifts the limit',
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
  topic_replication: {
    env: 'TOPIC_REPLICATION',
    kind: 'integer',
    default: '1',
    does: 'Copies of every topic made; 3 where there are three brokers',
  },
  projector_batch_events: {
    env: 'PROJECTOR_BATCH_EVENTS',
    kind: 'integer',
    default: '5000',
    does: 'Most events of one projector transaction',
  },
  projector_flush_ms: {
    env: 'PROJECTOR_FLUSH_MS',
    kind: 'integer',
    default: '100',
    does: 'Longest wait for more events before a transaction',
  },
  ingest_batch_entities: {
    env: 'INGEST_BATCH_ENTITIES',
    kind: 'integer',
    default: '500',
    does: 'Most entities of one ingest transaction',
  },
  webhook_allow_insecure: {
    env: 'WEBHOOK_ALLOW_INSECURE',
    kind: 'flag',
    default: '',
    does: 'Allow http and loopback webhook addresses: for local trials only',
  },
  webhook_secret_key: {
    env: 'WEBHOOK_SECRET_KEY',
    kind: 'secret',
    default: '',
    does: 'Key (32 bytes, base64) that webhook secrets are encrypted with; empty: made once and kept in LEGISLOG_HOME',
  },
  webhook_concurrency: {
    env: 'WEBHOOK_CONCURRENCY',
    kind: 'integer',
    default: '200',
    does: 'Endpoints that one dispatcher serves at once',
  },
} as const satisfies Record<string, Definition>

type Name = keyof typeof definitions
type ValueOf<K extends Kind> = K extends 'integer' | 'port'
  ? number
  : K extends 'flag'
    ? boolean
    : K extends 'list'
      ? readonly string[]
      : string

export type Settings = { readonly [N in Name]: ValueOf<(typeof definitions)[N]['kind']> }

/** Reads every setting from an environment. Throws `setting_invalid` naming the setting and its value. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(definitions) as [Name, Definition][]) {
    settings[name] = parse(definition, env[definition.env] ?? definition.default)
  }
  return settings as Settings
}

function parse(definition: Definition, value: string): unknown {
  switch (definition.kind) {
    case 'integer': {
      const number = Number(value)
      if (value.trim() === '' || !Number.isInteger(number) || number < 0)
        refuse(definition, value, 'a whole number')
      return number
    }
    case 'port': {
      const port = Number(value)
      if (value.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
        refuse(definition, value, 'a port, 0 to 65535')
      return port
    }
    case 'level':
      if (!logLevels.includes(value)) refuse(definition, value, `one of ${logLevels.join(', ')}`)
      return value
    case 'flag':
      if (!['', '0', '1', 'true', 'false'].includes(value)) refuse(definition, value, '1, 0, true or false')
      return value === '1' || value === 'true'
    case 'list':
      return value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    case 'url':
      if (value !== '' && !URL.canParse(value))
        refuse(definition, value, 'an address such as http://host:port')
      return value
    default:
      return value
  }
}

function refuse(definition: Definition, value: string, wanted: string): never {
  throw new LegislogError(
    'setting_invalid',
    `${definition.env} is ${JSON.stringify(value)}; it must be ${wanted}`,
  )
}

/** The folder of the project: state paths are relative to it, so that commands work from anywhere. */
export const projectFolder = resolve(import.meta.dirname, '..')

export function homeFolder(settings: Settings): string {
  return resolve(projectFolder, settings.home)
}
