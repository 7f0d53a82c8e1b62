import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../api/accounts/tokens/token-text.ts'
import { createLog } from '../../../runtime/log.ts'
import { type BuiltBill, contextOf, idsOf } from '../../support/builders/event-builder.ts'
import { emitScorecard, scorecardItem, scorecardMember } from '../../support/builders/scorecards.ts'
import { createWidgetWorld, SITE, type WidgetWorld } from '../../support/widgets/widget-world.ts'

const lines: string[] = []
let world: WidgetWorld
let bills: BuiltBill[]
let adaId: number

beforeAll(async () => {
  const log = createLog('api', 'trace', { write: (line) => void lines.push(line) })
  world = await createWidgetWorld({
    log,
    settings: { visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 },
  })
  const { story } = world
  bills = [story.bill({ title: 'School meals' }), story.bill({ title: 'Bees' }), story.bill(), story.bill()]
  story.action(bills[0]!, { date: '2026-02-01', description: 'Passed' })
  story.action(bills[1]!, { date: '2026-03-01', description: 'Referred' })
  story.emit('bill.merged', {
    ...idsOf(bills[2]!),
    bill: contextOf(bills[2]!),
    into: idsOf(bills[0]!),
  })
  await world.projected.apply(story.take())
  adaId = (await world.api.get('/v1/legislators?q=ada')).json().data[0].id
})

const idsShown = async (url: string) =>
  (await world.visit(url)).json().bills.map(({ id }: { id: number }) => id)

