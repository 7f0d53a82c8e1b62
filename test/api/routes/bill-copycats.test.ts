import { beforeAll, describe, expect, it } from 'vitest'
import { fillCopycats } from '../../../derive/copycats/fill/fill-copycats.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import type { BuiltBill, Named } from '../../support/builders/event-builder.ts'
import { emitModel } from '../../support/builders/model-texts.ts'
import { createTestComparer } from '../../support/derive/comparer/test-comparer.ts'

const sentence = (name: string, words: number): string =>
  `${Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ')}.`
const law = sentence('hive', 120)
const textOf = (name: string, ...passages: string[]): string =>
  ['Section 1. Bees.', `Section 2. ${sentence(name, 80)}`, ...passages, ''].join('\n')

let world: SearchWorld
let model: Named
let bill: BuiltBill
let twin: BuiltBill
let away: BuiltBill

const fillWorld = ({ test: { database }, objects }: SearchWorld) => {
  const comparer = createTestComparer(objects)
  return fillCopycats({ database, objects, comparer, signal: new AbortController().signal })
}

const fill = async (): Promise<void> => {
  await world.project()
  await fillWorld(world)
}

const listOf = async (of: Named, query = '') => {
  const answer = await world.api.get(`/v1/bills/${of.id}/copycats${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...answer.json(), through: String(answer.headers['x-sync-through']) }
}
const idsIn = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

beforeAll(async () => {
  world = await createSearchWorld()
  const { story, objects } = world
  model = await emitModel(story, objects, textOf('model', law), {
    title: 'Hive Act',
    publisher: 'Bee Society',
    url: 'https://bees.example/1',
    published_on: '2019-05',
  })
  await emitModel(story, objects, textOf('copy', law.replace('hive60', 'queen')))
  bill = story.bill({ identifier: 'HB 5' })
  twin = story.bill({ identifier: 'SB 5' })
  away = story.bill({ jurisdiction: 'ocd-division/country:us/state:ak', session: '34' })
  await world.texts(bill, [textOf('bill', `Section 3. ${law}`)])
  await world.texts(twin, [textOf('twin', law, sentence('swarm', 10))])
  await world.texts(away, [textOf('away', law)])
  await fill()
})

describe('GET /v1/bills/{id}/copycats', () => {
  it('lists models first, then bills of other places, then bills of the same place', async () => {
    const { data, coverage, method_version } = await listOf(bill)
    expect(coverage).toEqual({ status: 'complete', reason: null })
    expect(method_version).toBe(2)
    expect(data).toMatchObject([
      {
        id: `model:${model.id}`,
        source: 'model',
        title: 'Hive Act',
        publisher: 'Bee Society',
        url: 'https://bees.example/1',
        published_on: '2019-05',
        bill: null,
        family_size: 2,
        matched_words: 120,
        longest_run: 120,
        band: 'substantial',
        earlier: 'other',
      },
      {
        id: `bill:${away.id}`,
        source: 'bill',
        publisher: 'Alaska',
        url: null,
        bill: { id: away.id, ocd_id: away.ocd_id, session: '34' },
        family_size: 1,
        earlier: 'unknown',
      },
      { id: `bill:${twin.id}`, publisher: 'Washington', bill: { identifier: 'SB 5' } },
    ])
  })

  it('quotes the shared words at their places in the stored text', async () => {
    const { data } = await listOf(bill)
    const [span, ...more] = data[0].spans
    expect(more).toEqual([])
    expect(span.this.section).toBe('3')
    const text = [...textOf('bill', `Section 3. ${law}`)].slice(span.this.start, span.this.end).join('')
    expect(`${text}.`).toBe(law)
    expect(law.startsWith(span.excerpt.replace(/ …$/u, ''))).toBe(true)
  })

  it('a page is continued by its cursor, and says no item twice', async () => {
    const all = idsIn(await listOf(bill))
    const first = await listOf(bill, '?limit=2')
    const second = await listOf(bill, `?limit=2&cursor=${first.next_cursor}`)
    expect([...idsIn(first), ...idsIn(second)]).toEqual(all)
    expect(second.next_cursor).toBeNull()
  })

  it('says why a list is empty or not whole', async () => {
    const { story } = world
    const bare = story.bill()
    const late = story.bill()
    await world.texts(late, [textOf('late')])
    await fill()
    await world.texts(late, [textOf('late'), textOf('late, amended')])
    const lost = story.bill()
    await world.project()
    expect((await listOf(bare)).coverage).toEqual({ status: 'missing', reason: 'no_text' })
    expect(await listOf(late)).toMatchObject({
      data: [],
      coverage: { status: 'missing', reason: 'not_compared' },
    })
    await world.texts(lost, [textOf('lost')], { isLost: true })
    await fill()
    expect((await listOf(lost)).coverage).toEqual({ status: 'missing', reason: 'text_unreadable' })
  })

  it('an item changes if the text of either bill changes, and updated_since gives it again', async () => {
    const { through } = await listOf(bill)
    await world.texts(away, [textOf('away', law), textOf('away', law, sentence('more', 5))])
    await fill()
    const since = await listOf(bill, `?updated_since=${through}`)
    expect(idsIn(since)).toEqual([`bill:${away.id}`])
  })

  it('a bill that does not exist is not found', async () => {
    const answer = await world.api.get('/v1/bills/999999/copycats')
    expect(answer.statusCode).toBe(404)
  })

  it('without models it compares bills only, and without its tables it says that nothing is compared', async () => {
    const other = await createSearchWorld()
    const one = other.story.bill()
    await other.texts(one, [textOf('one', law)])
    await other.project()
    const { database } = other.test
    await fillWorld(other)
    const read = async () => (await other.api.get(`/v1/bills/${one.id}/copycats`)).json().coverage
    expect(await read()).toEqual({ status: 'partial', reason: 'no_models' })
    await database.query('DROP TABLE derive.shared_text')
    expect(await read()).toEqual({ status: 'missing', reason: 'not_compared' })
  })
})
