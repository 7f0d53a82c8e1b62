import { beforeAll, describe, expect, it } from 'vitest'
import { createReadModel } from '../../../api/read-schema/live-schema.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})

const pointAt = (name: string) =>
  test.database.query(
    `UPDATE control.read_schema SET is_live = false WHERE name <> $1;`.replace('$1', `'${name}'`) +
      `UPDATE control.read_schema SET is_live = true WHERE name = '${name}'`,
  )

async function schemaWith(name: string, title: string): Promise<void> {
  await ensureReadSchema(test.database, test.settings, name)
  await test.database.query(
    `INSERT INTO ${name}.entity (id, ocd_id, entity_type, sequence) VALUES (1, $1, 'bill', 1)`,
    [title],
  )
}

describe('the live read schema', () => {
  it('returns 503 not_ready before it exists', async () => {
    await expect(createReadModel(test.database).read(() => 'SELECT 1 AS id')).rejects.toMatchObject({
      status: 503,
      code: 'not_ready',
    })
  })

  it('is followed when the pointer moves back and forth and the old schema is dropped', async () => {
    await schemaWith('read_0001', 'first')
    await schemaWith('read_0002', 'second')
    const model = createReadModel(test.database)
    const read = () => model.read<{ ocd_id: string }>((schema) => `SELECT id, ocd_id FROM ${schema}.entity`)
    const names = async () => (await read()).rows.map(({ ocd_id }) => ocd_id)
    expect(await names()).toEqual(['first'])
    await pointAt('read_0002')
    expect(await names()).toEqual(['second'])
    await pointAt('read_0001')
    expect(await names()).toEqual(['first'])
    await pointAt('read_0002')
    await test.database.query('DROP SCHEMA read_0001 CASCADE')
    expect(await names()).toEqual(['second'])
  })

  it('gives readers no error and no mixed rows while the pointer moves', async () => {
    await ensureReadSchema(test.database, test.settings, 'read_0003')
    await test.database.query(
      `INSERT INTO read_0003.entity (id, ocd_id, entity_type, sequence)
       SELECT n, 'third', 'bill', 1 FROM generate_series(1, 50) n;
       DELETE FROM read_0002.entity;
       INSERT INTO read_0002.entity (id, ocd_id, entity_type, sequence)
       SELECT n, 'second' || n, 'bill', 1 FROM generate_series(1, 50) n`.replace(/'third'/, `'third' || n`),
    )
    const model = createReadModel(test.database)
    let reads = 0
    let isMoving = true
    const moving = (async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        const before = reads
        await pointAt(turn % 2 === 0 ? 'read_0003' : 'read_0002')
        await eventually(() => reads > before, { interval_ms: 1 })
      }
      isMoving = false
    })()
    const seen = new Set<string>()
    while (isMoving) {
      const { rows } = await model.read<{ ocd_id: string }>(
        (schema) => `SELECT id, ocd_id FROM ${schema}.entity`,
      )
      reads += 1
      expect(rows).toHaveLength(50)
      const kinds = new Set(rows.map(({ ocd_id }) => ocd_id.replace(/\d+$/, '')))
      expect(kinds.size).toBe(1)
      seen.add([...kinds][0]!)
    }
    await moving
    expect(seen.size).toBe(2)
  })

  it('returns 503 not_ready while it is lost', async () => {
    const { rows } = await test.database.query<{ name: string }>(
      'SELECT name FROM control.read_schema WHERE is_live',
    )
    const model = createReadModel(test.database)
    const read = () => model.read((schema) => `SELECT id FROM ${schema}.entity`)
    await read()
    await test.database.query(`DROP SCHEMA ${rows[0]?.name} CASCADE`)
    await expect(read()).rejects.toMatchObject({ status: 503, code: 'not_ready' })
  })
})
