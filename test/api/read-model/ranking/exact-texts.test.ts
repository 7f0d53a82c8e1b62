import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { billTextScope } from '../../../../api/read-model/bills/bill-words-scope.ts'
import { readWordWeights } from '../../../../api/read-model/ranking/word-weights.ts'
import { createReadModel, type ReadModel } from '../../../../api/read-schema/live-schema.ts'
import { countWords } from '../../../../projections/search/count-words.ts'
import { textWords } from '../../../../projections/search/index-text.ts'
import { searchQuery } from '../../../../runtime/words/search-query.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../../support/api/projected-events.ts'
import { EventBuilder } from '../../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'
import { orderByScore, type StoredWords, walkRanked } from '../../../support/words/exact-walks.ts'

const BILLS = 900
const TEXTS = 1_100
const LIMIT = 20
const WORDS = ['tax', 'school', 'water', 'road', 'farm', 'health', 'bridge', 'heron']

let test: TestDatabase
let projected: ProjectedSchema
let model: ReadModel

/** Many texts score the same. Some bills have the words in their titles, some have two texts, and some share one. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  model = createReadModel(test.database)
  const story = new EventBuilder()
  const ids = Array.from({ length: BILLS }, (_, n) => {
    const title = n % 9 === 0 ? 'About a school and a road' : 'About something else'
    return story.bill({ title, introduced_on: `2025-01-${String(1 + (n % 28)).padStart(2, '0')}` }).id
  })
  await projected.apply(story.take())
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  const texts = fc.sample(words, { numRuns: TEXTS, seed: 5 }).map((some) => textWords(some.join(' of ')))
  for (const [n, { words: vector, terms, impacts }] of texts.entries()) {
    await test.database.query(
      `INSERT INTO search.text (sha256, words, characters, indexed_characters, terms, impacts)
       VALUES ($1, $2::tsvector, 9, 9, $3, $4)`,
      [`text${n}`, vector, terms, impacts],
    )
    await test.database.query(
      `INSERT INTO ${projected.name}.bill_versions
         (id, bill_id, kind, position, made, extracted_sha256, updated_at, seq, deleted, reasons)
       VALUES ($1, $2, 'version', 0, $3, $4, '2026-01-01', $5, false, '{}')`,
      [`v${n}`, ids[n % BILLS], n, `text${n % 50 === 0 ? 0 : n}`, n],
    )
  }
  await projected.setWatermark(story.later)
  await countWords(test.database, projected.name)
}, 120_000)

/** The ids of every page of a walk. `whole`: so few matches are ranked and joined at once. */
async function walk(q: string, whole: number): Promise<number[]> {
  const query = searchQuery(q)
  return walkRanked(model, { query, ...billTextScope({}, query.tsquery) }, { limit: LIMIT, whole })
}

/** All matches in their order, each scored from the latest of its texts. */
async function byBruteForce(q: string): Promise<number[]> {
  const query = searchQuery(q)
  const { terms } = await readWordWeights(model, query, { pinned: undefined, filters: [], table: 'text' })
  const { rows } = await test.database.query<StoredWords>(
    `SELECT w.id, w.entered_on::text AS day, x.terms, x.impacts FROM ${projected.name}.bill_words w
     CROSS JOIN LATERAL (
       SELECT v.extracted_sha256 FROM ${projected.name}.bill_versions v WHERE v.bill_id = w.id ORDER BY v.made DESC LIMIT 1
     ) v JOIN search.text x ON x.sha256 = v.extracted_sha256
     WHERE x.words @@ $1::tsquery AND NOT w.words @@ $1::tsquery`,
    [query.tsquery],
  )
  return orderByScore(rows, terms)
}

it.each(['tax', 'heron', 'school', 'tax school', 'school road', 'bridge or heron', 'tax -school', 'wat*'])(
  'the pages of bills with %s only in their texts are the exact order of all of them, whatever is joined first',
  async (q) => {
    const expected = await byBruteForce(q)
    expect(expected.length).toBeGreaterThan(LIMIT)
    expect(await walk(q, 0)).toEqual(expected)
    expect(await walk(q, Number.POSITIVE_INFINITY)).toEqual(expected)
  },
)
