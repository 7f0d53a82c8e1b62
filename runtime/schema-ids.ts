import { type EventType, subjectOf } from '../schemas/catalog.ts'
import { LegislogError } from '../schemas/errors.ts'
import { fingerprint, schemaId } from '../schemas/schema-files.ts'
import type { Clock } from './clock.ts'
import type { Database } from './postgres.ts'
import type { KnownSchema } from './schema-folder.ts'
import type { RegistryClient } from './schema-registry.ts'

/** Which registry id stands for which of our schemas. */
export type SchemaIds = {
  /** The id that a producer writes. Throws `schema_unregistered`. */
  readonly idFor: (known: KnownSchema) => Promise<number>
  /**
   * Throws `event_undecodable` unless the id stands for this schema. An id that is not known is asked for, at most once
   * in 30 s; throws `registry_unreachable` where nobody answers.
   */
  readonly confirm: (registry_id: number, type: EventType, version: number) => Promise<void> | undefined
  /** Whether it stands for this schema and nobody has to be asked. */
  readonly isConfirmed: (registry_id: number, type: EventType, version: number) => boolean
}

const UNKNOWN_FOR_MS = 30_000
const UNREACHABLE_FOR_MS = 2_000

/**
 * Known are the ids of control.schema_id and what the registry has confirmed. One number may stand for two schemas: a
 * registry that lost its database counts from 1 again, and the log holds both.
 */
export async function createSchemaIds(options: {
  registry: RegistryClient
  database: Database | null
  schemas: readonly KnownSchema[]
  clock: Clock
}): Promise<SchemaIds> {
  const { registry, database, schemas, clock } = options
  const bySubject = new Map(schemas.map((known) => [subjectOf(known.type, known.version), known]))
  const confirmed = new Set<string>()
  const writing = new Map<string, number>()
  const failed = new Map<string, { until: number; error: LegislogError }>()

  const learn = (registry_id: number, type: EventType, version: number) => {
    confirmed.add(place(registry_id, type, version))
    registry.know(registry_id)
  }

  async function load(): Promise<void> {
    if (database === null) return
    const { rows } = await database.query<{ registry_id: number; subject: string; fingerprint: string }>(
      'SELECT registry_id, subject, fingerprint FROM control.schema_id ORDER BY registered_at, registry_id',
    )
    for (const row of rows) {
      const known = bySubject.get(row.subject)
      if (known === undefined) continue
      learn(row.registry_id, known.type, known.version)
      if (row.fingerprint === fingerprint(known.schema)) writing.set(known.schema.$id, row.registry_id)
    }
  }
  await load()

  async function ask(registry_id: number, type: EventType, version: number): Promise<void> {
    await load()
    if (confirmed.has(place(registry_id, type, version))) return
    const name = await registry.nameOf(registry_id)
    if (name === schemaId(type, version)) return learn(registry_id, type, version)
    throw new LegislogError(
      'event_undecodable',
      name === undefined
        ? `no schema is registered under ${registry_id}`
        : `schema ${registry_id} is ${name}; the headers say ${schemaId(type, version)}`,
    )
  }

  return {
    async idFor(known) {
      const held = writing.get(known.schema.$id)
      if (held !== undefined) return held
      await load()
      const registry_id =
        writing.get(known.schema.$id) ??
        (await registry.idOf(subjectOf(known.type, known.version), known.schema))
      if (registry_id === undefined) {
        throw new LegislogError('schema_unregistered', `${known.schema.$id} has no id in the registry`)
      }
      learn(registry_id, known.type, known.version)
      writing.set(known.schema.$id, registry_id)
      return registry_id
    },

    isConfirmed: (registry_id, type, version) => confirmed.has(place(registry_id, type, version)),

    confirm(registry_id, type, version) {
      const key = place(registry_id, type, version)
      if (confirmed.has(key)) return undefined
      const now = clock.now().getTime()
      const failure = failed.get(key)
      if (failure !== undefined && failure.until > now) return Promise.reject(failure.error)
      return ask(registry_id, type, version).catch((error) => {
        if (error instanceof LegislogError) {
          const wait_ms = error.code === 'registry_unreachable' ? UNREACHABLE_FOR_MS : UNKNOWN_FOR_MS
          remember(failed, key, { until: clock.now().getTime() + wait_ms, error })
        }
        throw error
      })
    },
  }
}

function place(registry_id: number, type: EventType, version: number): string {
  return `${registry_id}:${schemaId(type, version)}`
}

/** Bounded: a stream of noise must not fill the memory with ids that were never given. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= 10_000) map.clear()
  map.set(key, value)
}
