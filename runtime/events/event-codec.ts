import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { catalog, type EventType } from '../../schemas/log/event-catalog.ts'
import { type EventHead, fromHeaders } from '../../schemas/log/event-head.ts'
import { packSeq } from '../../schemas/log/position.ts'
import { upcast } from '../../schemas/log/upcasters.ts'
import { type Clock, systemClock } from '../clock.ts'
import { parseBody, serializeBody } from '../json/event-body.ts'
import type { LogRecord } from '../kafka/records/log-record.ts'
import { StampLimit } from '../log-clock/stamp-limit.ts'
import type { Database } from '../postgres/postgres.ts'
import { createRegistryClient } from '../registry/registry-client.ts'
import { type KnownSchema, readSchemas } from '../registry/schema-folder.ts'
import { createSchemaIds } from '../registry/schema-ids.ts'
import type { Settings } from '../settings/settings.ts'
import { createPlacementCheck } from './event-placement.ts'
import { createValidator, type Validate } from './event-validation.ts'

export type EventCodec = {
  /**
   * Encodes a body of the current version as the value of a message. Throws `event_invalid` (naming path and value),
   * `event_too_large`, `schema_unregistered`.
   */
  encode(type: EventType, body: object): Promise<Buffer>
  /**
   * Decodes a message into an event of the current version. Headers, body and place are validated as written and as
   * read. Throws LegislogErrors only: `event_undecodable`, `event_type_unknown`, `event_invalid`, `event_time_ahead`
   * are the message's fault and stay. `registry_unreachable` may pass. So may `event_newer`: the newer version of the
   * code can read it.
   */
  decode(record: LogRecord): Promise<LogEvent>
  /**
   * Like `decode`, without waiting. Gives undefined if the registry must be asked for the schema id; `decode` does
   * that.
   */
  decodeKnown(record: LogRecord): LogEvent | undefined
  /** Like `decode`, for a message whose headers are already read. Its value is at `start` to `end`. */
  readKnown(message: KnownMessage): LogEvent | undefined
  /** True if no relay can have given this stamp: it is well ahead of the time at which Kafka appended the message. */
  isStampAhead(recorded_at: string, appended_at: number): boolean
}

