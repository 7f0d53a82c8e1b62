import { beforeAll, expect, it } from 'vitest'
import { countWordsIfGrown } from '../../../projections/search/count-words.ts'
import { filterLexeme } from '../../../runtime/ranking/filter-lexeme.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let projected: ProjectedSchema
const story = new EventBuilder()

beforeAll(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
})

const query = async <R>(text: string) => (await test.database.query(text)).rows as R[]
const rowsOf = async (word: string) =>
  (
    await query<{ rows: number }>(
      `SELECT f.rows FROM search.word_frequency f JOIN search.word_count c ON c.number = f.count_number
       WHERE c.is_live AND f.word = '${word}'`,
    )
  )[0]?.rows

it('words are counted when there are bills, and again only when their number has grown much', async () => {
  expect(await countWordsIfGrown(test.database)).toEqual([])
  for (let n = 0; n < 4; n++) story.bill({ title: n === 0 ? 'Water and water' : 'Roads', session: '2025' })
  const removed = story.bill({ title: 'Water' })
  story.emit('bill.removed', { ...idsOf(removed), bill: contextOf(removed), reason: 'gone' })
  await projected.apply(story.take())
  expect(await countWordsIfGrown(test.database)).toEqual(['bill_words'])
  expect(await rowsOf('water')).toBe(1)
  expect(await rowsOf('road')).toBe(3)
  expect(await rowsOf(filterLexeme('session=2025'))).toBe(4)
  expect(await rowsOf('water@0')).toBeUndefined()
  expect(await countWordsIfGrown(test.database)).toEqual([])
  for (let n = 0; n < 200; n++) story.bill({ title: 'Water' })
  await projected.apply(story.take())
  expect(await countWordsIfGrown(test.database)).toEqual(['bill_words'])
  expect(await rowsOf('water')).toBe(201)
})

it('the count of a cursor stays for a day', async () => {
  const numbers = async () =>
    (await query<{ number: number }>('SELECT number FROM search.word_count ORDER BY 1')).length
  const before = await numbers()
  expect(before).toBeGreaterThan(1)
  await query("UPDATE search.word_count SET counted_at = now() - interval '25 hours'")
  for (let n = 0; n < 2_000; n++) story.bill({ title: 'Water' })
  await projected.apply(story.take())
  expect(await countWordsIfGrown(test.database)).toEqual(['bill_words'])
  expect(await numbers()).toBe(1)
})
