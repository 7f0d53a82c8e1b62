import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let bill: number

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  bill = story.bill().id
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
  await api.get('/v1/bills')
})

describe('a list page', () => {
  it.each([
    ['/v1/bills/:id/actions', 1],
    ['/v1/bills/:id/sponsors', 1],
    ['/v1/bills/:id/votes', 1],
    ['/v1/bills/:id/versions', 2],
    ['/v1/bills/:id/committees', 2],
    ['/v1/legislators', 1],
    ['/v1/regulations', 1],
    ['/v1/jurisdictions', 1],
    ['/v1/committees', 1],
  ])('at %s takes %i statements for any number of rows', async (url, count) => {
    expect(await statementsOf(test, api, url.replace(':id', String(bill)))).toHaveLength(count)
  })
})
