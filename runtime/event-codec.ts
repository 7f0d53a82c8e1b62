import { catalog, type EventType } from '../schemas/catalog.ts'
import { fromHeaders } from '../schemas/envelope.ts'
import { LegislogError } from '../schemas/errors.ts'
import type { LogEvent } from '../schemas/event.ts'
import { packSeq } from '../schemas/position.ts'
import { schemaId } from '../schemas/schema-files.ts'
import { upcast } from '../schemas/upcasters.ts'
import { type Clock, systemClock } from './clock.ts'
import { serialiseBody } from './event-body.ts'
import { createValidator, type Validate } from './event-validation.ts'
import type { LogRecord } from './log-record.ts'
import type { Database } from './postgres.ts'
import { type KnownSchema, readSchemas } from './schema-folder.ts'
import { createSchemaIds } from './schema-ids.ts'
import { createRegistryClient } from './schema-registry.ts'
import type { Settings } from './settings.ts'

export type EventCodec = {
  /**
   * A body of the current version as the value of a message. Throws `event_invalid` (naming path and value),
   * `event_too_large`, `schema_unregistered`.
   */
  encode(type: EventType, body: object): Promise<Buffer>
  /**
   * A message as an event of the current version, validated as written and as read. Throws LegislogErrors only:
   * `event_undecodable`, `event_type_unknown`, `event_invalid` are the message's fault and stay;
   * `registry_unreachable` may pass.
   */
  decode(record: LogRecord): Promise<LogEvent>
}

const WIRE_HEADER_BYTES = 5

/** Reads the committed schemas and the ids that are held; the registry is only asked for what is neither. */
export async function createEventCodec(
  settings: Settings,
  database: Database | null,
  clock: Clock = systemClock,
): Promise<EventCodec> {
  const schemas = readSchemas()
  const registry = createRegistryClient(settings)
  const ids = await createSchemaIds({ registry, database, schemas, clock })
  const known = new Map<string, KnownSchema & { read: Validate; write: Validate }>(
    schemas.map((entry) => [
      entry.schema.$id,
      {
        ...entry,
        read: createValidator(entry.schema, 'read'),
        write: createValidator(entry.schema, 'write'),
      },
    ]),
  )
  const current = (type: EventType) => known.get(schemaId(type, catalog[type].version))!

  async function decode(record: LogRecord): Promise<LogEvent> {
    const { type, meta } = fromHeaders(record.headers)
    const written = known.get(schemaId(type, meta.schema_version))
    if (written === undefined) {
      throw new LegislogError('event_undecodable', `${type} has no version ${meta.schema_version} here`)
    }
    const value = wireValue(record.value)
    await ids.confirm(value.readInt32BE(1), type, meta.schema_version)
    const body = await registry.unwrap(value)
    written.read(type, body)
    const upcasted = upcast(type, meta.schema_version, body)
    if (upcasted !== body) current(type).read(type, upcasted)
    // The validators above are what makes this true.
    return { type, meta, body: upcasted, seq: packSeq(record), key: record.key } as unknown as LogEvent
  }

  return {
    async encode(type, body) {
      const schema = current(type)
      schema.write(type, body)
      return registry.wrap(await ids.idFor(schema), serialiseBody(body))
    },

    async decode(record) {
      try {
        return await decode(record)
      } catch (error) {
        if (error instanceof LegislogError) throw error
        throw new LegislogError('event_undecodable', `the message cannot be read: ${String(error)}`, {
          cause: error,
        })
      }
    },
  }
}

/** The registry's client answers a short value with a RangeError, which kafkajs takes as the end of a consumer. */
function wireValue(value: Buffer | null): Buffer {
  if (value === null) throw new LegislogError('event_undecodable', 'the message has no value')
  if (value.length < WIRE_HEADER_BYTES) {
    throw new LegislogError('event_undecodable', `the value has ${value.length} bytes, fewer than its header`)
  }
  if (value[0] !== 0) {
    throw new LegislogError('event_undecodable', `the value begins with byte ${value[0]}, not with 0`)
  }
  return value
}
