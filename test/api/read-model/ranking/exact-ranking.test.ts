import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BillFilters } from '../../../../api/read-model/bills/bill-filters.ts'
import { billScope } from '../../../../api/read-model/bills/bill-words-scope.ts'
import { readWordWeights } from '../../../../api/read-model/ranking/word-weights.ts'
import { createReadModel, type ReadModel } from '../../../../api/read-schema/live-schema.ts'
import { countWords } from '../../../../projections/search/count-words.ts'
import { searchQuery } from '../../../../runtime/words/search-query.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../../support/api/projected-events.ts'
import { contextOf, EventBuilder, idsOf } from '../../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'
import { orderByScore, type StoredWords, walkRanked } from '../../../support/words/exact-walks.ts'

const BILLS = 1_500
const LIMIT = 40
/** The first words are in most bills, the last ones in few. */
const WORDS = ['tax', 'school', 'water', 'road', 'farm', 'health', 'waters', 'watershed', 'bridge', 'heron']
const PLACES = ['wa', 'de'].map((code) => `ocd-division/country:us/state:${code}`)

let test: TestDatabase
let projected: ProjectedSchema
let model: ReadModel

const someText = (most: number) =>
  fc.array(
    fc.integer({ min: 0, max: 99 }).map((n) => WORDS[Math.floor((n * n * WORDS.length) / 10_000)]!),
    { maxLength: most },
  )
const someBill = fc.record({
  title: someText(12),
  subjects: someText(4),
  abstract: someText(30),
  place: fc.constantFrom(...PLACES),
  session: fc.constantFrom('2024', '2025'),
  day: fc.option(fc.integer({ min: 1, max: 28 })),
  is_enacted: fc.boolean(),
  is_removed: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
})

beforeAll(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  model = createReadModel(test.database)
  const story = new EventBuilder()
  for (const one of fc.sample(someBill, { numRuns: BILLS, seed: 7 })) {
    const bill = story.bill({
      title: one.title.join(' '),
      subjects: one.subjects,
      abstracts: [{ abstract: one.abstract.join(' '), note: '' }],
      jurisdiction: one.place,
      session: one.session,
      introduced_on: one.day === null ? null : `2025-01-${String(one.day).padStart(2, '0')}`,
    })
    if (one.is_enacted) story.status(bill, 'enacted', '2025-02-01')
    if (one.is_removed) story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
  }
  const events = story.take()
  for (let from = 0; from < events.length; from += 500) await projected.apply(events.slice(from, from + 500))
  await projected.setWatermark(story.later)
  await countWords(test.database, projected.name)
}, 120_000)

/** The ids of every page of a walk. `whole`: so few matches are ranked without tiers. */
const walk = (q: string, filters: BillFilters, whole: number): Promise<number[]> =>
  walkRanked(model, { query: searchQuery(q), ...billScope({ ...filters, q }) }, { limit: LIMIT, whole })

/** All matches in their order, each scored from its stored words. */
async function byBruteForce(q: string, conditions: string): Promise<number[]> {
  const query = searchQuery(q)
  const { terms } = await readWordWeights(model, query, {
    pinned: undefined,
    filters: [],
    table: 'bill_words',
  })
  const { rows } = await test.database.query<StoredWords>(
    `SELECT w.id, coalesce(w.entered_on, '-infinity')::text AS day, w.terms, w.impacts
     FROM ${projected.name}.bill_words w JOIN ${projected.name}.bills t ON t.id = w.id
     WHERE w.words @@ $1::tsquery AND NOT t.deleted AND ${conditions}`,
    [query.tsquery],
  )
  return orderByScore(rows, terms)
}

describe('the pages of a search', () => {
  it.each<[q: string, filters: BillFilters, conditions: string]>([
    ['tax', {}, 'true'],
    ['heron', {}, 'true'],
    ['tax school', {}, 'true'],
    ['tax school water', {}, 'true'],
    ['tax school water road farm', {}, 'true'],
    ['"tax school"', {}, 'true'],
    ['bridge or heron', {}, 'true'],
    ['road or "health farm" tax', {}, 'true'],
    ['tax -school', {}, 'true'],
    ['wat*', {}, 'true'],
    ['tax wat*', {}, 'true'],
    ['tax', { jurisdiction: PLACES[0]! }, `t.jurisdiction = '${PLACES[0]}'`],
    [
      'tax school',
      { jurisdiction: PLACES[1]!, session: '2025', status: 'enacted' },
      `t.jurisdiction = '${PLACES[1]}' AND t.session = '2025' AND t.status = 'enacted'`,
    ],
    ['tax', { subject: 'School' }, `t.keywords @> ARRAY['subject=school']`],
    ['tax', { introduced_since: '2025-01-20' }, `t.entered_on >= '2025-01-20'`],
  ])(
    'for %s with %o are the exact order of all matches, whatever is read first',
    async (q, filters, conditions) => {
      const expected = await byBruteForce(q, conditions)
      expect(expected.length).toBeGreaterThan(5)
      expect(await walk(q, filters, 0)).toEqual(expected)
      expect(await walk(q, filters, Number.POSITIVE_INFINITY)).toEqual(expected)
    },
  )
})
