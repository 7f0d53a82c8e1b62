import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../projections/search/count-words.ts'
import { countedTables } from '../../../runtime/ranking/counted-tables.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { walkPages } from '../../support/api/walk-pages.ts'

const IN_TITLE = 7
const IN_TEXT = 12

let world: SearchWorld

/** The later a bill, the more often its text has the word. All texts are as long. */
beforeAll(async () => {
  world = await createSearchWorld()
  for (let n = 0; n < IN_TITLE; n++) world.story.bill({ title: `Herons and item ${n}` })
  for (let n = 0; n < IN_TEXT; n++) {
    const bill = world.story.bill({
      title: `Item ${n}`,
      introduced_on: `2025-01-${String(1 + (n % 9)).padStart(2, '0')}`,
    })
    await world.texts(bill, [
      `${'Heron. '.repeat(n + 1)} ${'Stork. '.repeat(IN_TEXT - n)} ${'Other words follow. '.repeat(500)}`,
    ])
  }
  await world.project()
  await world.index()
  for (const table of countedTables) await countWords(world.test.database, world.projected.name, table)
})

type Item = { readonly id: number; readonly title: string; readonly passage: { readonly part: string } }
const walk = async (path: string) => (await walkPages(world.api, path)).items as unknown as Item[]

describe('a walk over bills with words in titles and in texts', () => {
  it.each(['/v1/bills?q=heron', '/v1/search?q=heron'])(
    'lists titles first, then texts by how much they say about the words, whatever the page: %s',
    async (path) => {
      const items = await walk(`${path}&limit=200`)
      expect(items).toHaveLength(IN_TITLE + IN_TEXT)
      expect(items.slice(0, IN_TITLE).every(({ passage }) => passage.part === 'title')).toBe(true)
      const inText = items.slice(IN_TITLE).map(({ title }) => title)
      expect(inText).toEqual(Array.from({ length: IN_TEXT }, (_, n) => `Item ${IN_TEXT - 1 - n}`))
      for (const limit of [1, IN_TITLE, 11]) {
        expect((await walk(`${path}&limit=${limit}`)).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      }
    },
  )

  it('limits the texts by the filters of their bills', async () => {
    const found = await walk('/v1/bills?q=heron&introduced_since=2025-01-09&jurisdiction=wa')
    expect(found.filter(({ passage }) => passage.part === 'text')).toHaveLength(1)
    expect(await walk('/v1/bills?q=heron&jurisdiction=de')).toEqual([])
  })
})
