import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../api/accounts/tokens/token-text.ts'
import {
  createWidgetWorld,
  LEADS,
  type MadeWidget,
  type WidgetWorld,
} from '../../support/widgets/widget-world.ts'

let world: WidgetWorld
let widget: MadeWidget

beforeAll(async () => {
  world = await createWidgetWorld({ settings: { visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 } })
  widget = await world.make({ leads: LEADS })
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const press = (url: string) => world.visit(url, { method: 'POST', headers: form, payload: '' })
const emails = async () =>
  (await world.call('GET', '/v1/leads?limit=200')).json().data.map(({ email }: { email: string }) => email)

describe('the link of a confirmation mail', () => {
  it('does nothing if it is opened, and confirms if the button is pressed', async () => {
    await world.signUp(widget, 'ada@example.org')
    const [token] = await world.linksTo('ada@example.org')
    const url = `/leads/confirm/${token}`
    const opened = await world.visit(url)
    expect(opened.statusCode).toBe(200)
    expect(opened.body).toContain('<form method="post"><button>Confirm</button></form>')
    expect(opened.body).not.toContain(token)
    expect(opened.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(await emails()).toEqual([])
    for (let turn = 0; turn < 2; turn += 1) expect((await press(url)).body).toContain('is confirmed')
    expect(await emails()).toEqual(['ada@example.org'])
    const counts = (await world.call('GET', '/v1/analytics/leads')).json().data
    expect(counts).toMatchObject([{ signed_up: 1, confirmed: 1 }])
  })

  it('stops all mails to its recipient, and wipes the sign-up, confirmed or not', async () => {
    const [token] = await world.linksTo('ada@example.org')
    const opened = await world.visit(`/leads/stop/${token}`)
    expect(opened.body).toContain('Stop these mails')
    expect(await emails()).toEqual(['ada@example.org'])
    for (let turn = 0; turn < 2; turn += 1)
      expect((await press(`/leads/stop/${token}`)).body).toContain('The entry is deleted.')
    expect(await emails()).toEqual([])
    world.clock.advance(10 * 86_400_000)
    await world.signUp(widget, 'ada@example.org')
    expect(await world.linksTo('ada@example.org')).toHaveLength(1)
    expect((await press(`/leads/confirm/${token}`)).statusCode).toBe(404)
  })

  it.each(['confirm', 'stop'])('that was guessed to %s says that it is not valid', async (name) => {
    for (const token of [createToken('led_'), 'led_x', widget.token, 'x'.repeat(300)]) {
      const answer = await press(`/leads/${name}/${token}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('not valid any more')
    }
  })
})

describe('the form in the page of a widget', () => {
  const send = (fields: Record<string, string>, more: object = {}) =>
    world.visit(`${widget.embed}/leads?page=https://www.alpha.example/x&source=flyer`, {
      method: 'POST',
      headers: { ...form, host: 'pages.example.org', origin: 'https://pages.example.org', ...more },
      payload: new URLSearchParams(fields).toString(),
    })
  const fieldsOf = async () => {
    const page = await world.visit(`${widget.embed}?page=https://www.alpha.example/x&source=flyer`)
    expect(page.headers['cache-control']).toBe('private, no-cache')
    return { form: /name="form" value="([^"]+)"/.exec(page.body)![1]!, page: page.body }
  }

  it('signs up without a script, with page and source of the loader', async () => {
    const { form: proof, page } = await fieldsOf()
    expect(page).toContain(LEADS.consent_text)
    expect(page).toContain('Which bill?')
    world.clock.advance(3_000)
    const answer = await send({
      form: proof,
      email: 'ben@example.org',
      consent: 'yes',
      answer: 'HB 1',
      website: '',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('a mail with a link is on its way')
    const counts = (await world.call('GET', '/v1/analytics/leads')).json().data
    expect(counts).toContainEqual(
      expect.objectContaining({ page: 'https://www.alpha.example/x', source: 'flyer', signed_up: 1 }),
    )
  })

  it('says what is wrong, and takes nothing from another site', async () => {
    const { form: proof } = await fieldsOf()
    expect((await send({ form: proof, email: 'cleo@example.org', consent: 'yes' })).body).toContain(
      'That was fast',
    )
    world.clock.advance(3_000)
    expect((await send({ form: proof, email: 'cleo', consent: 'yes' })).body).toContain('one mail address')
    expect((await send({ form: proof, email: 'cleo@example.org' })).statusCode).toBe(400)
    const foreign = await send(
      { form: proof, email: 'cleo@example.org', consent: 'yes' },
      { origin: 'https://evil.example' },
    )
    expect(foreign.statusCode).toBe(403)
    expect(await world.linksTo('cleo@example.org')).toEqual([])
  })
})
