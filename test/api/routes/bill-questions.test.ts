import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { createTestApi } from '../../support/api/test-api.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { createChatServer } from '../../support/fakes/chat-server.ts'

type Asked = {
  readonly data: readonly {
    readonly id: number
    readonly matched_by: readonly string[]
    readonly passage: { readonly part: string; readonly text: string } | null
    readonly why: { readonly terms: readonly string[]; readonly synonyms: readonly string[] }
  }[]
  readonly next_cursor: null
  readonly interpreted: {
    readonly filters: Readonly<Record<string, unknown>>
    readonly terms: readonly string[]
    readonly synonyms: readonly string[]
    readonly ignored: readonly string[]
  }
  readonly answer: null
  readonly method: { readonly ranking: readonly string[]; readonly no_answer: string | null }
}

const WA = 'ocd-division/country:us/state:wa'
const OH = 'ocd-division/country:us/state:oh'

let world: SearchWorld
let votingAge: BuiltBill
let schoolBoards: BuiltBill
let ohioDrones: BuiltBill
let checkpoints: BuiltBill
let honored: BuiltBill

beforeAll(async () => {
  world = await createSearchWorld()
  const { story } = world
  const bill = (identifier: string, title: string, more: object = {}) =>
    story.bill({ identifier, title, jurisdiction: WA, introduced_on: '2026-02-01', ...more })
  votingAge = bill('HB 1', 'Lowering the voting age for local elections to 16', {
    abstracts: [{ abstract: 'Teens of 16 years may vote in local elections.', note: '' }],
  })
  schoolBoards = bill('HB 2', 'Elections of school boards')
  ohioDrones = bill('SB 3', 'Drones over prisons', { jurisdiction: OH, introduced_on: '2025-03-01' })
  checkpoints = bill('HB 4', 'Driving under the influence', { subjects: ['Traffic'] })
  honored = bill('SR 5', 'Congratulating teens who vote in local elections', {
    classification: ['resolution'],
  })
  bill('HB 6', 'Fees of ferries')
  await world.project()
})

async function ask(question: string, more: Readonly<Record<string, string>> = {}): Promise<Asked> {
  const answer = await world.api.get(`/v1/bills/ask?${new URLSearchParams({ question, ...more })}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers.etag).toBeUndefined()
  return answer.json<Asked>()
}
const idsFor = async (question: string, more = {}) => (await ask(question, more)).data.map(({ id }) => id)

describe('GET /v1/bills/ask', () => {
  it('finds bills with any word of the question, those with more and rarer words first', async () => {
    const { data, method, answer, next_cursor } = await ask('let teens vote in local elections')
    expect(data.map(({ id }) => id)).toEqual([votingAge.id, schoolBoards.id])
    expect(data[0]).toMatchObject({
      matched_by: ['words'],
      why: {
        terms: expect.arrayContaining(['teens', 'local', 'elections']),
        words_rank: 1,
        vectors_rank: null,
      },
      passage: { part: 'abstract', text: 'Teens of 16 years may vote in local elections.' },
    })
    expect({ method: method.ranking, answer, next_cursor }).toEqual({
      method: ['words'],
      answer: null,
      next_cursor: null,
    })
  })

  it('leaves out bills that honor somebody', async () => {
    expect(await idsFor('teens vote')).not.toContain(honored.id)
  })

  it('finds synonyms, and says so', async () => {
    const { data, interpreted } = await ask('DUI')
    expect(data.map(({ id }) => id)).toEqual([checkpoints.id])
    expect(data[0]?.why).toMatchObject({ terms: [], synonyms: ['driving under the influence'] })
    expect(interpreted.synonyms).toContain('driving under the influence')
  })

  it('reads conditions, and says which', async () => {
    const { data, interpreted } = await ask('show me bills about drones in Ohio from 2025')
    expect(data.map(({ id }) => id)).toEqual([ohioDrones.id])
    expect(interpreted).toMatchObject({
      filters: { jurisdictions: [OH], years: [2025] },
      terms: ['drones'],
      ignored: ['show', 'bills'],
    })
    expect(await idsFor('drones in Washington')).toEqual([])
  })

  it('lists the newest bills if the question has only conditions', async () => {
    const { data, method } = await ask('bills introduced in Ohio')
    expect(data.map(({ id }) => id)).toEqual([ohioDrones.id])
    expect(data[0]?.matched_by).toEqual([])
    expect(method.ranking).toEqual([])
  })

  it('finds the bill whose number is in the question, whatever its other words', async () => {
    expect(await idsFor('is HB 4 in Washington about drunk people?')).toEqual([checkpoints.id])
  })

  it('prefers a parameter to the question', async () => {
    expect(await idsFor('drones in Washington', { jurisdiction: 'oh' })).toEqual([ohioDrones.id])
  })

  it('takes the question as q too, and as many bills as asked for', async () => {
    const answer = await world.api.get('/v1/bills/ask?q=elections&limit=1')
    expect(answer.json<Asked>().data).toHaveLength(1)
  })

  it.each([
    ['', 'question is missing'],
    ['question=', 'question is'],
    ['question=%20', 'question is'],
    ['q=', 'q is'],
    ['question=drones&q=drones', 'give one of the two'],
    ['question=drones&limit=201', 'limit is not one that can be used'],
  ])('refuses ?%s', async (query, detail) => {
    const answer = await world.api.get(`/v1/bills/ask?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining(detail),
    })
  })
})

