import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let token: string
let other: string
let reader: string

const wanted = {
  title: 'Ours',
  organization: { name: 'Friends of Bees' },
  jurisdiction: 'Washington',
  sessions: ['2025-2026'],
  policies: { absent: 'half' },
  items: [{ bill_identifier: 'HB 12', position: 'yes', weight: 3, title: 'Hives' }],
  note: 'ask the board first',
}

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const bill = story.bill({ identifier: 'HB 12' })
  const alder = story.person('Ada Alder', { start_date: '2025-01-01', end_date: null })
  story.match('Alder', alder)
  story.vote(bill, [['Alder', 'yes']], { start_date: '2026-02-10' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
  token = await api.issue({ account: 'bees', scopes: ['read', 'scorecards'] })
  other = await api.issue({ account: 'wasps', scopes: ['read', 'scorecards'] })
  reader = await api.issue({ account: 'bees', scopes: ['read'] })
})

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, as = token) =>
  api.app.inject({
    method,
    url: `/v1/scorecards${path}`,
    headers: { authorization: `Bearer ${as}` },
    ...(payload === undefined ? {} : { payload }),
  })
async function create(more: object = {}): Promise<number> {
  const answer = await call('POST', '', { ...wanted, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const requests = async () =>
  (
    await test.database.query<{ scorecard_id: number; body: string }>(
      'SELECT scorecard_id, body::text AS body FROM ingest.scorecard_request ORDER BY id',
    )
  ).rows

describe('a scorecard of an account', () => {
  it('is private, has scores at once, and exists for nobody else', async () => {
    const id = await create()
    expect((await call('GET', `/${id}`)).json()).toMatchObject({
      id,
      title: 'Ours',
      jurisdiction: 'ocd-division/country:us/state:wa',
      policies: { absent: 'half', excused: 'exclude' },
      items: [{ id: '1', kind: 'vote', session: '2025-2026', weight: 3 }],
      own: { visibility: 'private', note: 'ask the board first', published_at: null },
    })
    expect((await call('GET', `/${id}/scores`)).json().data).toMatchObject([
      { legislator: { name: 'Ada Alder' }, points: 6, possible: 6, score: 100 },
    ])
    for (const as of [other, reader]) {
      for (const path of [`/${id}`, `/${id}/scores`]) {
        expect((await call('GET', path, undefined, as)).statusCode, path).toBe(404)
      }
    }
    expect(await requests()).toEqual([])
  })

  it('is in the list of its account alone, and leaves a tombstone without its words', async () => {
    const id = await create({ title: 'Short-lived' })
    const own = async (query = '') => (await call('GET', `?own=true${query}`)).json().data
    expect((await own()).find((one: { id: number }) => one.id === id)).toMatchObject({
      own: { visibility: 'private' },
    })
    expect((await call('GET', '?own=true', undefined, other)).json().data).toEqual([])
    expect((await call('GET', '?own=true', undefined, reader)).statusCode).toBe(403)
    expect((await call('GET', '?own=true&method=computed')).json()).toMatchObject({
      code: 'invalid_parameter',
    })
    expect((await call('GET', '')).json().data).toEqual([])
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
    expect((await call('GET', `/${id}`)).statusCode).toBe(404)
    const { rows } = await test.database.query(
      'SELECT s::text AS text FROM account.scorecard s WHERE id = $1',
      [id],
    )
    expect(rows[0]!.text).not.toMatch(/Short-lived|Hives|board/u)
  })

  it('changes by the members that are sent', async () => {
    const id = await create()
    const changed = await call('PATCH', `/${id}`, { policies: { min_votes: 2 }, note: '' })
    expect(changed.json()).toMatchObject({
      title: 'Ours',
      policies: { absent: 'half', min_votes: 2 },
      items: [{ weight: 3 }],
      own: { note: '' },
    })
    expect((await call('PATCH', `/${id}`, { title: 'taken' }, other)).statusCode).toBe(404)
  })

  it('is handed to ingest when it is published, without its note, and taken back', async () => {
    const id = await create({ title: 'Public' })
    expect((await call('POST', `/${id}/publish`)).json()).toMatchObject({ own: { visibility: 'public' } })
    expect((await call('POST', `/${id}/unpublish`)).json()).toMatchObject({ own: { visibility: 'private' } })
    expect((await call('POST', `/${id}/unpublish`)).statusCode).toBe(200)
    const [published, removed, ...more] = (await requests()).filter(({ scorecard_id }) => scorecard_id === id)
    expect(more).toEqual([])
    expect(JSON.parse(published!.body)).toMatchObject({
      scorecard: { title: 'Public', items: [{ weight: 3 }] },
    })
    expect(published!.body).not.toContain('board')
    expect(JSON.parse(removed!.body)).toEqual({ removed: 'unpublished by its organization' })
  })

  it.each([
    ['jurisdiction', { jurisdiction: 'Atlantis' }],
    ['items.0.session', { sessions: ['1', '2'] }],
    ['items.0.vote_ocd_id', { items: [{ position: 'yes', title: 'Nothing' }] }],
    ['items.0.chamber', { items: [{ roll_call: '7', position: 'yes', title: 'Which?' }] }],
    ['items.1.id', { items: [{ ...wanted.items[0], id: '2' }, wanted.items[0]] }],
    ['members.0.marks', { members: [{ name: 'Alder', marks: [] }] }],
    ['published_on', { published_on: '2026-02-30' }],
    ['items', { method: 'computed', items: [] }],
  ])('is refused with a wrong %s, which the answer names', async (place, wrong) => {
    const answer = await call('POST', '', { ...wanted, ...wrong })
    expect(answer.json(), answer.body).toMatchObject({ status: 400, code: 'invalid_body' })
    expect(answer.json().detail).toMatch(new RegExp(`^${place.replaceAll('.', '\\.')} is `, 'u'))
  })

  it('is refused if an unknown policy could change scores', async () => {
    const answer = await call('POST', '', { ...wanted, policies: { absnt: 'half' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toContain('absnt')
  })
})
