import type { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import { LegislogError } from '../../schemas/errors.ts'
import { type EventSchema, registeredText } from '../../schemas/log/schema-files.ts'
import { registryLogin, schemaRegistryUrl } from '../settings/addresses.ts'
import type { Settings } from '../settings/settings.ts'
import { reasonsOf } from './refusal-reasons.ts'
import { askRegistry, messageOf, registryUnreachable } from './registry-request.ts'

/** The part of the registry that the log needs. Its package is loaded for the first request: most processes send none. */
export type RegistryClient = {
  /** `$id` of the schema behind an id; undefined if the registry does not have it. Throws `registry_unreachable`. */
  readonly nameOf: (registry_id: number) => Promise<string | undefined>
  /** The id under which a schema is registered; undefined if it is not. Throws `registry_unreachable`. */
  readonly idOf: (subject: string, schema: EventSchema) => Promise<number | undefined>
  /**
   * Registers a schema in a subject with the compatibility level BACKWARD_TRANSITIVE. Throws `schema_incompatible`,
   * `registry_unreachable`.
   */
  readonly register: (subject: string, schema: EventSchema) => Promise<number>
  /** Reasons against registering the schema; empty if it is compatible. Throws `registry_unreachable`. */
  readonly incompatibilities: (subject: string, schema: EventSchema) => Promise<string[]>
}

const COMPATIBILITY_LEVEL = 'BACKWARD_TRANSITIVE' as COMPATIBILITY
const JSON_SCHEMA = 'JSON' as SchemaType.JSON

/**
 * The client of the registry. It validates nothing: event-validation.ts does, once, with the schema that the headers
 * name. (The client's own ajv would refuse a second revision of a `$id`, and would validate with the schema that the id
 * means in the registry today.) Its `retry` option is global to the module, so every process passes the same.
 */
export function createRegistryClient(settings: Settings): RegistryClient {
  const host = schemaRegistryUrl(settings)
  const auth = registryLogin(settings)
  async function connect(): Promise<SchemaRegistry> {
    const registry = await import('@kafkajs/confluent-schema-registry')
    return new registry.SchemaRegistry(
      {
        host,
        clientId: 'legislog',
        ...(auth !== undefined && { auth }),
        retry: { retries: 2, initialRetryTimeInSecs: 0.1, maxRetryTimeInSecs: 1 },
      },
      {
        [JSON_SCHEMA]: { ajvInstance: { addSchema: () => undefined as never, compile: acceptAnything } },
      },
    )
  }
  let opened: Promise<SchemaRegistry> | undefined
  const open = () => {
    opened ??= connect()
    return opened
  }
  const confluent = (schema: EventSchema) => ({ type: JSON_SCHEMA, schema: registeredText(schema) }) as const

  return {
    async nameOf(registryId) {
      // Asked again: the cached schema may be from before the registry lost its database.
      const schema = await orUnknown(async () => (await connect()).getSchema(registryId), host)
      const raw = (schema as unknown as { validate?: { schema?: { $id?: unknown } } } | undefined)?.validate
      return typeof raw?.schema?.$id === 'string' ? raw.schema.$id : undefined
    },

    idOf: (subject, schema) =>
      orUnknown(async () => (await open()).getRegistryIdBySchema(subject, confluent(schema)), host),

    async register(subject, schema) {
      // The client would register first and set the level afterwards: the first of two deploys would go unchecked.
      await askRegistry(settings, 'PUT', `/config/${encodeURIComponent(subject)}`, {
        compatibility: COMPATIBILITY_LEVEL,
      })
      try {
        const registry = await open()
        const { id } = await registry.register(confluent(schema), {
          subject,
          compatibility: COMPATIBILITY_LEVEL,
          updateConfig: false,
        })
        return id
      } catch (error) {
        // Another process may have registered it at the same moment.
        const known = await this.idOf(subject, schema)
        if (known !== undefined) return known
        const status = statusOf(error)
        if (status === 409 || status === 422) {
          throw new LegislogError('schema_incompatible', `${schema.$id} in ${subject}: ${messageOf(error)}`, {
            cause: error,
          })
        }
        throw registryUnreachable(host, error)
      }
    },

    async incompatibilities(subject, schema) {
      const answer = await askRegistry(
        settings,
        'POST',
        `/compatibility/subjects/${encodeURIComponent(subject)}/versions?verbose=true`,
        { schema: registeredText(schema), schemaType: 'JSON' },
      )
      if (answer.status === 404 || answer.body.is_compatible === true) return []
      const messages = Array.isArray(answer.body.messages) ? answer.body.messages.map(String) : []
      return messages.length > 0 ? messages : reasonsOf(settings, subject, schema)
    },
  }
}

/** A compiled schema, for the client. It keeps the raw one, so that the name of an id can be read. */
function acceptAnything(schema: unknown) {
  return Object.assign(() => true, { schema, errors: [] })
}

async function orUnknown<T>(ask: () => Promise<T>, host: string): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw registryUnreachable(host, error)
  }
}

/** The client turns the 404 of a lookup by schema into an error with this name, without the status. */
function isUnknown(error: unknown): boolean {
  return statusOf(error) === 404 || (error instanceof Error && error.name === 'ConfluentSchemaRegistryError')
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('status' in error && typeof error.status === 'number') return error.status
  return undefined
}
