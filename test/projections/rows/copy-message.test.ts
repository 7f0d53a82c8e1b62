import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineTable, required } from '../../../projections/read-model/table.ts'
import { CopyEncoder } from '../../../projections/rows/copy-encoder.ts'
import { writeRows } from '../../../projections/rows/write-rows.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { SearchVector } from '../../../runtime/words/search-vector.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

describe('a search vector', () => {
  it('is stored unchanged in its column, with every position and weight', async () => {
    const { database } = await createTestDatabase()
    const table = defineTable({
      name: 'vectors',
      columns: { id: required('id'), words: required('words') },
      key: 'id',
    })
    await database.query('CREATE SCHEMA copied; CREATE TABLE copied.vectors (id bigint, words tsvector)')
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    const rows = fc
      .sample(fc.tuple(text, text, fc.constantFrom('A', 'B', 'C', 'D')), 200)
      .map((sample, id) => {
        const vector = new SearchVector()
        vector.add(`tax ${sample[0]} non-compete`, sample[2] as 'A')
        vector.add(sample[1], 'C')
        if (id % 2 === 0) vector.mark('tax@1')
        if (id % 3 === 0) vector.mark('=0123456789ab')
        return { id, words: vector.toString() }
      })
    rows.push({ id: rows.length, words: '' })
    await inTransaction(database, (client) => writeRows(client, new CopyEncoder(), 'copied', table, rows))
    const held = await database.query('SELECT id, words::text AS words FROM copied.vectors ORDER BY id')
    expect(held.rows).toEqual(rows)
  })
})
