import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi

const TITLES = [
  'A "quoted" act with a \\ and a }',
  'Ein Gesetz über Straßen 🚲 und 日本語',
  'Of two\nlines\tand a \u0001 in it',
  '',
]

/** Pages with included parts are built from rows. They are what the other pages are compared with. */
beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  for (let n = 0; n < 40; n++) {
    const bill = story.bill({
      title: TITLES[n % TITLES.length]!,
      introduced_on: n % 5 === 0 ? null : `2026-01-0${n % 5}`,
    })
    if (n % 3 === 0) story.action(bill, { date: `2026-02-0${1 + (n % 7)}`, description: `"Read" ${n}` })
    if (n % 8 === 1) story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
  }
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

type Page = { data: Record<string, unknown>[]; next_cursor: string | null }
type Answered = { data: Page['data']; next_cursor: string | null; through: string | undefined }

async function ask(url: string): Promise<Answered> {
  const answer = await api.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, next_cursor } = answer.json<Page>()
  return { data, next_cursor, through: answer.headers['x-sync-through'] as string }
}

const withoutSponsors = (page: Answered) => ({
  ...page,
  data: page.data.map(({ sponsors: _, cut_short: __, ...item }) => item),
})

describe('a page that Postgres assembles', () => {
  it.each([
    ['', 'sponsors'],
    ['sort=-id', 'sponsors'],
    ['sort=introduced_on', 'sponsors'],
    ['sort=-latest_action_on', 'sponsors'],
    ['sort=-updated_at', 'sponsors'],
    ['status=vetoed', 'sponsors'],
    ['updated_since=2026-01-01', 'sponsors'],
    ['updated_since=2026-01-01&include=deleted', 'deleted,sponsors'],
  ])('equals the page that is built from rows, up to the last cursor: %s', async (query, include) => {
    for (const limit of [1, 7, 35, 40, 200]) {
      let [pages, cursor] = [0, '']
      for (;;) {
        const url = `/v1/bills?${query}&limit=${limit}${cursor}`
        const ready = await ask(url)
        const ofRows = await ask(`${url.replace('&include=deleted', '')}&include=${include}`)
        expect(ready).toEqual(withoutSponsors(ofRows))
        expect(ready.data.map((item) => Object.keys(item))).toEqual(
          withoutSponsors(ofRows).data.map((item) => Object.keys(item)),
        )
        if (ready.next_cursor === null) break
        cursor = `&cursor=${ready.next_cursor}`
        pages++
      }
      if (limit === 1 && query !== 'status=vetoed') expect(pages).toBeGreaterThan(30)
    }
  })
})
