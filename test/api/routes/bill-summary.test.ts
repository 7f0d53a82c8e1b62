import { beforeAll, describe, expect, it } from 'vitest'
import type { Summary } from '../../../derive/summary/summary.ts'
import { createDescribedBills, LAW, wrongQuotes } from '../../support/api/described-bills.ts'

let world: Awaited<ReturnType<typeof createDescribedBills>>
beforeAll(async () => {
  world = await createDescribedBills()
})

const TITLE = 'School meals'
const stored: Summary = { text: 'A stored summary.', method: 'extractive', note: null, citations: [] }
const written = { text: 'Every pupil gets a free school meal.', generated_at: '2026-01-10T12:00:00.000Z' }

describe('ai_summary', () => {
  it('is the digest of the source, even if a model wrote one', async () => {
    const abstracts = [{ abstract: 'Every district would have to offer school meals.', note: 'Digest' }]
    const bill = world.story.bill({ title: TITLE, abstracts })
    await world.giveText(bill, LAW)
    await world.describe(bill, LAW, written)
    await world.project()
    const { ai_summary, ai_summary_meta } = await world.detail(bill)
    expect(ai_summary).toBe('Every district would have to offer school meals.')
    expect(ai_summary_meta).toMatchObject({
      method: 'official',
      note: 'Digest',
      version_id: null,
      model: null,
    })
    expect(await world.listed(bill)).toMatchObject({ ai_summary, ai_summary_meta })
  })

  it('quotes the current text, with places in Unicode characters, if there is no digest', async () => {
    const bill = world.story.bill({ title: TITLE })
    await world.giveText(bill, LAW)
    await world.project()
    const { ai_summary, ai_summary_meta } = await world.summarized(bill)
    expect(ai_summary).toContain('The superintendent shall offer a free school meal')
    expect(ai_summary_meta).toMatchObject({
      method: 'extractive',
      version_id: `version-${bill.id}`,
      generated_at: null,
      disclaimer: expect.stringContaining('chosen by rules'),
    })
    expect(ai_summary_meta.citations.length).toBeGreaterThan(0)
    expect(wrongQuotes(LAW, ai_summary_meta.citations)).toEqual([])
  })

  it('is what a model wrote about the current text, until the text changes', async () => {
    const bill = world.story.bill({ title: TITLE })
    await world.giveText(bill, LAW)
    await world.describe(bill, LAW, written)
    await world.project()
    const answer = await world.detail(bill)
    expect(answer.ai_summary).toBe(written.text)
    expect(answer.ai_summary_meta).toMatchObject({
      method: 'model',
      model: 'test-model',
      prompt_version: 1,
      generated_at: written.generated_at,
      version_id: `version-${bill.id}`,
    })
    const { ai_summary, ai_summary_meta } = answer
    expect(await world.listed(bill)).toMatchObject({ ai_summary, ai_summary_meta })
    await world.giveText(bill, `${LAW}Section 3. Meals must be warm.\n`)
    await world.project()
    expect((await world.summarized(bill)).ai_summary_meta.method).toBe('extractive')
  })

  it('is the title if there is neither a digest nor a text', async () => {
    const bill = world.story.bill({ title: TITLE })
    await world.project()
    const { ai_summary, ai_summary_meta } = await world.detail(bill)
    expect([ai_summary, ai_summary_meta.method]).toEqual([TITLE, 'title'])
  })

  it('is null in lists until it is stored, and again when the content of the bill changes', async () => {
    const bill = world.story.bill({ title: TITLE })
    await world.giveText(bill, LAW)
    await world.project()
    expect(await world.listed(bill)).toMatchObject({ ai_summary: null, ai_summary_meta: null })
    await world.store(bill, stored)
    const { ai_summary, ai_summary_meta } = await world.detail(bill)
    expect(ai_summary).toBe(stored.text)
    expect(await world.listed(bill)).toMatchObject({ ai_summary, ai_summary_meta })
    await world.giveText(bill, `${LAW}Section 3. Meals must be warm.\n`)
    await world.project()
    expect((await world.listed(bill)).ai_summary).toBeNull()
    expect((await world.summarized(bill)).ai_summary).not.toBe(stored.text)
  })

  it('does not keep a bill from being shown if its text is lost', async () => {
    const bill = world.story.bill({ title: TITLE })
    await world.giveText(bill, 'Section 1. This text is lost.\n', true)
    await world.project()
    expect(await world.detail(bill)).toMatchObject({ title: TITLE, ai_summary: null, ai_summary_meta: null })
  })

  it('does not keep bills from being shown if the derived tables are dropped', async () => {
    const bill = world.story.bill({ title: TITLE })
    await world.project()
    await world.test.database.query('DROP SCHEMA derive CASCADE')
    expect(await world.detail(bill)).toMatchObject({ ai_summary: TITLE })
    expect(await world.listed(bill)).toMatchObject({ ai_summary: TITLE })
  })
})
