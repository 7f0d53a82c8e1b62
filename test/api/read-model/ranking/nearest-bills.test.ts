import { beforeAll, describe, expect, it } from 'vitest'
import { readNearestBills } from '../../../../api/read-model/ranking/nearest-bills.ts'
import { createReadModel } from '../../../../api/read-schema/live-schema.ts'
import { fillSimilar } from '../../../../derive/similar/service/fill-similar.ts'
import { quantized } from '../../../../derive/vectors/quantized-vector.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { type BuiltBill, EventBuilder } from '../../../support/builders/event-builder.ts'
import { createConceptEmbedder } from '../../../support/derive/concept-embedder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'

const WA = 'ocd-division/country:us/state:wa'
const embedder = createConceptEmbedder()
const signal = new AbortController().signal
const story = new EventBuilder()

let test: TestDatabase
let cars: BuiltBill
let carsElsewhere: BuiltBill

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  cars = story.bill({ jurisdiction: WA, title: 'autonomous vehicles on highways' })
  carsElsewhere = story.bill({
    jurisdiction: 'ocd-division/country:us/state:or',
    title: 'driverless automobile',
  })
  story.bill({ jurisdiction: WA, title: 'school lunches' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  await fillSimilar({ database: test.database, embedder, signal, memory: { state: undefined } })
})

async function nearest(question: string, conditions: readonly string[] = [], id = embedder.id) {
  const [vector] = await embedder.embed([question], signal)
  return readNearestBills(
    createReadModel(test.database),
    { embedder: id, codes: quantized(vector!) },
    { conditions: () => conditions, limit: 2 },
  )
}

describe('the bills nearest to a question', () => {
  it('are found without a common word, nearest first', async () => {
    const found = await nearest('self-driving cars')
    expect(found.map(({ id }) => id)).toEqual([cars.id, carsElsewhere.id])
    expect(found[0]).toMatchObject({ is_thin: false })
    expect(found[0]!.cosine).toBeGreaterThan(0.9)
  })

  it('fulfil the conditions', async () => {
    const found = await nearest('self-driving cars', [`t.jurisdiction = '${WA}'`])
    expect(found[0]).toMatchObject({ id: cars.id })
    expect(found.map(({ id }) => id)).not.toContain(carsElsewhere.id)
  })

  it('are none if the stored vectors are those of another model', async () => {
    expect(await nearest('self-driving cars', [], 'concepts 2')).toEqual([])
  })

  it('are none if the tables were dropped', async () => {
    await test.database.query('DROP SCHEMA derive CASCADE')
    expect(await nearest('self-driving cars')).toEqual([])
  })
})
