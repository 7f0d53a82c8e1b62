import { beforeEach, describe, expect, it } from 'vitest'
import { honest, LAW } from '../../../support/derive/deposit-law.ts'
import { createModelWorld } from '../../../support/derive/model-world.ts'

const world = await createModelWorld()

beforeEach(() => world.clear())

describe('the budget of a day', () => {
  it('is never exceeded, is given back by the reported usage, and is full again the next day', async () => {
    world.server.play(honest)
    await world.plan(
      Array.from({ length: 6 }, (_, index) => ({
        bill_id: index + 1,
        text: world.store(`SECTION 1. ${LAW} ${index}\n`),
      })),
    )
    await world.database.query("DELETE FROM derive.model_work WHERE kind = 'explanation'")
    const tokens_per_day = 2_600
    await world.worker({ tokens_per_day, concurrency: 3 }).runDue()
    const { rows } = await world.database.query<{ tokens: number }>('SELECT tokens FROM derive.model_day')
    const asked = world.server.count()
    expect(rows).toEqual([{ tokens: asked * 100 }])
    expect(asked).toBeGreaterThan(0)
    const left = (await world.work()).filter(({ due_at }) => due_at !== null)
    expect(left).toHaveLength(6 - asked)
    for (const { due_at } of left) expect(due_at).toBe('2026-03-03T00:00:00.000000Z')
    world.clock.set('2026-03-03T00:00:00.000Z')
    await world.worker({ tokens_per_day }).runDue()
    expect(world.server.count()).toBe(6)
    expect(await world.recorded()).toHaveLength(6)
  })
})

describe('a worker that ends', () => {
  it('ends requests at once, and leaves their work due', async () => {
    await world.plan([{ bill_id: 1, text: world.store(`SECTION 1. ${LAW}\n`) }])
    world.server.play({ kind: 'never-answers' })
    const worker = world.worker({ concurrency: 2 })
    worker.start()
    await world.server.whenAsked(2)
    await worker.stop()
    expect((await world.work()).map(({ failures }) => failures)).toEqual([0, 0])
    world.server.play(honest)
    await world.worker().runDue()
    expect(await world.recorded()).toHaveLength(2)
  })

  it('loses and doubles nothing if it fails between its answer and the end of its work', async () => {
    await world.plan([{ bill_id: 1, text: world.store(`SECTION 1. ${LAW}\n`) }])
    world.server.play(honest)
    const breaks = world.worker({}, async () => {
      throw new Error('the connection broke')
    })
    await breaks.runDue()
    expect(await world.recorded()).toEqual([])
    const asked = world.server.count()
    world.clock.advance(120_000)
    await world.worker().runDue()
    expect(world.server.count()).toBe(asked)
    expect(await world.recorded()).toHaveLength(2)
  })

  it('records nothing about a text that was replaced while the model was asked', async () => {
    await world.plan([{ bill_id: 1, text: world.store(`SECTION 1. ${LAW}\n`) }])
    await world.database.query("DELETE FROM derive.model_work WHERE kind = 'explanation'")
    const worker = world.worker({}, async () => {
      throw new Error('this text is not current')
    })
    world.server.play({ kind: 'never-answers' })
    worker.start()
    await world.server.whenAsked(1)
    const newer = world.store(`SECTION 1. ${LAW} It is new.\n`)
    await world.plan([{ bill_id: 1, text: newer }])
    await worker.stop()
    world.server.play(honest)
    await world.worker().runDue()
    expect((await world.recorded()).map(({ body }) => body.text_sha256)).toContain(newer.extracted_sha256)
  })
})
