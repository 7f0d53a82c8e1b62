import { beforeEach, describe, expect, it } from 'vitest'
import { dropDerived } from '../../../../derive/service/derive-report.ts'
import { fillSimilar, type SimilarFill } from '../../../../derive/similar/service/fill-similar.ts'
import { reportSimilar } from '../../../../derive/similar/service/similar-report.ts'
import type { Embedder } from '../../../../derive/vectors/embedder.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../../support/api/projected-events.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../../support/builders/event-builder.ts'
import { createConceptEmbedder } from '../../../support/derive/concept-embedder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'

const place = (state: string) => `ocd-division/country:us/state:${state}`

let test: TestDatabase
let projected: ProjectedSchema
let story: EventBuilder
let memory: SimilarFill['memory']

beforeEach(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  story = new EventBuilder()
  memory = { state: undefined }
})

const fill = (embedder?: Embedder, change: Partial<SimilarFill> = {}): Promise<boolean> =>
  fillSimilar({
    database: test.database,
    embedder,
    memory,
    signal: new AbortController().signal,
    ...change,
  })

async function project(): Promise<void> {
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
}

const bill = (state: string, title: string): BuiltBill => story.bill({ jurisdiction: place(state), title })

const query = async <R>(text: string) => (await test.database.query(text)).rows as R[]
const contents = async () => ({
  bills: await query('SELECT * FROM derive.similar_bill ORDER BY bill_id'),
  vectors: await query('SELECT * FROM derive.bill_vector ORDER BY bill_id'),
  lists: await query('SELECT * FROM derive.similar_list ORDER BY bill_id'),
})
const othersOf = async ({ id }: BuiltBill): Promise<readonly number[]> => {
  const [row] = await query<{ other_ids: number[] }>(
    `SELECT other_ids FROM derive.similar_list WHERE bill_id = ${id}`,
  )
  return row?.other_ids ?? []
}

const SUBJECTS = [
  'bees and hives',
  'rivers and dams',
  'school lunches',
  'levies on cars',
  'permits of barbers',
]

async function addBills(count: number): Promise<void> {
  const states = ['wa', 'or', 'ny', 'tx', 'ak']
  for (let at = 0; at < count; at += 1) {
    const subject = SUBJECTS[at % SUBJECTS.length]
    bill(states[(at * 7) % states.length]!, `An act relating to ${subject} in district ${at % 11}`)
  }
  await project()
}

describe('similar bills', () => {
  it('are found by their words, without a model', async () => {
    const one = bill('wa', 'An act relating to the licensing of beekeepers')
    const other = bill('or', 'Licensing of beekeepers')
    bill('ny', 'An act relating to dams')
    await project()
    expect(await fill()).toBe(true)
    expect(await othersOf(one)).toEqual([other.id])
    expect(await othersOf(other)).toEqual([one.id])
    expect(await reportSimilar(test.database)).toEqual({
      phase: 'following',
      embedder: null,
      bills: 3,
      lists: 3,
    })
  })

  it('are found by their meaning, with a model', async () => {
    const one = bill('wa', 'self-driving vehicles on highways')
    const other = bill('or', 'autonomous cars')
    await project()
    await fill()
    expect(await othersOf(one)).toEqual([])
    await fill(createConceptEmbedder())
    expect(await othersOf(one)).toEqual([other.id])
  })

  it('of a new bill are known, and it enters the lists of the others', async () => {
    const one = bill('wa', 'An act relating to the licensing of beekeepers')
    await project()
    await fill()
    const other = bill('or', 'Licensing of beekeepers')
    await project()
    await fill()
    expect(await othersOf(one)).toEqual([other.id])
    expect(await othersOf(other)).toEqual([one.id])
  })

  it('follow a changed title, and forget a removed bill', async () => {
    const one = bill('wa', 'An act relating to the licensing of beekeepers')
    const other = bill('or', 'Licensing of beekeepers')
    const third = bill('ny', 'Dams on rivers')
    await project()
    await fill()
    story.update(other, { title: 'An act about rivers with dams' })
    await project()
    await fill()
    expect(await othersOf(one)).toEqual([])
    expect(await othersOf(third)).toEqual([other.id])
    story.emit('bill.removed', { ...idsOf(other), bill: contextOf(other), reason: 'gone' })
    await project()
    await fill()
    expect(await othersOf(third)).toEqual([])
    expect((await contents()).bills).toHaveLength(2)
  })
})

