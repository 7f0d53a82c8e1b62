import { beforeEach, expect, it } from 'vitest'
import { fillMentions } from '../../../../derive/mentions/fill/fill-mentions.ts'
import { reportMentions } from '../../../../derive/mentions/fill/mention-report.ts'
import { dropDerived } from '../../../../derive/service/derive-report.ts'
import { createSearchWorld, type SearchWorld } from '../../../support/api/search-world.ts'
import {
  activityOf,
  emitFiling,
  emitOrganization,
  filingOf,
} from '../../../support/builders/advocacy/events.ts'

let world: SearchWorld
beforeEach(async () => {
  world = await createSearchWorld()
})

const fill = async () => {
  await world.project()
  const { database } = world.test
  expect(await fillMentions({ database, signal: new AbortController().signal })).toBe(true)
}
const bills = async () =>
  (
    await world.test.database.query(
      'SELECT filing_id, activity, identifier_key, congress, words, quote FROM derive.bill_mention ORDER BY 1, 2, start_at',
    )
  ).rows

it('what filings mention is found, follows corrections, and comes back the same after it was dropped', async () => {
  const { story } = world
  const { database } = world.test
  const organization = emitOrganization(story)
  const text = 'H.R. 5122 and S. 7, hives; RIN 2060-AV16'
  const filing = emitFiling(
    story,
    filingOf(organization, { activities: [activityOf(null), activityOf(text)] }),
  )
  const ofState = filingOf(organization, {
    jurisdiction: 'ocd-division/country:us/state:ma',
    activities: [activityOf('S. 55')],
  })
  emitFiling(story, ofState)
  await fill()
  const quote = 'H.R. 5122 and S. 7, hives'
  const found = [
    { filing_id: filing.id, activity: 1, identifier_key: 'HR5122', congress: 119, words: 'H.R. 5122', quote },
    { filing_id: filing.id, activity: 1, identifier_key: 'S7', congress: 119, words: 'S. 7', quote },
  ]
  expect(await bills()).toEqual(found)
  expect(await reportMentions(database)).toEqual({ bills: 2, regulations: 1, filings: 1, filings_to_do: 0 })

  await dropDerived(database)
  expect(await bills()).toEqual([])
  expect((await reportMentions(database)).filings_to_do).toBe(2)
  await fill()
  expect(await bills()).toEqual(found)

  story.emit('lobbying.corrected', {
    ...filing,
    filing: filingOf(organization, { activities: [activityOf('S. 7')] }),
  })
  await fill()
  expect((await bills()).map(({ identifier_key }) => identifier_key)).toEqual(['S7'])
  story.emit('lobbying.removed', { ...filing, reason: 'withdrawn' })
  await fill()
  expect(await bills()).toEqual([])
})
