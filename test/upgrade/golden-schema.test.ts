import { describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { createTestDatabase } from '../support/stores/database.ts'
import { dumpReadSchema, dumpSchema } from '../support/stores/schema-dump.ts'

// If a table changes on purpose: npm test -- test/upgrade/golden-schema.test.ts -u
describe('an empty database', () => {
  it('has the tables of docs/schema.sql after all migrations', async () => {
    const { url } = await createTestDatabase()
    await expect(await dumpSchema(url)).toMatchFileSnapshot('../../docs/schema.sql')
  })

  it('has the tables of docs/read-schema.sql for the API after a read schema was created', async () => {
    const { url, database, settings } = await createTestDatabase()
    const name = await ensureReadSchema(database, settings)
    await expect(await dumpReadSchema(url, name)).toMatchFileSnapshot('../../docs/read-schema.sql')
  })
})
