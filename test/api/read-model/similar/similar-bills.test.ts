import { beforeAll, describe, expect, it } from 'vitest'
import { fillCopycats } from '../../../../derive/copycats/fill/fill-copycats.ts'
import { fillSimilar } from '../../../../derive/similar/service/fill-similar.ts'
import { createSearchWorld, type SearchWorld } from '../../../support/api/search-world.ts'
import type { BuiltBill } from '../../../support/builders/event-builder.ts'
import { createTestComparer } from '../../../support/derive/comparer/test-comparer.ts'

const sentence = (name: string, words: number): string =>
  `${Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ')}.`
const law = sentence('hive', 120)
const textOf = (name: string, ...passages: string[]): string =>
  ['Section 1. Bees.', `Section 2. ${sentence(name, 80)}`, ...passages, ''].join('\n')

let world: SearchWorld
let bill: BuiltBill
let other: BuiltBill
let compare: () => Promise<unknown>

beforeAll(async () => {
  world = await createSearchWorld()
  const { story, objects, test } = world
  bill = story.bill({ title: 'Licensing of beekeepers and apiaries' })
  const jurisdiction = 'ocd-division/country:us/state:or'
  other = story.bill({ title: 'Licensing of beekeepers and apiaries', jurisdiction })
  await world.texts(bill, [textOf('first', law)])
  await world.texts(other, [textOf('second', law)])
  await world.project()
  const { signal } = new AbortController()
  const { database } = test
  await fillSimilar({ database, embedder: undefined, memory: { state: undefined }, signal })
  const comparer = createTestComparer(objects)
  compare = () => fillCopycats({ database, objects, comparer, signal })
})

const passages = async (): Promise<readonly (string | null)[]> => {
  const answer = await world.api.get(`/v1/bills/${bill.id}/similar`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json() as { data: { shared_passage: string | null }[] }
  return data.map(({ shared_passage }) => shared_passage)
}

describe('the passage of a similar bill', () => {
  it('is unknown before the texts are compared', async () => {
    expect(await passages()).toEqual([null])
  })

  it('is the beginning of the longest stretch that both texts have', async () => {
    await compare()
    expect(await passages()).toEqual([expect.stringMatching(/^hive0 hive1 .* …$/u)])
  })

  it('is that of the current texts: a new text has none until it is compared', async () => {
    await world.texts(other, [textOf('second', law), textOf('third', sentence('swarm', 90), law)])
    await world.project()
    expect(await passages()).toEqual([null])
    await compare()
    expect(await passages()).toEqual([expect.stringMatching(/^hive0 hive1 /u)])
  })

  it('is unknown without the tables of shared text', async () => {
    await world.test.database.query('DROP TABLE derive.shared_text')
    expect(await passages()).toEqual([null])
  })
})