describe('an answer of a model', () => {
  it('is null unless it is asked for and a model is configured', async () => {
    expect((await ask('elections')).method).toMatchObject({ no_answer: 'not_asked' })
    expect((await ask('elections', { answer: 'true' })).method).toMatchObject({ no_answer: 'no_model' })
  })

  it('cites the bills that were found, and is written once for the same question', async () => {
    const server = await createChatServer()
    const api = await createTestApi(world.test, {
      settings: { model_url: server.url, model_name: 'small-1' },
    })
    const quote = 'Teens of 16 years may vote'
    server.play({
      kind: 'says',
      tokens: 50,
      content: {
        sentences: [
          { text: 'Teens of 16 years may vote in local elections.', citations: [{ section: 's1', quote }] },
        ],
        not_stated: [],
      },
    })
    const url = '/v1/bills/ask?question=may%20teens%20vote%3F&answer=true'
    const { answer, method } = (await api.get(url)).json()
    expect(answer.sentences[0].citations).toEqual([{ bill_id: votingAge.id, quote }])
    expect(answer.model).toBe('small-1')
    expect(method.no_answer).toBeNull()
    expect((await api.get(url)).json().answer).toEqual(answer)
    expect(server.count()).toBe(1)
  })

  it('is null if the account has no tokens left', async () => {
    const server = await createChatServer()
    const settings = { model_url: server.url, model_name: 'small-1', answer_tokens_per_day: 0 }
    const api = await createTestApi(world.test, { settings })
    const { answer, method } = (await api.get('/v1/bills/ask?question=elections&answer=true')).json()
    expect({ answer, no_answer: method.no_answer }).toEqual({ answer: null, no_answer: 'budget_used_up' })
    expect(server.count()).toBe(0)
  })
})

it('a question is in no log and no metric, even if the request fails', async () => {
  const lines: string[] = []
  const log = createLog('api', 'trace', { write: (line) => void lines.push(line) })
  const api = await createTestApi(world.test, { log, settings: { metrics_private: false } })
  const secret = 'zyzzyva'
  await api.get(`/v1/bills/ask?question=${secret}`)
  const refused = await api.get(`/v1/bills/ask?question=${secret}&q=${secret}`)
  expect(refused.body).not.toContain(secret)
  await world.test.database.query(`ALTER TABLE ${world.projected.name}.bill_words RENAME TO hidden`)
  try {
    expect((await api.get(`/v1/bills/ask?question=${secret}`)).statusCode).toBeGreaterThanOrEqual(500)
  } finally {
    await world.test.database.query(`ALTER TABLE ${world.projected.name}.hidden RENAME TO bill_words`)
  }
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).not.toContain(secret)
  expect((await api.app.inject('/metrics')).body).not.toContain(secret)
})
