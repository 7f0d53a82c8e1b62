import { beforeEach, describe, expect, it } from 'vitest'
import { answer, honest, LAW, QUOTE, TRUTH } from '../../../support/derive/deposit-law.ts'
import { createModelWorld, KEY, MODEL } from '../../../support/derive/model-world.ts'

const world = await createModelWorld()

beforeEach(() => world.clear())

describe('a worker', () => {
  it('records a summary and an explanation with all that they rest on', async () => {
    const text = world.store('An act about deposits 𝐀.\n', `SECTION 1. ${LAW}\n`)
    await world.plan([{ bill_id: 7, text }])
    world.server.play({
      kind: 'says',
      content: { ...answer, sentences: [{ text: TRUTH, citations: [{ section: 's2', quote: QUOTE }] }] },
    })
    await world.worker().runDue()
    const recorded = await world.recorded()
    const sentences = [{ text: TRUTH, citations: [{ section: '2', start: 36, end: 83, quote: QUOTE }] }]
    const level = { sentences, not_stated: ['penalty'] }
    const label = {
      language: 'en',
      text: TRUTH,
      citations: sentences[0]!.citations,
      method: 'model',
      method_version: 1,
      model: MODEL,
      prompt_version: 1,
      version_id: 'v7',
      text_sha256: text.extracted_sha256,
      generated_at: '2026-03-02T09:00:00.000000Z',
    }
    expect(new Map(recorded.map(({ body }) => [body.kind, body]))).toEqual(
      new Map([
        ['summary', { ...label, kind: 'summary', content: { levels: { summary: level } } }],
        [
          'explanation',
          {
            ...label,
            kind: 'explanation',
            content: { levels: { headline: level, brief: level, detail: level, technical: level } },
          },
        ],
      ]),
    )
  })

  it('leaves out the levels of an explanation that were refused', async () => {
    await world.plan([{ bill_id: 1, text: world.store(`SECTION 1. ${LAW}\n`) }])
    world.server.play(({ body }) =>
      body.messages[0]!.content.includes('plain headline')
        ? { kind: 'says', content: 'A great bill!' }
        : honest,
    )
    await world.worker().runDue()
    const explanation = (await world.recorded()).find(({ body }) => body.kind === 'explanation')!
    expect(Object.keys(explanation.body.content.levels).sort()).toEqual(['brief', 'detail', 'technical'])
    expect((await world.work())[0]).toMatchObject({ kind: 'explanation', reason: 'headline: form' })
  })

  it('asks about the same text once, for all bills that have it, and never again', async () => {
    const text = world.store(`SECTION 1. ${LAW}\n`)
    await world.plan([
      { bill_id: 1, text },
      { bill_id: 2, text },
    ])
    world.server.play(honest)
    await world.worker({ concurrency: 4 }).runDue()
    world.clock.advance(60_000)
    await world.worker().runDue()
    expect(world.server.count()).toBe(5)
    const first = await world.recorded()
    expect(first).toHaveLength(4)

    // A rebuild, or a lost table of work, plans everything again.
    await world.database.query('TRUNCATE derive.model_work, recorded')
    world.clock.advance(86_400_000)
    await world.plan([
      { bill_id: 1, text },
      { bill_id: 2, text },
    ])
    await world.worker().runDue()
    expect(world.server.count()).toBe(5)
    const order = (one: { bill: string; body: { kind: string } }) => `${one.bill} ${one.body.kind}`
    const sorted = (all: typeof first) => [...all].sort((a, b) => order(a).localeCompare(order(b)))
    expect(sorted(await world.recorded())).toEqual(sorted(first))
  })

  it('asks again if the model is another one', async () => {
    const text = world.store(`SECTION 1. ${LAW}\n`)
    world.server.play(honest)
    await world.plan([{ bill_id: 1, text }])
    await world.worker().runDue()
    await world.plan([{ bill_id: 1, text }], 'large-2')
    await world.worker({ model: 'large-2' }).runDue()
    expect(world.server.count()).toBe(10)
    expect((await world.recorded()).map(({ body }) => body.model)).toEqual([
      MODEL,
      MODEL,
      'large-2',
      'large-2',
    ])
  })

  it('takes the bill with the highest priority first, then the latest change', async () => {
    world.server.play(honest)
    await world.plan([
      { bill_id: 1, text: world.store(`SECTION 1. ${LAW} 1\n`), changed_at: '2026-01-01T00:00:00Z' },
      { bill_id: 2, text: world.store(`SECTION 1. ${LAW} 2\n`), changed_at: '2026-02-01T00:00:00Z' },
      {
        bill_id: 3,
        text: world.store(`SECTION 1. ${LAW} 3\n`),
        changed_at: '2025-01-01T00:00:00Z',
        priority: 5,
      },
    ])
    await world.worker().runDue()
    const bills = (await world.recorded()).map(({ bill }) => bill)
    expect([...new Set(bills)]).toEqual(['ocd-bill/3', 'ocd-bill/2', 'ocd-bill/1'])
  })

  it('asks nothing about a text that is too long', async () => {
    await world.plan([{ bill_id: 1, text: world.store(`SECTION 1. ${LAW}\n`) }])
    await world.worker({ max_text_bytes: 20 }).runDue()
    expect(world.server.count()).toBe(0)
    expect((await world.work()).map(({ reason }) => reason)).toEqual([
      'the text is too long',
      'the text is too long',
    ])
  })

  it('has no work about a bill without a text, or that is gone', async () => {
    const text = world.store(`SECTION 1. ${LAW}\n`)
    await world.plan([
      { bill_id: 1, text: null },
      { bill_id: 2, text },
    ])
    await world.plan([{ bill_id: 2, text: null }])
    expect(await world.work()).toEqual([])
  })
})

describe('what operators see', () => {
  it('are counts by outcome and rule, and no key or text', async () => {
    await world.plan([{ bill_id: 1, text: world.store(`SECTION 1. ${LAW}\n`) }])
    await world.database.query("DELETE FROM derive.model_work WHERE kind = 'explanation'")
    world.server.play({ kind: 'says', content: 'A great bill!', tokens: 40 })
    await world.worker().runDue()
    const shown = await world.metrics.metrics()
    expect(shown).toMatch(/legislog_model_requests_total\{outcome="answered"\} \d/u)
    expect(shown).toMatch(/legislog_model_answers_total\{verdict="refused"\} \d/u)
    expect(shown).toMatch(/legislog_model_broken_rules_total\{rule="form"\} \d/u)
    expect(shown).toMatch(/legislog_model_tokens_total \d/u)
    expect(world.lines.join('')).not.toMatch(new RegExp(`${KEY}|landlord`, 'u'))
  })
})
