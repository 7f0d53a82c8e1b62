import { inject } from 'vitest'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { storeSchemaIds } from '../../../runtime/registry/schema-registration.ts'

/**
 * Stores the ids of all schemas in a test database, as `legislog schemas register` does. The registry of the run was asked
 * for them once, before the first test.
 */
export async function knowSchemas(database: Database): Promise<void> {
  await storeSchemaIds(database, inject('schema_ids'))
}
