import { beforeAll, describe, expect, it } from 'vitest'
import { createWidgetWorld, MATCHING, type WidgetWorld } from '../../support/widgets/widget-world.ts'

let world: WidgetWorld

beforeAll(async () => {
  world = await createWidgetWorld({ settings: { visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 } })
})

describe('POST /v1/widgets/find-your-rep/{token}', () => {
  const post = (url: string, address: string, headers = {}) =>
    world.visit(url, { method: 'POST', payload: { address }, headers })
  const used = async () => (await world.usageOf(world.token)).used

  it('spends a lookup of the account for a match, and shows no more than officials and districts', async () => {
    const { url } = await world.make({ type: 'find-your-rep' })
    const before = await used()
    const answer = await post(url, MATCHING)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      matched: true,
      geographies: { upper_district: '22' },
      representatives: [{ name: 'Ada Senator' }],
      divisions: expect.arrayContaining([
        expect.objectContaining({ division_id: 'ocd-division/country:us/state:wa/sldl:22' }),
      ]),
    })
    expect(Object.keys(answer.json())).not.toContain('point')
    expect(await used()).toBe(before + 1)
    const missed = await post(url, 'nowhere')
    expect(missed.json()).toMatchObject({ matched: false, reason: 'not_found' })
    expect(await used()).toBe(before + 1)
    expect(await world.pending()).toBe(0)
  })

  it('refuses a foreign origin before anything is spent', async () => {
    const { url } = await world.make({ type: 'find-your-rep' })
    const asked = world.places.asked.length
    expect((await post(url, MATCHING, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect(world.places.asked).toHaveLength(asked)
  })

  it('never goes over the cap of a day, however many ask at a time, and is open again tomorrow', async () => {
    const { url } = await world.make({ type: 'find-your-rep', lookups: { daily_cap: 3 } })
    const before = await used()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, MATCHING)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    const refused = answers.find(({ statusCode }) => statusCode === 429)!
    expect(refused.json()).toMatchObject({
      code: 'widget_lookup_cap',
      detail: expect.stringContaining('tomorrow'),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await used()).toBe(before + 3)
    world.clock.advance(86_400_000)
    expect((await post(url, MATCHING)).statusCode).toBe(200)
  })

  it('uses bought lookups only if the account says so', async () => {
    const { database } = world.test
    const token = await world.api.issue({ account: 'bought', tier: 'free', scopes: ['read', 'sheets'] })
    await database.query(
      `WITH a AS (SELECT id FROM account.account WHERE name = 'bought'), b AS (
         INSERT INTO account.credit_balance (account_id, balance) SELECT id, 2 FROM a)
       INSERT INTO account.lookup_month (account_id, month, used) SELECT id, $1, 1000 FROM a`,
      [`${world.clock.now().toISOString().slice(0, 7)}-01`],
    )
    const { url, id } = await world.make({ type: 'find-your-rep' }, token)
    expect((await post(url, MATCHING)).json()).toMatchObject({ code: 'widget_lookup_cap' })
    await world.call('PATCH', `/v1/widgets/${id}`, { lookups: { use_credits: true } }, token)
    expect((await post(url, MATCHING)).statusCode).toBe(200)
    expect((await world.usageOf(token)).balance).toBe(1)
  })

  it('refuses an address in the query, and shows no value of a body that it refuses', async () => {
    const { url } = await world.make({ type: 'find-your-rep' })
    const query = await world.visit(`${url}?address=secret`)
    expect(query.statusCode).toBe(400)
    const body = await world.visit(url, { method: 'POST', payload: { address: ['xylophone'] } })
    expect(body.statusCode).toBe(400)
    expect(body.body).not.toContain('xylophone')
  })
})

describe('limits of visitors', () => {
  it('count each address and each widget by itself', async () => {
    const limited = await createWidgetWorld({
      settings: {
        visitor_requests_a_minute: 3,
        widget_requests_a_minute: 5,
        visitor_forms_a_minute: 1,
        trusted_proxies: ['10.9.9.9'],
      },
    })
    const { url } = await limited.make({ type: 'find-your-rep' })
    const visit = async (remoteAddress: string) => (await limited.visit(url, { remoteAddress })).statusCode
    const here = [
      await visit('10.0.0.1'),
      await visit('10.0.0.1'),
      await visit('10.0.0.1'),
      await visit('10.0.0.1'),
    ]
    expect(here).toEqual([200, 200, 200, 429])
    const page = await limited.visit('/pages/our-bills', { remoteAddress: '10.0.0.1' })
    expect(page.statusCode).toBe(429)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': expect.stringMatching(/^\d+$/),
    })
    expect(page.body).toContain('One address may make 3 of these requests per minute.')
    const elsewhere = await limited.visit('/pages/our-bills', { remoteAddress: '10.0.0.2' })
    expect(elsewhere.statusCode).toBe(404)
    const there = [await visit('2001:db8::1'), await visit('2001:db8::2'), await visit('10.0.0.3')]
    expect(there).toEqual([200, 200, 429])
    const answer = await limited.visit(url, { remoteAddress: '10.0.0.3' })
    expect(answer.json()).toMatchObject({ code: 'rate_limited', 'violated-policies': ['widget'] })
    const third = await limited.make({ type: 'find-your-rep' })
    const behind = async (visitor: string) => {
      const headers = { 'x-forwarded-for': visitor }
      return (await limited.visit(third.url, { remoteAddress: '10.9.9.9', headers })).statusCode
    }
    expect([await behind('10.0.0.1'), await behind('10.0.0.7')]).toEqual([429, 200])
    const other = await limited.make({ type: 'find-your-rep' })
    const post = () =>
      limited.visit(other.url, { method: 'POST', payload: { address: MATCHING }, remoteAddress: '10.0.0.9' })
    expect([(await post()).statusCode, (await post()).statusCode]).toEqual([200, 429])
  })
})
