import { beforeAll, describe, expect, it } from 'vitest'
import { fillSimilar } from '../../../derive/similar/service/fill-similar.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createConceptEmbedder } from '../../support/derive/concept-embedder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const place = (state: string) => `ocd-division/country:us/state:${state}`
const TITLE = 'An act relating to the licensing of beekeepers and apiaries'

let test: TestDatabase
let api: TestApi
let projected: ProjectedSchema
let own: BuiltBill
let companion: BuiltBill
let earlier: BuiltBill
let same: BuiltBill
let others: BuiltBill[]
let alone: BuiltBill
const story = new EventBuilder()

async function project(): Promise<void> {
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
}

const fill = (embedder?: ReturnType<typeof createConceptEmbedder>) =>
  fillSimilar({
    database: test.database,
    embedder,
    memory: { state: undefined },
    signal: new AbortController().signal,
  })

beforeAll(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  const bill = (state: string, title: string, more: object = {}) =>
    story.bill({ jurisdiction: place(state), title, subjects: ['Agriculture'], ...more })
  own = bill('wa', TITLE, { subjects: ['Agriculture', 'Insects'] })
  companion = bill('wa', `${TITLE}.`, { chamber: 'upper' })
  earlier = bill('wa', TITLE, { session: '2023-2024' })
  same = bill('wa', 'Fees of beekeepers and apiaries')
  const titles = ['Licensing of beekeepers', 'Beekeepers, apiaries and their licensing', 'Beekeepers']
  others = ['or', 'or', 'or', 'or', 'ny'].map((state, at) =>
    bill(state, `${titles[at % titles.length]} in part ${at}`, { subjects: ['agriculture'] }),
  )
  alone = bill('tx', 'Dams', { subjects: [] })
  await project()
  api = await createTestApi(test)
})

type Item = {
  readonly id: number
  readonly relation: string
  readonly bill: { readonly jurisdiction: string }
}

const similarTo = async ({ id }: BuiltBill, query = '') => {
  const answer = await api.get(`/v1/bills/${id}/similar${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...answer.json(), through: String(answer.headers['x-sync-through']) }
}
const idsIn = ({ data }: { data: Item[] }) => data.map(({ id }) => id)
const relationsIn = ({ data }: { data: Item[] }) => data.map(({ relation }) => relation)

describe('GET /v1/bills/{id}/similar', () => {
  it('says that the list is pending before it is made', async () => {
    expect(await similarTo(own)).toMatchObject({
      data: [],
      next_cursor: null,
      coverage: { status: 'pending', reason: 'The list of this bill is not made yet.' },
      method: { name: 'words', version: 2, embedder: null },
    })
  })

  it('lists bills of other jurisdictions with their reasons, best first', async () => {
    await fill()
    const found = await similarTo(own)
    expect(idsIn(found).toSorted()).toEqual(others.map(({ id }) => id).toSorted())
    const [best] = found.data
    expect(best).toMatchObject({
      id: best.bill.id,
      ocd_id: best.bill.ocd_id,
      relation: 'similar',
      same_text: false,
      reasons: { shared_subjects: ['Agriculture'], cosine: null },
      shared_passage: null,
    })
    expect(best.reasons.shared_terms).toContain('beekeeper')
    const scores = found.data.map(({ score }: { score: number }) => score)
    expect(scores[0]).toBe(Math.max(...scores))
    expect(found).toMatchObject({ coverage: { status: 'complete', reason: null } })
  })

  it('begins with at most three bills of one jurisdiction, while there are others', async () => {
    const { data } = await similarTo(own)
    const places = data.slice(0, 4).map(({ bill }: Item) => bill.jurisdiction)
    expect(places.filter((one: string) => one === place('or'))).toHaveLength(3)
    expect(places).toContain(place('ny'))
  })

  it('shows companions and reintroductions of the same jurisdiction after the similar bills, with their relation', async () => {
    const found = await similarTo(own, '?scope=same')
    expect(idsIn(found)[0]).toBe(same.id)
    expect(relationsIn(found)).toEqual(['similar', ...relationsIn(found).slice(1).toSorted().toSorted()])
    expect(found.data.find(({ id }: Item) => id === companion.id)).toMatchObject({ relation: 'companion' })
    expect(found.data.find(({ id }: Item) => id === earlier.id)).toMatchObject({ relation: 'reintroduction' })
    expect((await similarTo(own)).data.every(({ relation }: Item) => relation === 'similar')).toBe(true)
  })

  it('lists both with scope=all, other jurisdictions first', async () => {
    const { data } = await similarTo(own, '?scope=all')
    const isOwn = data.map(({ bill }: Item) => bill.jurisdiction === place('wa'))
    expect(isOwn).toEqual([...others.map(() => false), true, true, true])
  })

  it('is walked page by page, and a cursor is valid only with its scope', async () => {
    const first = await similarTo(own, '?limit=2')
    const second = await similarTo(own, `?limit=200&cursor=${first.next_cursor}`)
    expect([...idsIn(first), ...idsIn(second)]).toEqual(idsIn(await similarTo(own)))
    const wrong = await api.get(`/v1/bills/${own.id}/similar?limit=2&scope=all&cursor=${first.next_cursor}`)
    expect(wrong.statusCode).toBe(400)
  })

  it('sends an item to a reader of changes if one of the two bills changed', async () => {
    const { through } = await similarTo(own)
    expect((await similarTo(own, `?updated_since=${through}`)).data).toEqual([])
    story.update(others[4]!, { title: 'Licensing of beekeepers in all counties', subjects: ['agriculture'] })
    await project()
    await fill()
    expect(idsIn(await similarTo(own, `?updated_since=${through}`))).toEqual([others[4]!.id])
  })

  it('leaves out a bill that was removed, at once', async () => {
    const gone = others[3]!
    story.emit('bill.removed', { ...idsOf(gone), bill: contextOf(gone), reason: 'gone' })
    await project()
    expect(idsIn(await similarTo(own))).not.toContain(gone.id)
  })

  it('answers an empty list if nothing is similar, and 404 for an unknown bill', async () => {
    expect(await similarTo(alone)).toMatchObject({ data: [], coverage: { status: 'complete' } })
    expect((await api.get('/v1/bills/999999/similar')).statusCode).toBe(404)
    expect((await api.get(`/v1/bills/${own.id}/similar?scope=near`)).statusCode).toBe(400)
  })

  it('names the model whose vectors were compared', async () => {
    await fill(createConceptEmbedder())
    const found = await similarTo(own)
    expect(found.method).toEqual({ name: 'words_and_vectors', version: 2, embedder: 'concepts 1' })
    expect(found.data[0].reasons.cosine).toEqual(expect.any(Number))
  })

  it('answers without the tables of derived content', async () => {
    await test.database.query('DROP SCHEMA derive CASCADE')
    expect(await similarTo(own)).toMatchObject({ data: [], coverage: { status: 'pending' } })
  })
})
