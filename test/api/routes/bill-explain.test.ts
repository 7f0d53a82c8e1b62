import { beforeAll, describe, expect, it } from 'vitest'
import { createDescribedBills, LAW, wrongQuotes } from '../../support/api/described-bills.ts'

let world: Awaited<ReturnType<typeof createDescribedBills>>
beforeAll(async () => {
  world = await createDescribedBills()
})

type Level = {
  method: string
  sentences: { text: string; citations: { start: number; end: number; quote: string }[] }[]
}
type Explained = { version_id: string | null; levels: Record<string, Level>; not_stated: string[] }

const levels = ['headline', 'brief', 'detail', 'technical']
const bill = async (text?: string, isLost = false) => {
  const built = world.story.bill({ title: 'School meals' })
  if (text !== undefined) await world.giveText(built, text, isLost)
  await world.project()
  return built
}
const explain = async (id: number, query = ''): Promise<Explained> => {
  const answer = await world.api.get(`/v1/bills/${id}/explain${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const explained = answer.json()
  return {
    ...explained,
    levels: Object.fromEntries(explained.levels.map((level: { level: string }) => [level.level, level])),
  }
}

async function explanationsThatWere(outcome: 'stored' | 'computed'): Promise<number> {
  const { body } = await world.api.app.inject({ url: '/metrics' })
  const line = `legislog_derive_requests_total{kind="explanation",outcome="${outcome}"} `
  const found = body.split('\n').find((one) => one.startsWith(line))
  return Number(found?.slice(line.length) ?? 0)
}

describe('GET /v1/bills/{id}/explain', () => {
  it('has four levels, whose quotes are the text at their places in Unicode characters', async () => {
    const { id } = await bill(LAW)
    const answer = await explain(id)
    expect(answer.version_id).toBe(`version-${id}`)
    expect(Object.keys(answer.levels)).toEqual(levels)
    const all = Object.values(answer.levels)
    expect(all.map(({ method }) => method)).toEqual(levels.map(() => 'extractive'))
    const citations = all.flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence.citations))
    expect(citations.length).toBeGreaterThan(0)
    expect(wrongQuotes(LAW, citations)).toEqual([])
    expect(answer.not_stated).not.toContain('penalty')
  })

  it('has only the level that is asked for', async () => {
    const { id } = await bill(LAW)
    expect(Object.keys((await explain(id, '?level=brief')).levels)).toEqual(['brief'])
    expect((await world.api.get(`/v1/bills/${id}/explain?level=long`)).statusCode).toBe(400)
  })

  it('has the levels that a model wrote about the current text, and the others without a model', async () => {
    const described = await bill(LAW)
    const quote = 'a free school meal to every pupil'
    const start = [...LAW.slice(0, LAW.indexOf(quote))].length
    const citation = { section: '1', start, end: start + quote.length, quote }
    const sentences = [{ text: 'Every pupil gets a free meal.', citations: [citation] }]
    const content = { levels: { headline: { sentences, not_stated: [] } } }
    await world.describe(described, LAW, { kind: 'explanation', content })
    await world.project()
    const answer = await explain(described.id)
    expect(answer.levels.headline).toMatchObject({
      method: 'model',
      model: 'test-model',
      generated_at: '2026-01-10T12:00:00.000Z',
      sentences: [{ text: 'Every pupil gets a free meal.', section: '1', citations: [citation] }],
      reading_grade: expect.any(Number),
    })
    expect(answer.levels.brief!.method).toBe('extractive')
    await world.giveText(described, `${LAW}Section 3. Meals must be warm.\n`)
    await world.project()
    expect((await explain(described.id)).levels.headline!.method).toBe('extractive')
  })

  it('is read from what the service has filled: a request derives nothing', async () => {
    const { id } = await bill(LAW)
    await world.fill()
    const before = await explanationsThatWere('computed')
    await explain(id)
    expect(await explanationsThatWere('computed')).toBe(before)
    expect(await explanationsThatWere('stored')).toBeGreaterThan(0)
  })

  it('says that there is no text if there is none', async () => {
    const { id } = await bill()
    expect(await explain(id)).toMatchObject({ version_id: null, not_stated: ['text'] })
  })

  it('answers 503 if the text is lost', async () => {
    const { id } = await bill('Section 1. This text is lost.\n', true)
    const answer = await world.api.get(`/v1/bills/${id}/explain`)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_ready'])
  })
})
