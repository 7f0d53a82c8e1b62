import pLimit from 'p-limit'
import { subjectOf } from '../../schemas/log/event-catalog.ts'
import { fingerprint } from '../../schemas/log/schema-files.ts'
import type { Database } from '../postgres/postgres.ts'
import type { RegistryClient } from './registry-client.ts'
import { readSchemas } from './schema-folder.ts'

export type Registration = { readonly schema: string; readonly subject: string; readonly registry_id: number }

/** Fewer than the database connections of our registry (10): a request that waits too long for one is refused. */
const ASKED_TOGETHER = 8

/**
 * Registers the committed schemas and stores their ids. A deploy does it, never a running producer. A registered schema
 * keeps its id. Throws `schema_incompatible` at the first schema that the registry refuses, and `registry_unreachable`.
 */
export async function registerSchemas(registry: RegistryClient, database: Database): Promise<Registration[]> {
  const ids = await findOrRegister(registry)
  await storeSchemaIds(database, ids)
  return readSchemas().map(({ type, version, schema }, index) => ({
    schema: schema.$id,
    subject: subjectOf(type, version),
    registry_id: ids[index]!,
  }))
}

/** Gives the ids of the committed schemas, in their order. Throws like `registerSchemas`. */
export async function findOrRegister(registry: RegistryClient): Promise<number[]> {
  const subjects = readSchemas().map(({ type, version }) => subjectOf(type, version))
  // Nearly always all of them exist: asked for together, they cost a few ms each.
  const known = await pLimit(ASKED_TOGETHER).map(readSchemas(), ({ schema }, index) =>
    registry.idOf(subjects[index]!, schema),
  )
  const ids: number[] = []
  for (const [index, { schema }] of readSchemas().entries()) {
    ids.push(known[index] ?? (await registry.register(subjects[index]!, schema)))
  }
  return ids
}

/** Stores the ids of the committed schemas, in their order. */
export async function storeSchemaIds(database: Database, ids: readonly number[]): Promise<void> {
  const schemas = readSchemas()
  await database.query(
    `INSERT INTO control.schema_id (registry_id, subject, version, fingerprint)
     SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::text[])
     ON CONFLICT (subject, version, registry_id)
     DO UPDATE SET fingerprint = excluded.fingerprint, registered_at = now()`,
    [
      ids,
      schemas.map(({ type, version }) => subjectOf(type, version)),
      schemas.map(({ version }) => version),
      schemas.map(({ schema }) => fingerprint(schema)),
    ],
  )
}