describe('the lists', () => {
  it.each([
    ['without a model', undefined],
    ['with a model', createConceptEmbedder()],
  ])(
    'are the same after everything was dropped, also if they followed changes before: %s',
    async (_, embedder) => {
      await addBills(60)
      await fill(embedder)
      await addBills(45)
      await fill(embedder)
      const before = await contents()
      expect(before.lists).toHaveLength(105)
      await dropDerived(test.database)
      expect((await contents()).lists).toEqual([])
      await fill(embedder)
      expect(await contents()).toEqual(before)
    },
  )

  it('are made once, if a process ends after any step', async () => {
    await addBills(450)
    const whole = createConceptEmbedder()
    const stopAfter = async (steps: number): Promise<void> => {
      const stopping = new AbortController()
      let left = steps
      const count = () => {
        left -= 1
        if (left === 0) stopping.abort(new Error('killed'))
      }
      memory = { state: undefined }
      await fill(whole, { signal: stopping.signal, onBills: count, onLists: count }).catch((error: Error) =>
        expect(error.message).toBe('killed'),
      )
    }
    await stopAfter(1)
    expect(await reportSimilar(test.database)).toMatchObject({ phase: 'bills', bills: 200, lists: 0 })
    await stopAfter(3)
    expect(await reportSimilar(test.database)).toMatchObject({ phase: 'lists', bills: 450, lists: 200 })
    await fill(whole)
    expect(await reportSimilar(test.database)).toMatchObject({ phase: 'following', lists: 450 })
    // Equal texts have one vector.
    expect(whole.embedded()).toBe(55)
  })

  it('are made after all bills are known, if more bills come at once than were known', async () => {
    await addBills(10)
    await fill()
    await addBills(420)
    const counts: number[] = []
    await fill(undefined, { onLists: (count) => counts.push(count) })
    expect(counts).toEqual([200, 200, 30])
    expect(await reportSimilar(test.database)).toMatchObject({ phase: 'following', bills: 430, lists: 430 })
  })

  it('are made by one process: another one does nothing', async () => {
    await addBills(30)
    const both = await Promise.all([fill(), fill(undefined, { memory: { state: undefined } })])
    expect(both.toSorted()).toEqual([false, true])
  })

  it('are made again with another model, and vectors of two models are never compared', async () => {
    bill('wa', 'self-driving vehicles on highways')
    bill('or', 'autonomous cars')
    await project()
    const [first, second] = [createConceptEmbedder(1), createConceptEmbedder(2)]
    await fill(first)
    await fill(second)
    expect(await reportSimilar(test.database)).toMatchObject({ embedder: 'concepts 2', lists: 2 })
    expect(second.embedded()).toBe(2)
    await fill(first)
    // Its vectors were still stored.
    expect(first.embedded()).toBe(2)
    expect(await query('SELECT DISTINCT embedder FROM derive.vector ORDER BY 1')).toEqual([
      { embedder: 'concepts 1' },
      { embedder: 'concepts 2' },
    ])
  })

  it('cost one comparison for each bill after a swap to another read schema', async () => {
    await addBills(20)
    const embedder = createConceptEmbedder()
    await fill(embedder)
    const before = { lists: (await contents()).lists, embedded: embedder.embedded() }
    await query("UPDATE derive.similar_position SET read_schema = 'read_0009'")
    let compared = 0
    await fill(embedder, {
      onBills: (count) => {
        compared += count
      },
    })
    expect(compared).toBe(20)
    expect({ lists: (await contents()).lists, embedded: embedder.embedded() }).toEqual(before)
    expect(await query('SELECT read_schema FROM derive.similar_position')).toEqual([
      { read_schema: 'read_0001' },
    ])
  })

  it('are filled from the beginning if everything is dropped while a change is followed', async () => {
    await addBills(10)
    await fill()
    await addBills(10)
    const dropping = fill(undefined, { onLists: () => {}, onBills: () => {} })
    await dropDerived(test.database)
    await dropping.catch(({ code }: { code: string }) => expect(code).toBe('positions_moved'))
    await fill()
    expect(await reportSimilar(test.database)).toMatchObject({ phase: 'following', bills: 20, lists: 20 })
  })

  it('wait for the first read schema', async () => {
    await query('UPDATE control.read_schema SET is_live = false')
    expect(await fill()).toBe(true)
    expect(await reportSimilar(test.database)).toMatchObject({ phase: null, bills: 0 })
  })
})
