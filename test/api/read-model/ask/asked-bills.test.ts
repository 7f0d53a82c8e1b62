import { beforeAll, describe, expect, it } from 'vitest'
import { parseQuestion } from '../../../../api/question/parse-question.ts'
import { readAskedBills } from '../../../../api/read-model/ask/asked-bills.ts'
import { createReadModel } from '../../../../api/read-schema/live-schema.ts'
import { fillSimilar } from '../../../../derive/similar/service/fill-similar.ts'
import { quantized } from '../../../../derive/vectors/quantized-vector.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { type BuiltBill, EventBuilder } from '../../../support/builders/event-builder.ts'
import { createConceptEmbedder } from '../../../support/derive/concept-embedder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'

const WA = 'ocd-division/country:us/state:wa'
const OR = 'ocd-division/country:us/state:or'
const embedder = createConceptEmbedder()
const signal = new AbortController().signal

let test: TestDatabase
let lunches: BuiltBill
let pupils: BuiltBill
let elsewhere: BuiltBill

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  lunches = story.bill({ jurisdiction: WA, title: 'school lunches' })
  pupils = story.bill({ jurisdiction: WA, title: 'meals of pupils' })
  elsewhere = story.bill({ jurisdiction: OR, title: 'a meal for every pupil' })
  story.bill({ jurisdiction: WA, title: 'river levy' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  await fillSimilar({ database: test.database, embedder, signal, memory: { state: undefined } })
})

const ask = (question: string, hasModel = true) =>
  readAskedBills(createReadModel(test.database), parseQuestion(question, '2026-11-30'), {
    limit: 3,
    async vectorOf(text) {
      if (!hasModel) return undefined
      const [vector] = await embedder.embed([text], signal)
      return { embedder: embedder.id, codes: quantized(vector!) }
    },
  })

describe('a question to a service with a model', () => {
  it('finds bills without a common word, and prefers those that both methods find', async () => {
    const { rows, ranking } = await ask('school lunches in Washington')
    expect(ranking).toEqual(['words', 'vectors'])
    expect(rows.map(({ id }) => id).slice(0, 2)).toEqual([lunches.id, pupils.id])
    expect(rows[0]).toMatchObject({
      matched_by: ['words', 'vectors'],
      why: { words_rank: 1, vectors_rank: expect.any(Number) },
    })
    expect(rows[1]).toMatchObject({ matched_by: ['vectors'], passage: null, why: { words_rank: null } })
  })

  it('finds only bills that meet its conditions', async () => {
    const ids = (await ask('school lunches in Washington')).rows.map(({ id }) => id)
    expect(ids).not.toContain(elsewhere.id)
  })
})

it('a question to a service without a model is answered by words alone', async () => {
  const { rows, ranking } = await ask('school lunches', false)
  expect(ranking).toEqual(['words'])
  expect(rows.map(({ id }) => id)).toEqual([lunches.id])
})
