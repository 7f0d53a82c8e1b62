import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ThreadedComparer } from '../../../../derive/copycats/comparing/threaded-comparer.ts'
import { type CopycatParts, fillCopycats } from '../../../../derive/copycats/fill/fill-copycats.ts'
import { dropDerived, reportDerived } from '../../../../derive/service/derive-report.ts'
import { createSearchWorld, type SearchWorld } from '../../../support/api/search-world.ts'
import { type BuiltBill, contextOf, idsOf } from '../../../support/builders/event-builder.ts'
import { emitModel } from '../../../support/builders/model-texts.ts'
import { createTestComparer } from '../../../support/derive/comparer/test-comparer.ts'
import { HANGS } from '../../../support/derive/method-modules.ts'

let world: SearchWorld
let comparer: ThreadedComparer
let compared = 0

beforeEach(async () => {
  world = await createSearchWorld()
  comparer = createTestComparer(world.objects)
})
afterEach(() => comparer.close())

async function fill(change: Partial<CopycatParts> = {}): Promise<number> {
  compared = 0
  const { database } = world.test
  const filled = await fillCopycats({
    database,
    objects: world.objects,
    comparer,
    signal: new AbortController().signal,
    onCompared: (count) => {
      compared += count
    },
    ...change,
  })
  expect(filled).toBe(true)
  return compared
}

const query = async <R>(text: string) => (await world.test.database.query(text)).rows as R[]
const rows = () =>
  query(
    'SELECT bill_id, source, other_id, matched_words, family, shared::text FROM derive.shared_text ORDER BY 1, 2, 3',
  )
const index = () => query('SELECT hash, bill_id FROM derive.bill_shingle ORDER BY 1, 2')
const pairs = async () =>
  (
    await query<{ bill_id: number; source: string; other_id: number }>(
      'SELECT bill_id, source, other_id FROM derive.shared_text ORDER BY 1, 2, 3',
    )
  ).map(({ bill_id, source, other_id }) => `${bill_id} ${source} ${other_id}`)

const sentence = (name: string, words: number): string =>
  `${Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ')}.`
const law = sentence('hive', 120)
const textOf = (name: string, ...passages: string[]): string =>
  ['Section 1. Short title.', sentence(name, 80), ...passages, ''].join('\n')

async function addBill(text: string | null): Promise<BuiltBill> {
  const bill = world.story.bill()
  await world.texts(bill, [text])
  return bill
}

