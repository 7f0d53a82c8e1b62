import { LegislogError } from '../../schemas/errors.ts'
import { type EventType, subjectOf } from '../../schemas/log/event-catalog.ts'
import { fingerprint, schemaId } from '../../schemas/log/schema-files.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/postgres.ts'
import type { RegistryClient } from './registry-client.ts'
import type { KnownSchema } from './schema-folder.ts'

/** Maps registry ids to our schemas. */
export type SchemaIds = {
  /** Gives the id that a producer writes. Throws `schema_unregistered`. */
  readonly idFor: (known: KnownSchema) => Promise<number>
  /**
   * Throws `event_undecodable` unless the id means this schema. The registry is asked for an unknown id, at most once
   * in 30 s. Throws `registry_unreachable` if it does not answer.
   */
  readonly confirm: (registry_id: number, type: EventType, version: number) => Promise<void> | undefined
  /** True if the id is known to mean this schema, without a request. */
  readonly isConfirmed: (registry_id: number, type: EventType, version: number) => boolean
}

const UNKNOWN_FOR_MS = 30_000
const UNREACHABLE_FOR_MS = 2_000

/**
 * Knows the ids of control.schema_id and those that the registry has confirmed. One number may mean two schemas: a
 * registry that lost its database counts from 1 again, and the log has both.
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
  /** By subject, the newest last. */
  const stored = new Map<string, { registry_id: number; fingerprint: string }[]>()
  const failed = new Map<string, { until: number; error: LegislogError }>()

  const learn = (registryId: number, type: EventType, version: number) => {
    confirmed.add(place(registryId, type, version))
  }

  async function load(): Promise<void> {
    if (database === null) return
    const { rows } = await database.query<{ registry_id: number; subject: string; fingerprint: string }>(
      'SELECT registry_id, subject, fingerprint FROM control.schema_id ORDER BY registered_at, registry_id',
    )
    stored.clear()
    for (const row of rows) {
      const known = bySubject.get(row.subject)
      if (known === undefined) continue
      learn(row.registry_id, known.type, known.version)
      writing.delete(known.schema.$id)
      stored.set(row.subject, [...(stored.get(row.subject) ?? []), row])
    }
  }
  await load()

  /** The newest id of this content. Fingerprints are made of what is written: a process writes few types. */
  function storedId({ type, version, schema }: KnownSchema): number | undefined {
    const wanted = fingerprint(schema)
    const found = stored.get(subjectOf(type, version))?.findLast((row) => row.fingerprint === wanted)
    return found?.registry_id
  }

  async function ask(registryId: number, type: EventType, version: number): Promise<void> {
    await load()
    if (confirmed.has(place(registryId, type, version))) return
    const name = await registry.nameOf(registryId)
    if (name === schemaId(type, version)) return learn(registryId, type, version)
    throw new LegislogError(
      'event_undecodable',
      name === undefined
        ? `no schema is registered under ${registryId}`
        : `schema ${registryId} is ${name}; the headers say ${schemaId(type, version)}`,
    )
  }

  return {
    async idFor(known) {
      const written = writing.get(known.schema.$id)
      if (written !== undefined) return written
      let registryId = storedId(known)
      if (registryId === undefined) {
        await load()
        registryId =
          storedId(known) ?? (await registry.idOf(subjectOf(known.type, known.version), known.schema))
      }
      if (registryId === undefined) {
        throw new LegislogError('schema_unregistered', `${known.schema.$id} has no id in the registry`)
      }
      learn(registryId, known.type, known.version)
      writing.set(known.schema.$id, registryId)
      return registryId
    },

    isConfirmed: (registryId, type, version) => confirmed.has(place(registryId, type, version)),

    confirm(registryId, type, version) {
      const key = place(registryId, type, version)
      if (confirmed.has(key)) return undefined
      const now = clock.now().getTime()
      const failure = failed.get(key)
      if (failure !== undefined && failure.until > now) return Promise.reject(failure.error)
      return ask(registryId, type, version).catch((error) => {
        if (error instanceof LegislogError) {
          const wait_ms = error.code === 'registry_unreachable' ? UNREACHABLE_FOR_MS : UNKNOWN_FOR_MS
          remember(failed, key, { until: clock.now().getTime() + wait_ms, error })
        }
        throw error
      })
    },
  }
}

function place(registryId: number, type: EventType, version: number): string {
  return `${registryId}:${schemaId(type, version)}`
}

/** Bounded, so that noise does not fill the memory with ids that do not exist. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= 10_000) map.clear()
  map.set(key, value)
}
