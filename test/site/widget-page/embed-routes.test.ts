import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { createWidgetWorld, MATCHING, SITE, type WidgetWorld } from '../../support/widgets/widget-world.ts'

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>"'--></style>`
const lines: string[] = []
let world: WidgetWorld

beforeAll(async () => {
  const log = createLog('api', 'trace', { write: (line) => void lines.push(line) })
  world = await createWidgetWorld({ log, settings: { visitor_forms_a_minute: 0 } })
  const bill = world.story.bill({ title: HOSTILE, identifier: 'HB <b>1' })
  world.story.action(bill, { date: '2026-02-01', description: HOSTILE })
  await world.projected.apply(world.story.take())
})

const HOST = 'pages.example.org'
const send = (url: string, fields: Record<string, string>, origin?: string) =>
  world.visit(url, {
    method: 'POST',
    headers: {
      host: HOST,
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin === undefined ? {} : { origin }),
    },
    payload: new URLSearchParams(fields).toString(),
  })

describe('the page of a widget', () => {
  it('may be framed by the allowed origins only, and loads nothing from anywhere', async () => {
    const { embed } = await world.make()
    const answer = await world.visit(embed)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors ${SITE}$`,
      ),
    )
    expect(answer.headers['x-frame-options']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    expect(answer.body).not.toMatch(/<link|<img|@import|url\(/)
  })

  it.each(['bill-grid', 'activity'])('of the type %s shows hostile text as text', async (type) => {
    const { embed } = await world.make({ type, name: HOSTILE, shows: { search: { jurisdiction: 'wa' } } })
    const { body } = await world.visit(embed)
    expect(body.match(/<script>/g)).toHaveLength(1)
    expect(body).not.toMatch(/<img|<b>/)
    expect(body).toContain('&#60;script&#62;alert(1)')
  })

  it('is the same for a token that opens nothing, whatever the reason', async () => {
    const { token, id, embed } = await world.make()
    await world.call('POST', `/v1/widgets/${id}/revoke`)
    const answers = [
      await world.visit(embed),
      await world.visit(`/embed/bill/${token}`),
      await world.visit('/embed/x/y'),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe(answers[0]!.body)
      expect(answer.body).toContain('This widget is not available.')
    }
  })

  it('has the colors of its account, with text that can be read on them', async () => {
    const theme = { accent: '#ffee00', background: '#101010', text: '#fafafa' }
    const { embed } = await world.make({ theme })
    const { body } = await world.visit(embed)
    expect(body).toContain(':root{--accent:#ffee00;--paper:#101010;--ink:#fafafa;--on-accent:#000000}')
  })
})

describe('the form to find legislators', () => {
  it('shows them without a script, spends a lookup, and is stored nowhere', async () => {
    const { embed } = await world.make({ type: 'find-your-rep' })
    const before = (await world.usageOf(world.token)).used
    const answer = await send(embed, { address: MATCHING }, `https://${HOST}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Ada Senator')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await world.usageOf(world.token)).used).toBe(before + 1)
  })

  it('says in plain words why there is no answer', async () => {
    const { embed } = await world.make({ type: 'find-your-rep', lookups: { daily_cap: 1 } })
    expect((await send(embed, { address: 'nowhere' })).body).toContain('This address was not found.')
    await send(embed, { address: MATCHING })
    const capped = await send(embed, { address: MATCHING })
    expect(capped.statusCode).toBe(429)
    expect(capped.body).toContain('Please try again tomorrow.')
    const empty = await send(embed, {})
    expect(empty.statusCode).toBe(400)
  })

  it.each(['https://evil.example', 'null'])('is refused if %s sends it', async (origin) => {
    const { embed } = await world.make({ type: 'find-your-rep' })
    const asked = world.places.asked.length
    const answer = await send(embed, { address: MATCHING }, origin)
    expect(answer.statusCode).toBe(403)
    expect(world.places.asked).toHaveLength(asked)
  })

  it('is not logged', () => {
    expect(lines.join('')).not.toMatch(/Capitol|nowhere|wgt_[0-9A-Za-z]/)
  })
})

describe('/widget.js', () => {
  it('is small, and may be loaded by any site', async () => {
    const answer = await world.visit('/widget.js')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.byteLength(answer.body)).toBeLessThan(2_048)
    expect(() => new Function(answer.body)).not.toThrow()
  })
})
