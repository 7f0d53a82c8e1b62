import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../projections/search/count-words.ts'
import { countedTables } from '../../../runtime/ranking/counted-tables.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const place = (state: string) => `ocd-division/country:us/state:${state}`

let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const bill = (state: string, title: string, more: object = {}) =>
    story.bill({ jurisdiction: place(state), title, subjects: ['Water'], ...more })
  const first = bill('wa', 'Wells of farms', { subjects: ['Water', 'Farms'], identifier: 'HB 71' })
  const second = bill('wa', 'Wells of cities', { chamber: 'upper', subjects: ['WATER'] })
  const third = bill('or', 'Wells and rivers', { session: '2023-2024' })
  bill('or', 'Roads', { subjects: [] })
  for (const one of [first, second]) story.status(one, 'enacted', '2026-02-03')
  story.status(third, 'failed', '2024-02-03')
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  for (const table of countedTables) await countWords(test.database, projected.name, table)
  api = await createTestApi(test)
})

const ALL = 'facets=jurisdiction,session,status,chamber,subject'
const facetsOf = async (query: string) => {
  const answer = await api.get(`/v1/bills?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().facets
}
const counts = (...pairs: readonly (readonly [string, number])[]) =>
  pairs.map(([value, count]) => ({ value, count }))

describe('the facets of a list of bills', () => {
  it('count all bills that match, also those beyond the page', async () => {
    expect(await facetsOf(`q=wells&limit=1&${ALL}`)).toEqual({
      jurisdiction: counts([place('wa'), 2], [place('or'), 1]),
      session: counts(['2025-2026', 2], ['2023-2024', 1]),
      status: counts(['enacted', 2], ['failed', 1]),
      chamber: counts(['lower', 2], ['upper', 1]),
      subject: counts(['Water', 3], ['Farms', 1]),
      is_capped: false,
    })
  })

  it('of a filter show what its other values would find; the other facets obey the filter', async () => {
    expect(await facetsOf(`q=wells&jurisdiction=wa&${ALL}`)).toMatchObject({
      jurisdiction: counts([place('wa'), 2], [place('or'), 1]),
      session: counts(['2025-2026', 2]),
      status: counts(['enacted', 2]),
    })
    expect(await facetsOf(`jurisdiction=wa&chamber=upper&${ALL}`)).toMatchObject({
      jurisdiction: counts([place('wa'), 1]),
      chamber: counts(['lower', 1], ['upper', 1]),
      status: counts(['enacted', 1]),
    })
  })

  it('of a number count the bills with that number', async () => {
    expect(await facetsOf('q=HB 71&facets=jurisdiction')).toEqual({
      jurisdiction: counts([place('wa'), 1]),
      is_capped: false,
    })
  })

  it('are those that were asked for, without a search too', async () => {
    expect(await facetsOf('facets=chamber')).toEqual({
      chamber: counts(['lower', 3], ['upper', 1]),
      is_capped: false,
    })
    expect(await facetsOf('limit=1')).toBeUndefined()
    expect((await api.get('/v1/bills?facets=color')).statusCode).toBe(400)
  })

  it('are on the first page only, and not for readers of changes', async () => {
    const first = (await api.get(`/v1/bills?q=wells&limit=1&facets=status`)).json()
    expect(await facetsOf(`q=wells&limit=1&facets=status&cursor=${first.next_cursor}`)).toBeNull()
    expect(await facetsOf('facets=status&updated_since=2026-01-01')).toBeNull()
  })

  it('cost one statement, whatever is asked for, if the words were counted', async () => {
    const plain = await statementsOf(test, api, '/v1/bills?q=wells&jurisdiction=wa')
    const counted = await statementsOf(test, api, `/v1/bills?q=wells&jurisdiction=wa&${ALL}`)
    expect(counted).toHaveLength(plain.length + 1)
  })
})