describe('a fill of copycats', () => {
  it('finds what bills share with models and with each other, in both directions', async () => {
    const model = await emitModel(world.story, world.objects, textOf('model', law))
    const first = await addBill(textOf('first', law))
    const second = await addBill(textOf('second', law))
    await addBill(textOf('third'))
    await world.project()
    expect(await fill()).toBe(3)
    expect(await pairs()).toEqual([
      `${first.id} bill ${second.id}`,
      `${first.id} model ${model.id}`,
      `${second.id} bill ${first.id}`,
      `${second.id} model ${model.id}`,
    ])
    expect(await reportDerived(world.test.database)).toMatchObject({
      copycats: { compared_bills: 3, shared_texts: 4, models: 1, generation: 0 },
    })
  })

  it('compares nothing again if nothing changed, and only a bill that has a new text', async () => {
    const first = await addBill(textOf('first', law))
    const second = await addBill(textOf('second', law))
    await world.project()
    await fill()
    expect(await fill()).toBe(0)
    await world.texts(second, [textOf('second', law), textOf('second, amended')])
    await world.project()
    expect(await fill()).toBe(1)
    expect(await pairs()).toEqual([])
    await world.texts(second, [textOf('second', law)])
    await world.project()
    await fill()
    expect(await pairs()).toEqual([`${first.id} bill ${second.id}`, `${second.id} bill ${first.id}`])
  })

  it('compares all bills with a model that is new, and forgets one that is removed', async () => {
    const bill = await addBill(textOf('first', law))
    await world.project()
    await fill()
    const model = await emitModel(world.story, world.objects, textOf('model', law))
    await world.project()
    await fill()
    expect(await pairs()).toEqual([`${bill.id} model ${model.id}`])
    world.story.emit('model_text.removed', { ...model, reason: 'withdrawn' })
    await world.project()
    await fill()
    expect(await pairs()).toEqual([])
  })

  it('gives the same rows after everything was dropped, and in whatever order bills came', async () => {
    await emitModel(world.story, world.objects, textOf('model', law))
    for (const name of ['a', 'b', 'c', 'd']) {
      await addBill(textOf(name, law, sentence(name < 'c' ? 'swarm' : 'queen', 70)))
      await world.project()
      await fill()
    }
    const before = [await rows(), await index()]
    expect(before[0]!.length).toBeGreaterThan(10)
    await dropDerived(world.test.database)
    expect(await pairs()).toEqual([])
    await fill()
    expect([await rows(), await index()]).toEqual(before)
  })

  it('a bill that is removed leaves nothing behind', async () => {
    const first = await addBill(textOf('first', law))
    await addBill(textOf('second', law))
    await world.project()
    await fill()
    world.story.emit('bill.removed', { ...idsOf(first), bill: contextOf(first), reason: 'withdrawn' })
    await world.project()
    await fill()
    expect(await pairs()).toEqual([])
    expect(await query(`SELECT FROM derive.bill_shingle WHERE bill_id = ${first.id}`)).toEqual([])
  })

  it('a text that cannot be read is noted, and the other bills are compared', async () => {
    const lost = world.story.bill()
    await world.texts(lost, [textOf('lost', law)], { isLost: true })
    await addBill(textOf('first', law))
    await addBill(textOf('second', law))
    await world.project()
    await fill()
    expect(await pairs()).toHaveLength(2)
    expect(
      await query(
        `SELECT text, failure LIKE '%no text%' AS is_noted FROM derive.compared_bill WHERE bill_id = ${lost.id}`,
      ),
    ).toEqual([{ text: null, is_noted: true }])
  })

  it('a text that takes too long to compare is noted and left out, and the other bills are compared', async () => {
    const model = await emitModel(world.story, world.objects, textOf('model', law))
    const slow = await addBill(textOf('slow', law, HANGS))
    const first = await addBill(textOf('first', law))
    await world.project()
    const thread = new URL('../../../support/derive/comparer/faulty-comparer-thread.ts', import.meta.url)
    comparer = createTestComparer(world.objects, { limit_ms: 3_000, thread })
    expect(await fill({ comparer })).toBe(2)
    expect(await pairs()).toEqual([`${first.id} model ${model.id}`])
    expect(
      await query(
        `SELECT text, failure LIKE '%takes longer%' AS is_noted FROM derive.compared_bill WHERE bill_id = ${slow.id}`,
      ),
    ).toEqual([{ text: null, is_noted: true }])
  })

  it('continues where an earlier fill was stopped', async () => {
    for (let number = 0; number < 30; number += 1) await addBill(textOf(`bill${number}x`))
    await world.project()
    const stopping = new AbortController()
    const stopped = fill({ signal: stopping.signal, onCompared: () => stopping.abort() })
    await expect(stopped).rejects.toThrow()
    expect(await query('SELECT FROM derive.compared_bill')).toHaveLength(25)
    expect(await fill()).toBe(5)
  })

  it('learns from fifty texts, and then compares all bills with what it learned', async () => {
    for (let number = 0; number < 50; number += 1) await addBill(textOf(`bill${number}x`, law))
    await world.project()
    await fill()
    expect(await query('SELECT number, documents FROM derive.copycat_generation')).toEqual([
      { number: 1, documents: 50 },
    ])
    expect(await pairs()).toEqual([])
    expect(await fill()).toBe(0)
  })
})
