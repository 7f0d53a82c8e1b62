import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../../projections/search/count-words.ts'
import { countedTables } from '../../../../runtime/ranking/counted-tables.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../../support/api/test-api.ts'
import { contextOf, EventBuilder, idsOf } from '../../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../../support/stores/database.ts'

const BILLS = 150
const STATES = ['wa', 'or', 'ny'].map((state) => `ocd-division/country:us/state:${state}`)
const SESSIONS = ['2025-2026', '2023-2024']
const STATUSES = ['enacted', 'failed', 'vetoed'] as const
const CHAMBERS = ['lower', 'upper']
const SUBJECTS = ['Water', 'Farms', 'Roads']
const FACETS = ['jurisdiction', 'session', 'status', 'chamber', 'subject'] as const
const FILTERS: Readonly<Record<(typeof FACETS)[number], readonly string[]>> = {
  jurisdiction: STATES,
  session: SESSIONS,
  status: STATUSES,
  chamber: CHAMBERS,
  subject: SUBJECTS,
}

type Found = Readonly<Record<Exclude<(typeof FACETS)[number], 'subject'>, string | null>> & {
  readonly subjects: readonly string[]
}

let api: TestApi

/** Numbers that look random and are the same in every run. */
const drawn = (bill: number, from: readonly string[], salt: number): string =>
  from[Math.floor(Math.abs(Math.sin(bill * 12.9898 + salt) * 43_758.5453)) % from.length]!

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  for (let at = 0; at < BILLS; at += 1) {
    const subject = drawn(at, SUBJECTS, 5)
    const bill = story.bill({
      jurisdiction: drawn(at, STATES, 1),
      session: drawn(at, SESSIONS, 2),
      chamber: drawn(at, CHAMBERS, 3),
      title: drawn(at, ['Wells of farms', 'Wells and health care', 'Health care', 'Roads'], 4),
      // A subject counts once, in whatever case a bill prints it.
      subjects: at % 3 === 0 ? [subject, subject.toUpperCase()] : [subject],
    })
    if (at % 5 > 0) story.status(bill, drawn(at, STATUSES, 6) as (typeof STATUSES)[number], '2026-02-03')
    if (at % 40 === 0) story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
  }
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  for (const table of countedTables) await countWords(test.database, projected.name, table)
  api = await createTestApi(test)
})

async function allFound(query: Readonly<Record<string, string>>): Promise<Found[]> {
  const answer = await api.get(`/v1/bills?${new URLSearchParams({ ...query, limit: '200' })}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

/** Counts every bill that the list has, by its place, session, status and chamber, and by its subjects in any case. */
function countedOneByOne(
  bills: readonly Found[],
  facet: (typeof FACETS)[number],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const bill of bills) {
    const values =
      facet === 'subject' ? new Set(bill.subjects.map((one) => one.toLowerCase())) : new Set([bill[facet]])
    for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** No filter, each one alone, and all pairs. */
const filterSets: readonly Readonly<Record<string, string>>[] = [
  {},
  ...FACETS.map((one) => ({ [one]: FILTERS[one][0]! })),
  ...FACETS.flatMap((one, at) =>
    FACETS.slice(at + 1).map((other) => ({ [one]: FILTERS[one][0]!, [other]: FILTERS[other][1]! })),
  ),
]

describe.each(['wells', 'health care', 'wells or roads', 'care -wells', ''])('facets of %j', (q) => {
  it.each(filterSets)('with %j are those of the bills that the list has', async (filters) => {
    const query = { ...filters, ...(q === '' ? {} : { q }) }
    const url = `/v1/bills?${new URLSearchParams({ ...query, limit: '1', facets: FACETS.join(',') })}`
    const { facets } = (await api.get(url)).json()
    expect(facets.is_capped).toBe(false)
    for (const facet of FACETS) {
      const { [facet]: _own, ...others } = query as Record<string, string>
      const shown = facets[facet].map(({ value, count }: { value: string; count: number }) => [
        facet === 'subject' ? value.toLowerCase() : value,
        count,
      ])
      expect(new Map(shown), facet).toEqual(countedOneByOne(await allFound(others), facet))
    }
  })
})
