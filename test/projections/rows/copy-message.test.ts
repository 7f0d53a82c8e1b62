import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineTable, required } from '../../../projections/read-model/table.ts'
import { CopyEncoder } from '../../../projections/rows/copy-encoder.ts'
import { dayNumber } from '../../../projections/rows/copy-message.ts'
import { writeRows } from '../../../projections/rows/write-rows.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { SearchVector } from '../../../runtime/words/search-vector.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

describe('a day as Postgres counts it', () => {
  it('is the day of the calendar, from the year 1 to 9999', () => {
    for (let day = Date.parse('0001-01-01'); day < Date.parse('9999-12-31'); day += 86_400_000 * 97) {
      const text = new Date(day).toISOString().slice(0, 10)
      expect(dayNumber(text)).toBe(day / 86_400_000)
    }
    for (const text of ['2000-02-29', '1900-03-01', '2024-12-31', '1969-12-31', '1970-01-01']) {
      expect(dayNumber(text)).toBe(Date.parse(text) / 86_400_000)
    }
  })
})

describe('a search vector', () => {
  it('comes into its column as it was, with every place and weight', async () => {
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
        return { id, words: vector.toString() }
      })
    rows.push({ id: rows.length, words: '' })
    await inTransaction(database, (client) => writeRows(client, new CopyEncoder(), 'copied', table, rows))
    const held = await database.query('SELECT id, words::text AS words FROM copied.vectors ORDER BY id')
    expect(held.rows).toEqual(rows)
  })
})
