import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { createLookupWorld, emitOfficial, type LookupWorld } from '../../support/api/lookup-world.ts'
import { foundIn, notFound } from '../../support/fakes/known-places.ts'

const ADDRESS = '1 Secret & Quiet Ln, Olympia, WA'
const lines: string[] = []
let world: LookupWorld

beforeAll(async () => {
  const log = createLog('api', 'trace', { write: (line) => void lines.push(line) })
  world = await createLookupWorld(
    (input) =>
      'address' in input && input.address === ADDRESS
        ? foundIn('wa', ['sldl:22', 'sldu:22'])
        : notFound('ambiguous', { state: 'wa', suggestions: ['1 N MAIN ST, OLYMPIA, WA'] }),
    { log },
  )
  emitOfficial(world.story, 'Ada Senator', [
    { in: 'wa', division: 'wa/sldu:22', chamber: 'upper', type: 'upper' },
  ])
  await world.projected.apply(world.story.take())
})

const send = (fields: Record<string, string>) =>
  world.api.app.inject({
    method: 'POST',
    url: '/lookup',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

describe('the page at /lookup', () => {
  it('is open, stores nothing, and loads nothing from anywhere', async () => {
    const answer = await world.api.app.inject({ method: 'GET', url: '/lookup' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/u)
    expect(answer.body).not.toMatch(/<script|https?:\/\//u)
  })

  it('shows the officials of an address and bills one lookup', async () => {
    const token = await world.tokenOf('page')
    const answer = await send({ address: ADDRESS, token })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Ada Senator')
    expect(answer.body).toContain('value="1 Secret &#38; Quiet Ln, Olympia, WA"')
    expect(answer.body).not.toContain(token)
    expect(await world.usageOf(token)).toMatchObject({ used: 1 })
  })

  it('shows why nothing matched, with suggestions', async () => {
    const answer = await send({ address: '1 Main St, Olympia, WA', token: await world.tokenOf('page') })
    expect(answer.body).toContain('Several addresses in different districts fit')
    expect(answer.body).toContain('1 N MAIN ST, OLYMPIA, WA')
  })

  it.each([
    ['no token', { address: ADDRESS, token: '' }],
    ['a token with line breaks', { address: ADDRESS, token: 'abc\r\nX-Header: 1' }],
    ['no address', { address: '', token: 'nobody' }],
    ['nothing', {}],
  ])('refuses a form with %s and says why', async (_, fields) => {
    const answer = await send(fields as Record<string, string>)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('No answer')
    expect(answer.body).toMatch(/role="status">[A-Z]/u)
  })

  it('refuses a form over 4 KB', async () => {
    expect((await send({ address: 'x'.repeat(5_000), token: 'a' })).statusCode).toBe(413)
  })

  it('logs neither the address nor the token', () => {
    expect(lines.join('')).not.toMatch(/secret|quiet/iu)
  })
})
