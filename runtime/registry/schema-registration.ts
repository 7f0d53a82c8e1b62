import { subjectOf } from '../../schemas/log/event-catalog.ts'
import { fingerprint } from '../../schemas/log/schema-files.ts'
import type { Database } from '../postgres/postgres.ts'
import type { RegistryClient } from './registry-client.ts'
import { type KnownSchema, readSchemas } from './schema-folder.ts'

export type Registration = { readonly schema: string; readonly subject: string; readonly registry_id: number }

/**
 * Registers the committed schemas and stores their ids. A deploy does it, never a running producer. A registered schema
 * keeps its id. Throws `schema_incompatible` at the first schema that the registry refuses, and `registry_unreachable`.
 */
export async function registerSchemas(
  registry: RegistryClient,
  database: Database,
  schemas: readonly KnownSchema[] = readSchemas(),
): Promise<Registration[]> {
  // Nearly always all of them exist: asked for at once, they cost a few ms each.
  const known = await Promise.all(
    schemas.map(({ type, version, schema }) => registry.idOf(subjectOf(type, version), schema)),
  )
  const registrations: Registration[] = []
  for (const [index, { type, version, schema }] of schemas.entries()) {
    const subject = subjectOf(type, version)
    const registryId = known[index] ?? (await registry.register(subject, schema))
    await database.query(
      `INSERT INTO control.schema_id (registry_id, subject, version, fingerprint) VALUES ($1, $2, $3, $4)
       ON CONFLICT (subject, version, registry_id)
       DO UPDATE SET fingerprint = excluded.fingerprint, registered_at = now()`,
      [registryId, subject, version, fingerprint(schema)],
    )
    registrations.push({ schema: schema.$id, subject, registry_id: registryId })
  }
  return registrations
}