export type KnownMessage = {
  readonly head: EventHead
  readonly key: string
  readonly seq: bigint
  readonly appended_at: number
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

type ReadSchema = KnownSchema & {
  readonly read: Validate
  readonly write: Validate
  /** The ids of this schema that have been seen so far. */
  readonly ids: Set<number>
}

const WIRE_HEADER_BYTES = 5

/** Reads the committed schemas and the stored ids. The registry is asked only for others. */
export async function createEventCodec(
  settings: Settings,
  database: Database | null,
  clock: Clock = systemClock,
): Promise<EventCodec> {
  const schemas = readSchemas()
  const registry = createRegistryClient(settings)
  const limit = new StampLimit(settings)
  const ids = await createSchemaIds({ registry, database, schemas, clock })
  const versions = versionsOf(schemas)
  const refuseMisplaced = createPlacementCheck(settings)
  const current = (type: EventType) => versions.get(type)![catalog[type].version]!

  function writtenBy({ type, meta }: EventHead): ReadSchema {
    const written = versions.get(type)?.[meta.schema_version]
    if (written !== undefined) return written
    if (meta.schema_version > catalog[type].version) {
      throw new LegislogError(
        'event_newer',
        `${type} has version ${meta.schema_version}, and this code knows versions up to ${catalog[type].version}`,
      )
    }
    throw new LegislogError('event_undecodable', `${type} has no version ${meta.schema_version} here`)
  }

  function isConfirmed(written: ReadSchema, registryId: number): boolean {
    if (written.ids.has(registryId)) return true
    if (!ids.isConfirmed(registryId, written.type, written.version)) return false
    written.ids.add(registryId)
    return true
  }

  function eventOf(
    { type, meta }: EventHead,
    body: Record<string, unknown>,
    written: ReadSchema,
    key: string,
    seq: bigint,
  ): LogEvent {
    written.read(type, body)
    refuseMisplaced({ head: { type, meta }, body, key, seq })
    let now = body
    if (written.version !== catalog[type].version) {
      now = upcast(type, written.version, body)
      current(type).read(type, now)
    }
    // The validators above are what makes this true.
    return { type, meta, body: now, seq, key } as unknown as LogEvent
  }

  /** Headers are checked before the value, which a message may lack. */
  function schemaOf(head: EventHead, appendedAt: number): ReadSchema {
    limit.refuseAhead(head.meta.recorded_at, appendedAt)
    return writtenBy(head)
  }

  function readValue(
    { head, key, seq, bytes, start, end }: Omit<KnownMessage, 'appended_at'>,
    written: ReadSchema,
  ): LogEvent | undefined {
    refuseUnwrapped(bytes, start, end)
    if (!isConfirmed(written, bytes.readInt32BE(start + 1))) return undefined
    return eventOf(head, parseBody(bytes, start + WIRE_HEADER_BYTES, end), written, key, seq)
  }

  function decodeKnown(record: LogRecord): LogEvent | undefined {
    const head = fromHeaders(record.headers)
    const written = schemaOf(head, record.appended_at)
    const bytes = valueIn(record)
    const message = { head, key: record.key, seq: packSeq(record), bytes, start: 0, end: bytes.length }
    return readValue(message, written)
  }

  async function decode(record: LogRecord): Promise<LogEvent> {
    const event = decodeKnown(record)
    if (event !== undefined) return event
    const head = fromHeaders(record.headers)
    const value = valueIn(record)
    await ids.confirm(value.readInt32BE(1), head.type, head.meta.schema_version)
    const body = parseBody(value, WIRE_HEADER_BYTES, value.length)
    return eventOf(head, body, writtenBy(head), record.key, packSeq(record))
  }

  return {
    async encode(type, body) {
      const schema = current(type)
      schema.write(type, body)
      return wrap(await ids.idFor(schema), serializeBody(body))
    },
    decode: (record) => decode(record).catch(refuseMessage),
    decodeKnown: (record) => orRefused(() => decodeKnown(record)),
    readKnown: (message) => orRefused(() => readValue(message, schemaOf(message.head, message.appended_at))),
    isStampAhead: (recordedAt, appendedAt) => limit.isAhead(recordedAt, appendedAt),
  }
}

/** The schemas of each type, by version. */
function versionsOf(schemas: readonly KnownSchema[]): ReadonlyMap<EventType, readonly ReadSchema[]> {
  const versions = new Map<EventType, ReadSchema[]>()
  for (const schema of schemas) {
    const ofType = versions.get(schema.type) ?? []
    ofType[schema.version] = {
      ...schema,
      read: createValidator(schema.schema, 'read'),
      write: createValidator(schema.schema, 'write'),
      ids: new Set(),
    }
    versions.set(schema.type, ofType)
  }
  return versions
}

function orRefused<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuseMessage(error)
  }
}

function refuseMessage(error: unknown): never {
  if (error instanceof LegislogError) throw error
  throw new LegislogError('event_undecodable', `the message cannot be read: ${String(error)}`, {
    cause: error,
  })
}

function valueIn({ value }: LogRecord): Buffer {
  if (value !== null) return value
  throw new LegislogError('event_undecodable', 'the message has no value')
}

const faultsOfMessages = new Set<string>([
  'event_undecodable',
  'event_type_unknown',
  'event_invalid',
  'event_time_ahead',
])

/** True if `decode` refused a message for good: the message is at fault, and no later attempt can read it. */
export function isFaultOfMessage(error: unknown): error is LegislogError {
  return error instanceof LegislogError && faultsOfMessages.has(error.code)
}

/** The wire format of the registry: a byte 0, the id of the schema, and the body. */
function wrap(registryId: number, body: Buffer): Buffer {
  const value = Buffer.allocUnsafe(WIRE_HEADER_BYTES + body.length)
  value.writeUInt8(0)
  value.writeInt32BE(registryId, 1)
  value.set(body, WIRE_HEADER_BYTES)
  return value
}

/** A short value must not throw a RangeError: kafkajs ends a consumer on such an error. */
function refuseUnwrapped(bytes: Buffer, start: number, end: number): void {
  if (end - start < WIRE_HEADER_BYTES) {
    throw new LegislogError('event_undecodable', `the value has ${end - start} bytes, fewer than its header`)
  }
  if (bytes[start] !== 0) {
    throw new LegislogError('event_undecodable', `the value begins with byte ${bytes[start]}, not with 0`)
  }
}
