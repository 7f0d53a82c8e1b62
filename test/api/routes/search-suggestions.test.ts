import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../projections/search/count-words.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'

type Answer = {
  readonly data: readonly object[]
  readonly next_cursor: string | null
  readonly interpreted?: {
    readonly suggestions: readonly { readonly typed: string; readonly suggested: readonly string[] }[]
  }
}

let world: SearchWorld

beforeAll(async () => {
  world = await createSearchWorld()
  for (const title of ['Marijuana sales', 'Marijuana taxes', 'Taxes on marijuana', 'Quicksilver'])
    world.story.bill({ title })
  await world.project()
  await countWords(world.test.database, world.projected.name)
})

async function read(address: string): Promise<Answer> {
  const answer = await world.api.get(address)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

describe.each(['/v1/bills?q=', '/v1/search?q=', '/v1/bills/ask?question='])('a search by %s', (path) => {
  const suggestionsFor = async (words: string) =>
    (await read(`${path}${encodeURIComponent(words)}`)).interpreted?.suggestions ?? []

  it('suggests a word of bills for one with typing errors', async () => {
    expect(await suggestionsFor('marajuana')).toEqual([{ typed: 'marajuana', suggested: ['marijuana'] }])
    expect(await suggestionsFor('marijauna')).toEqual([{ typed: 'marijauna', suggested: ['marijuana'] }])
  })

  it('suggests nothing for a word that has no neighbor', async () => {
    expect(await suggestionsFor('xylophone')).toEqual([])
  })

  it('suggests nothing for a word that enough bills have', async () => {
    expect(await suggestionsFor('marijuana')).toEqual([])
  })

  it('suggests no word that is as rare as the one that was typed', async () => {
    expect(await suggestionsFor('quicksilvers')).toEqual([])
    expect(await suggestionsFor('quicksilvre')).toEqual([])
  })
})

it('a number or another order than relevance has no suggestions', async () => {
  for (const address of ['/v1/bills?q=marajuana&sort=id', '/v1/bills?q=HB%209999&sort=-id'])
    expect((await read(address)).interpreted).toBeUndefined()
})
