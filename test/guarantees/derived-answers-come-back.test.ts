import { beforeAll, expect, it } from 'vitest'
import { parseQuestion } from '../../api/question/parse-question.ts'
import { readAskedBills } from '../../api/read-model/ask/asked-bills.ts'
import { createReadModel } from '../../api/read-schema/live-schema.ts'
import { fillCopycats } from '../../derive/copycats/fill/fill-copycats.ts'
import { dropDerived } from '../../derive/service/derive-report.ts'
import { fillSimilar } from '../../derive/similar/service/fill-similar.ts'
import { quantized } from '../../derive/vectors/quantized-vector.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { createSearchWorld, type SearchWorld } from '../support/api/search-world.ts'
import type { BuiltBill } from '../support/builders/event-builder.ts'
import { emitModel } from '../support/builders/model-texts.ts'
import { createTestComparer } from '../support/derive/comparer/test-comparer.ts'
import { createConceptEmbedder } from '../support/derive/concept-embedder.ts'

const STATES = ['wa', 'or', 'ny', 'tx', 'ak']
const TITLES = [
  'Licensing of beekeepers and their hives',
  'Permits for autonomous cars on roads',
  'School lunches at no cost',
  'A tax on river water',
]
const QUESTIONS = ['driverless vehicles', 'free meals for pupils', 'who may keep bees', 'levies in Oregon']

const sentence = (name: string, words: number): string =>
  `${Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ')}.`

const embedder = createConceptEmbedder()
let world: SearchWorld
let bills: BuiltBill[]
let events: LogEvent[]
let before: unknown

beforeAll(async () => {
  world = await createSearchWorld()
  const { story, objects } = world
  await emitModel(story, objects, sentence('swarm', 150))
  bills = Array.from({ length: 30 }, (_, at) =>
    story.bill({
      title: `${TITLES[at % TITLES.length]} in district ${at % 11}`,
      jurisdiction: `ocd-division/country:us/state:${STATES[(at * 7) % STATES.length]}`,
    }),
  )
  for (const [at, bill] of bills.entries()) {
    const passages = [sentence('swarm', 60 + at), ...(at % 3 === 0 ? [sentence('hive', 90)] : [])]
    await world.texts(bill, [['Section 1. Bees.', sentence(`own${at}x`, 40), ...passages].join('\n')])
  }
  events = story.take()
  await world.projected.apply(events)
  await world.projected.setWatermark(story.later)
  await fill()
  before = await answers()
})

async function fill(stopAfter = Number.POSITIVE_INFINITY): Promise<void> {
  const { database } = world.test
  const { objects } = world
  const stopping = new AbortController()
  let steps = 0
  const onStep = (): void => {
    steps += 1
    if (steps === stopAfter) stopping.abort(new Error('killed'))
  }
  const { signal } = stopping
  const comparer = createTestComparer(objects)
  try {
    const memory = { state: undefined }
    await fillSimilar({ database, embedder, memory, signal, onBills: onStep, onLists: onStep })
    await fillCopycats({ database, objects, comparer, signal, onCompared: onStep })
  } finally {
    await comparer.close()
  }
}

/** What callers see of all bills, and of some questions with the vectors of a model. */
async function answers(): Promise<unknown> {
  const lists = bills.flatMap(({ id }) =>
    ['similar?scope=all&limit=100', 'copycats?limit=100'].map(async (path) => {
      const answer = await world.api.get(`/v1/bills/${id}/${path}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }),
  )
  const model = createReadModel(world.test.database)
  const asked = QUESTIONS.map(async (question) => {
    const parsed = parseQuestion(question, '2026-11-30')
    const { rows, ranking } = await readAskedBills(model, parsed, {
      limit: 20,
      async vectorOf(text) {
        const [vector] = await embedder.embed([text], new AbortController().signal)
        return { embedder: embedder.id, codes: quantized(vector!) }
      },
    })
    return { ranking, found: rows.map(({ id, why, passage }) => ({ id, why, passage })) }
  })
  return Promise.all([...lists, ...asked])
}

it('the answers under test have content', () => {
  expect(JSON.stringify(before)).toContain('"ranking":["words","vectors"]')
  expect(JSON.stringify(before)).toContain('"source":"model"')
  expect(JSON.stringify(before)).toContain('"shared_passage":"hive0')
})

it('similar bills, shared text and answers to questions are the same after a drop and a fill', async () => {
  await dropDerived(world.test.database)
  expect(await answers()).not.toEqual(before)
  await fill()
  expect(await answers()).toEqual(before)
})

it('they are the same if the fill was killed after any step', async () => {
  for (const steps of [1, 2, 3]) {
    await dropDerived(world.test.database)
    await fill(steps).catch((error: Error) => expect(error.message).toBe('killed'))
    await fill()
    expect(await answers()).toEqual(before)
  }
})

it('they are the same after the log was replayed in other batches, and in a read schema of another name', async () => {
  await world.projected.clear()
  for (let at = 0; at < events.length; at += 7) await world.projected.apply(events.slice(at, at + 7))
  const { database } = world.test
  await database.query("UPDATE derive.similar_position SET read_schema = 'read_0009'")
  await database.query("UPDATE derive.copycat_position SET read_schema = 'read_0009'")
  await fill()
  expect(await answers()).toEqual(before)
})
