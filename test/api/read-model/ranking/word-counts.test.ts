import { beforeAll, describe, expect, it } from 'vitest'
import {
  liveCountNumber,
  readWordCounts,
  rememberLiveCount,
} from '../../../../api/read-model/ranking/word-counts.ts'
import { createReadModel, type ReadModel } from '../../../../api/read-schema/live-schema.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'

let test: TestDatabase
let model: ReadModel
let statements = 0

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  await projected.setWatermark('2026-01-01T00:00:00Z')
  const database = {
    query: (...args: Parameters<TestDatabase['database']['query']>) => {
      statements += 1
      return test.database.query(...args)
    },
  } as unknown as TestDatabase['database']
  model = createReadModel(database)
})

/** Makes a count of two words the live one. Returns its number. */
async function count(rows: number): Promise<number> {
  await test.database.query('UPDATE search.word_count SET is_live = false')
  const { rows: made } = await test.database.query<{ number: number }>(
    `INSERT INTO search.word_count (counted_table, is_live, rows, sampled, bytes)
     VALUES ('bill_words', true, $1, $1, 1) RETURNING number`,
    [rows],
  )
  const { number } = made[0]!
  await test.database.query(
    `INSERT INTO search.word_frequency (count_number, word, rows, tiers)
     VALUES ($1, 'water', $2, '{1}'), ($1, 'watershed', 1, '{0}')`,
    [number, rows / 2],
  )
  return number
}

const read = (pinned?: number) =>
  readWordCounts(model, { pinned, table: 'bill_words', words: ['water', 'heron'], prefixes: ['waters'] })

describe('the counts of words', () => {
  it('are read once, also those of words that no bill has', async () => {
    const number = await count(100)
    const first = await read()
    expect(first).toEqual({
      count: { number, all_rows: 100, sampled: 100 },
      words: new Map([
        ['water', { rows: 50, tiers: [1] }],
        ['watershed', { rows: 1, tiers: [0] }],
      ]),
      beginnings: new Map([['waters', 'watershed']]),
    })
    const before = statements
    expect(await read()).toEqual(first)
    expect(statements).toBe(before)
  })

  it('are those of a later count as soon as a statement has seen it', async () => {
    const number = await count(400)
    const { rows } = await test.database.query<{ live: number }>(
      `SELECT ${liveCountNumber('bill_words')} AS live`,
    )
    expect(rows[0]!.live).toBe(number)
    rememberLiveCount(model, 'bill_words', number)
    expect((await read()).count).toMatchObject({ number, all_rows: 400 })
    expect((await read(number - 1)).count).toMatchObject({ number: number - 1, all_rows: 100 })
  })

  it('are those of the live count if the one of a cursor is gone', async () => {
    await test.database.query('DELETE FROM search.word_count WHERE NOT is_live')
    const fresh = createReadModel(test.database)
    const { count: found } = await readWordCounts(fresh, {
      pinned: 1,
      table: 'bill_words',
      words: ['water'],
      prefixes: [],
    })
    expect(found).toMatchObject({ all_rows: 400 })
  })
})
