import { beforeAll, expect, it } from 'vitest'
import { EventBuilder } from '../../../support/builders/event-builder.ts'
import { signedInBrowser } from '../../../support/console/console-browser.ts'
import { createTenant, type Tenant } from '../../../support/service/tenant.ts'
import { createWholeApi, type WholeApi } from '../../../support/service/whole-api.ts'

let whole: WholeApi
let mine: Tenant

beforeAll(async () => {
  whole = await createWholeApi()
  const story = new EventBuilder()
  const bill = story.bill()
  await whole.projected.apply(story.take())
  mine = await createTenant(whole, 'score-keepers', bill.id)
})

it('the scorecards of an account are listed with their state, and show what counts', async () => {
  const own = await signedInBrowser(whole.api, mine.name, ['read', 'scorecards'])
  const list = await own.open('/console/scorecards')
  expect(list.body).toContain('scorecard of score-keepers')
  expect(list.body).toContain('Private')
  const one = await own.open(`/console/scorecards/${mine.ids['scorecards/:id']}`)
  expect(one.body).toContain('It is private: only your account sees it.')
  expect(one.body).toContain('item of score-keepers')
})

it('a token without the scope sees those that are published, and none of the account', async () => {
  const reader = await signedInBrowser(whole.api, mine.name, ['read'])
  const { statusCode, body } = await reader.open('/console/scorecards')
  expect(statusCode).toBe(200)
  expect(body).toContain('Published')
  expect(body).not.toContain('Of your account')
  expect(body).not.toContain('scorecard of score-keepers')
})
