import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ActivityCells,
  type ActivityTable,
  addTopics,
  createActivityTable,
  replaceOrganizations,
} from '../../../../derive/targets/score/activity-table.ts'
import { bestByTopic } from '../../../../derive/targets/score/best-by-topic.ts'
import { evidenceOf } from '../../../../derive/targets/score/evidence-of.ts'
import { rankTargets } from '../../../../derive/targets/score/rank-targets.ts'

const TODAY = '2026-11-30'
const TODAY_DAYS = Date.parse(TODAY) / 86_400_000
const topics = ['TAX', 'HOU', 'DEF']
const places = ['us', 'wa', 'or']
const MOST = 5

/** A row is drawn for each organization, topic and place at most once, as the table has it. Equal rows make ties. */
const cells: fc.Arbitrary<ActivityCells[]> = fc
  .uniqueArray(
    fc.record({
      organization_id: fc.integer({ min: 1, max: 25 }),
      topic: fc.constantFrom(...topics),
      jurisdiction: fc.constantFrom(...places),
      activities: fc.constantFrom(1, 2, 30),
      day: fc.option(fc.integer({ min: TODAY_DAYS - 6_000, max: TODAY_DAYS + 90 })),
      is_ended: fc.boolean(),
    }),
    { selector: (row) => `${row.organization_id} ${row.topic} ${row.jurisdiction}`, maxLength: 90 },
  )
  .map((rows) =>
    rows.map((row) => ({
      ...row,
      issues: 1 + (row.organization_id % 4),
      type: row.organization_id % 3 === 0 ? 'union' : null,
    })),
  )

const asked = fc.record({
  topics: fc.subarray(topics, { minLength: 1 }),
  relevances: fc.array(fc.constantFrom(1, 0.6, 0.5), { minLength: 3, maxLength: 3 }),
  jurisdiction: fc.constantFrom(...places, 'tx'),
  types: fc.constantFrom(null, ['union'], ['unknown']),
})

function tableOf(rows: readonly ActivityCells[]): ActivityTable {
  const table = createActivityTable()
  addTopics(table, topics, rows)
  return table
}

const dayOf = (day: number | null): string | null =>
  day === null ? null : new Date(day * 86_400_000).toISOString().slice(0, 10)

/** What the pure function ranks, from all rows. */
function ranked(
  rows: readonly ActivityCells[],
  issues: readonly { topic: string; relevance: number }[],
  jurisdiction: string,
) {
  const evidence = evidenceOf({
    jurisdiction,
    acts: [],
    near: new Map(),
    issues: issues.map(({ topic, relevance }) => ({ code: topic, name: topic, relevance, because: '' })),
    by_issue: rows.map((row) => ({
      ...row,
      day: dayOf(row.day),
      quote: null,
      source_url: null,
      updated_at: '2026-01-01T00:00:00.000000Z',
    })),
    agencies: [],
    by_agency: [],
  })
  const breadth = new Map(rows.map((row) => [row.organization_id, row.issues]))
  return rankTargets(evidence, TODAY, breadth).map(({ organization_id }) => organization_id)
}

const isOfType = (types: readonly string[] | null, { type }: ActivityCells): boolean =>
  types === null || types.includes(type ?? 'unknown')

describe('the best organizations of some topics', () => {
  it('have those that the ranking of all rows puts first, and others only if they tie at the cut', () => {
    fc.assert(
      fc.property(cells, asked, (rows, { topics: some, relevances, jurisdiction, types }) => {
        const issues = some.map((topic, at) => ({ topic, relevance: relevances[at]! }))
        const question = { topics: issues, jurisdiction, absent_from: null, types, as_of: TODAY, most: MOST }
        const found = bestByTopic(tableOf(rows), question)
        const order = ranked(
          rows.filter((row) => isOfType(types, row)),
          issues,
          jurisdiction,
        )
        const ids = found.map(({ organization_id }) => organization_id)
        expect(ids).toEqual(expect.arrayContaining(order.slice(0, MOST)))
        const again = ranked(
          rows.filter(({ organization_id }) => ids.includes(organization_id)),
          issues,
          jurisdiction,
        )
        expect(again.slice(0, MOST)).toEqual(order.slice(0, MOST))
        for (const { sum } of found.slice(MOST)) expect(sum).toBeCloseTo(found[MOST - 1]!.sum, 7)
      }),
    )
  })

  it('leave out whoever is active in a place', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(...places), (rows, place) => {
        const question = {
          topics: [{ topic: 'TAX', relevance: 1 }],
          jurisdiction: null,
          absent_from: place,
          types: null,
          as_of: TODAY,
          most: 500,
        }
        const ofTopic = rows.filter(({ topic }) => topic === 'TAX')
        const here = ofTopic.filter(({ jurisdiction }) => jurisdiction === place)
        const present = new Set(here.map(({ organization_id }) => organization_id))
        const expected = ofTopic.filter(({ organization_id }) => !present.has(organization_id))
        expect(
          new Set(bestByTopic(tableOf(rows), question).map(({ organization_id }) => organization_id)),
        ).toEqual(new Set(expected.map(({ organization_id }) => organization_id)))
      }),
    )
  })

  it('are the same if rows were replaced one organization after the other', () => {
    fc.assert(
      fc.property(cells, cells, asked, (before, after, { topics: some, jurisdiction, types }) => {
        const issues = some.map((topic) => ({ topic, relevance: 1 }))
        const question = { topics: issues, jurisdiction, absent_from: null, types, as_of: TODAY, most: 500 }
        const table = tableOf(before)
        const ids = [...new Set([...before, ...after].map(({ organization_id }) => organization_id))]
        for (const id of ids) {
          replaceOrganizations(
            table,
            [id],
            after.filter(({ organization_id }) => organization_id === id),
          )
        }
        const rounded = (best: ReturnType<typeof bestByTopic>) =>
          new Map(best.map(({ organization_id, sum }) => [organization_id, sum.toFixed(9)]))
        expect(rounded(bestByTopic(table, question))).toEqual(rounded(bestByTopic(tableOf(after), question)))
      }),
    )
  })
})