describe('GET /v1/widgets/{type}/{token}', () => {
  it('shows chosen bills in their order, with the chosen columns and nothing else', async () => {
    const [meals, bees, merged] = bills.map(({ id }) => id)
    const shows = { bill_ids: [bees!, merged!, meals!] }
    const { url } = await world.make({ type: 'bill-grid', shows, columns: ['title', 'latest_action'] })
    const answer = await world.visit(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      type: 'bill-grid',
      name: 'Our bills',
      origins: [SITE],
      theme: { accent: '#0a58ca', background: '#ffffff', text: '#1b1f24' },
      columns: ['title', 'latest_action'],
      bills: [
        {
          id: bees,
          removed: false,
          title: 'Bees',
          latest_action: { date: '2026-03-01', description: 'Referred' },
        },
        expect.objectContaining({ id: meals, title: 'School meals' }),
      ],
      legislator: null,
      scorecard: null,
      takes_leads: false,
    })
  })

  it('shows bills of a search, the latest action first, up to its limit', async () => {
    const { url } = await world.make({ limit: 2 })
    expect(await idsShown(url)).toEqual([bills[1]!.id, bills[0]!.id])
    const found = await world.make({ type: 'bill-grid', shows: { search: { q: 'meals' } } })
    expect(await idsShown(found.url)).toEqual([bills[0]!.id])
  })

  it('shows the bills of a sheet, and what is written about them only if it is chosen', async () => {
    const ids = bills.slice(0, 2).map(({ id }) => id)
    const sheet = (await world.call('POST', '/v1/bill_sheets', { name: 'Ours' })).json()
    const secret = { position: 'oppose', priority: 'high', note: 'a secret note', tags: ['secret-tag'] }
    const items = [{ bill_id: ids[0], ...secret }, { bill_id: ids[1] }]
    await world.call('POST', `/v1/bill_sheets/${sheet.id}/items`, { items })
    const made = await world.make({ type: 'bill-grid', shows: { sheet_id: sheet.id } })
    expect(await idsShown(made.url)).toEqual([ids[1], ids[0]])
    expect((await world.visit(made.url)).body).not.toMatch(/oppose|high|secret/)
    await world.call('PATCH', `/v1/widgets/${made.id}`, { columns: ['identifier', 'position'] })
    const chosen = await world.visit(made.url)
    expect(chosen.json().bills).toContainEqual({
      id: ids[0],
      removed: false,
      identifier: bills[0]!.identifier,
      position: 'oppose',
    })
    expect(chosen.body).not.toMatch(/high|secret/)
    const other = await world.api.issue({ account: 'thief', scopes: ['sheets'] })
    const stolen = { type: 'bill-grid', name: 'x', origins: [SITE], shows: { sheet_id: sheet.id } }
    const refused = await world.call('POST', '/v1/widgets', stolen, other)
    expect(refused.json().detail).toContain('the account has no such bill sheet')
    await world.call('DELETE', `/v1/bill_sheets/${sheet.id}`)
    world.clock.advance(10_001)
    expect(await idsShown(made.url)).toEqual([])
  })

  it('shows activity, one bill, and a legislator', async () => {
    const ids = bills.slice(0, 2).map(({ id }) => id)
    const activity = await world.make({ type: 'activity', shows: { bill_ids: ids } })
    expect(await idsShown(activity.url)).toEqual([ids[1], ids[0]])
    const one = await world.make({ type: 'bill', shows: { bill_ids: [ids[0]!] } })
    expect(await idsShown(one.url)).toEqual([ids[0]])
    const person = await world.make({ type: 'legislator', shows: { legislator_id: adaId } })
    expect((await world.visit(person.url)).json().legislator).toMatchObject({
      id: adaId,
      name: 'Ada Senator',
    })
  })

  it('shows the highest scores of a published scorecard, until it is taken back', async () => {
    const members = [
      scorecardMember('Alder', { marks: ['against'] }),
      scorecardMember('Birch', { marks: ['for'] }),
      scorecardMember('Cedar', { marks: ['out_of_office'] }),
    ]
    const card = emitScorecard(world.story, { items: [scorecardItem('1')], members })
    await world.projected.apply(world.story.take())
    const shows = { scorecard_id: card.id }
    const { url } = await world.make({ type: 'scorecard', shows, limit: 2 })
    const { scorecard, bills: none } = (await world.visit(url)).json()
    expect(none).toEqual([])
    expect(scorecard).toMatchObject({
      id: card.id,
      page_url: expect.stringMatching(new RegExp(`^http.*/scorecards/${card.id}$`)),
      scores: [
        { name: 'Birch', legislator_id: null, score: 100, rank: 1 },
        { name: 'Alder', score: 0, rank: 2 },
      ],
    })
    world.story.emit('scorecard.removed', { ...card, reason: 'withdrawn' })
    await world.projected.apply(world.story.take())
    world.clock.advance(10_001)
    expect((await world.visit(url)).json().scorecard).toBeNull()
    const gone = { type: 'scorecard', name: 'x', origins: [SITE], shows }
    const refused = await world.call('POST', '/v1/widgets', gone)
    expect(refused.json().detail).toContain(
      `shows.scorecard_id is ${card.id}, which is no published scorecard`,
    )
  })

  it('needs no other token, is kept by caches for a minute, and answers 304', async () => {
    const { url } = await world.make()
    const answer = await world.visit(url)
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=60', etag: expect.any(String) })
    const again = await world.visit(url, { headers: { 'if-none-match': String(answer.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('shows a change of its settings at once, and new data after ten seconds', async () => {
    const { url, id } = await world.make({ type: 'bill', shows: { bill_ids: [bills[3]!.id] } })
    const titleOf = async () => (await world.visit(url)).json().bills[0].title
    const before = await titleOf()
    world.story.update(bills[3]!, { title: 'Amended' })
    await world.projected.apply(world.story.take())
    expect(await titleOf()).toBe(before)
    world.clock.advance(10_001)
    expect(await titleOf()).toBe('Amended')
    await world.call('PATCH', `/v1/widgets/${id}`, { columns: ['status'] })
    expect(await titleOf()).toBeUndefined()
  })

  it('answers the same 404 for a guessed, a mistyped, a revoked token and another type', async () => {
    const { token, id } = await world.make()
    const revoked = await world.make()
    await world.call('POST', `/v1/widgets/${revoked.id}/revoke`)
    const paths = [
      `/v1/widgets/bill-grid/${createToken('wgt_')}`,
      `/v1/widgets/bill-grid/${createToken('lgl_')}`,
      `/v1/widgets/bill-grid/${token.slice(0, -1)}`,
      `/v1/widgets/bill-grid/${'x'.repeat(300)}`,
      `/v1/widgets/bill-grid/${id}`,
      `/v1/widgets/bill/${token}`,
      `/v1/widgets/nothing/${token}`,
      `/v1/widgets/find-your-rep/${token}`,
      revoked.url,
    ]
    const answers = await Promise.all(paths.map((path) => world.visit(path)))
    const told = answers.map((answer) => {
      const { request_id, instance, ...rest } = answer.json()
      return { ...rest, cache: answer.headers['cache-control'] }
    })
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(told[0]).toMatchObject({ status: 404, code: 'not_found', cache: 'no-store' })
  })

  it('does not count in the minute or the calls of the account', async () => {
    const api = await createWidgetWorld({ settings: { rate_limits: 'free=5' } })
    const { url } = await api.make()
    for (let turn = 0; turn < 8; turn += 1) expect((await api.visit(url)).statusCode).toBe(200)
    const usage = (await api.call('GET', '/v1/analytics/usage')).json()
    expect(usage.requests.minute.used).toBe(2)
  })
})

describe('the origin of a request', () => {
  const from = (origin: string, more: object = {}) => ({ headers: { origin, ...more } })

  it('is named in the answer if it may embed the widget, and varies the answer', async () => {
    const { url } = await world.make()
    const answer = await world.visit(url, from(SITE))
    expect(answer.headers['access-control-allow-origin']).toBe(SITE)
    expect(answer.headers.vary).toContain('Origin')
    const plain = await world.visit(url)
    expect(plain.headers['access-control-allow-origin']).toBeUndefined()
    expect(plain.headers.vary).toContain('Origin')
  })

  it.each([
    'https://evil.example',
    'null',
    'https://www.alpha.example.evil.example',
    'http://www.alpha.example',
  ])('is refused if it is %s', async (origin) => {
    const { url } = await world.make()
    const answer = await world.visit(url, from(origin))
    expect(answer.json()).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('decides the answer to a preflight', async () => {
    const { url } = await world.make({ type: 'find-your-rep' })
    const ask = (origin: string) =>
      world.visit(url, { method: 'OPTIONS', ...from(origin, { 'access-control-request-method': 'POST' }) })
    const allowed = await ask(SITE)
    expect(allowed.statusCode).toBe(204)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET, HEAD, POST',
    })
    const refused = await ask('https://evil.example')
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  })
})

it('the log and the metrics contain no token of a widget and no address of a lookup', async () => {
  const { url, token } = await world.make({ type: 'find-your-rep' })
  await world.visit(url)
  await world.visit(`${url}/nothing`)
  await world.visit(url, { method: 'POST', payload: { address: 'xylophone' } })
  await world.visit(`/v1/widgets/bill/${token}`)
  const metrics = (await world.api.app.inject('/metrics')).body
  const text = lines.join('')
  expect(text).toContain('/v1/widgets/:type/:token')
  expect(metrics).toContain('/v1/widgets/:type/:token')
  for (const kept of [text, metrics]) expect(kept).not.toMatch(/wgt_[0-9A-Za-z]|xylophone/)
})
