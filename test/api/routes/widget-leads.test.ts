import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import {
  createWidgetWorld,
  LEADS,
  type MadeWidget,
  SITE,
  type WidgetWorld,
} from '../../support/widgets/widget-world.ts'

const lines: string[] = []
let world: WidgetWorld
let widget: MadeWidget

beforeAll(async () => {
  const log = createLog('api', 'trace', { write: (line) => void lines.push(line) })
  world = await createWidgetWorld({
    log,
    settings: { visitor_forms_a_minute: 0, visitor_requests_a_minute: 0, leads_a_day: 40 },
  })
  widget = await world.make({ leads: LEADS })
})

const leads = async (query = '') => (await world.call('GET', `/v1/leads${query}`)).json().data
const rowsOf = async (email: string) =>
  (
    await world.test.database.query<{ confirmed_at: string | null; page: string | null }>(
      'SELECT confirmed_at, page FROM account.lead WHERE lower(email) = lower($1)',
      [email],
    )
  ).rows

describe('the form to sign up', () => {
  it('is the one of the widget, and no cache keeps it', async () => {
    const answer = await world.visit(`${widget.url}/leads`)
    expect(answer.json()).toEqual({ ...LEADS, form: expect.stringMatching(/^\d+\.[\w-]{22}$/) })
    expect(answer.headers['cache-control']).toBe('no-store')
    const without = await world.make()
    expect((await world.visit(`${without.url}/leads`)).statusCode).toBe(404)
  })

  it('keeps consent text, time, page, answers and district of a person who confirms', async () => {
    const district = 'ocd-division/country:us/state:wa/sldl:22'
    await world.confirmed(widget, 'Ada@Example.org', {
      name: ' Ada ',
      source: 'newsletter',
      district,
      answers: ['HB 1', ''],
      page: `${SITE}/bills?visitor=7#top`,
    })
    const [lead] = await leads(`?widget_id=${widget.id}`)
    expect(lead).toMatchObject({
      email: 'Ada@Example.org',
      name: 'Ada',
      widget_id: widget.id,
      source: 'newsletter',
      district,
      page: `${SITE}/bills`,
      consent_text: LEADS.consent_text,
      questions: LEADS.questions,
      answers: ['HB 1', ''],
      consented_at: expect.stringMatching(/^2026-06-15T/),
    })
    expect((await world.call('GET', `/v1/leads/${lead.id}`)).json()).toEqual(lead)
  })

  it('shows nobody who has not confirmed', async () => {
    await world.signUp(widget, 'waiting@example.org', { page: 'https://evil.example/x' })
    expect(await rowsOf('waiting@example.org')).toEqual([{ confirmed_at: null, page: null }])
    expect(JSON.stringify(await leads())).not.toContain('waiting')
  })
})

describe('a sign-up', () => {
  it('gets the same answer for an unknown, a waiting, a confirmed and a stopped address, and for a trapped program', async () => {
    const ask = (email: string, more = {}) => world.signUp(widget, email, more)
    const first = await ask('same@example.org')
    const waiting = await ask('SAME@example.org')
    const [link] = await world.linksTo('same@example.org')
    await world.visit('/v1/leads/confirm', { method: 'POST', payload: { token: link } })
    const confirmed = await ask('same@example.org')
    await world.visit('/v1/leads/stop', { method: 'POST', payload: { token: link } })
    const stopped = await ask('same@example.org')
    const trapped = await ask('program@example.org', { website: 'https://spam.example' })
    for (const answer of [first, waiting, confirmed, stopped, trapped]) {
      expect([answer.statusCode, answer.body]).toEqual([202, first.body])
      expect(Object.keys(answer.headers)).toEqual(Object.keys(first.headers))
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(await world.linksTo('same@example.org')).toHaveLength(1)
    expect(await rowsOf('same@example.org')).toEqual([])
    expect(await rowsOf('program@example.org')).toEqual([])
  })

  it('is refused too soon, too late, with a form of another widget, and after a change of its text', async () => {
    const changing = await world.make({ leads: LEADS })
    const { form } = (await world.visit(`${changing.url}/leads`)).json()
    const post = async (to: MadeWidget, proof: string) => {
      const payload = { email: 'early@example.org', consent: true, form: proof }
      const answer = await world.visit(`${to.url}/leads`, { method: 'POST', payload })
      return [answer.statusCode, answer.json().detail]
    }
    expect(await post(changing, form)).toEqual([400, expect.stringContaining('That was fast')])
    world.clock.advance(3_000)
    expect(await post(widget, form)).toEqual([400, expect.stringContaining('The form has changed')])
    expect(await post(changing, '1.x')).toEqual([400, expect.stringContaining('The form has changed')])
    world.clock.advance(86_400_000)
    expect(await post(changing, form)).toEqual([400, expect.stringContaining('too old')])
    const fresh = (await world.visit(`${changing.url}/leads`)).json().form
    await world.call('PATCH', `/v1/widgets/${changing.id}`, {
      leads: { ...LEADS, consent_text: 'Sell my data.' },
    })
    world.clock.advance(3_000)
    expect(await post(changing, fresh)).toEqual([400, expect.stringContaining('The form has changed')])
  })

  it.each([
    ['no consent', { consent: false }],
    ['an address with a line break', { email: 'a@example.org\r\nBcc: b@example.org' }],
    ['two addresses', { email: 'a@example.org,b@example.org' }],
    ['a name beside the address', { email: 'A <a@example.org>' }],
    ['no domain', { email: 'a@localhost' }],
    ['too many answers', { answers: Array.from({ length: 6 }, () => 'x') }],
    ['a district that is none', { district: '<script>' }],
    ['a source of several words', { source: 'a b' }],
  ])('with %s is refused, without a value in the refusal', async (_, more) => {
    const answer = await world.signUp(widget, 'xylophone@example.org', more)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toMatch(/xylophone|Bcc|script/)
  })

  it('is refused from a foreign origin, with a revoked token, and over the limit of a day', async () => {
    const made = await world.make({ leads: LEADS })
    const { form } = (await world.visit(`${made.url}/leads`)).json()
    world.clock.advance(3_000)
    const payload = { email: 'foreign@example.org', consent: true, form }
    const post = async (headers = {}) =>
      (await world.visit(`${made.url}/leads`, { method: 'POST', payload, headers })).statusCode
    expect(await post({ origin: 'https://evil.example' })).toBe(403)
    await world.test.database.query(
      `INSERT INTO account.widget_day (widget_id, day, sign_ups) VALUES ($1, $2, 39)`,
      [made.id, world.clock.now().toISOString().slice(0, 10)],
    )
    expect([await post(), await post()]).toEqual([202, 429])
    await world.call('POST', `/v1/widgets/${made.id}/revoke`)
    expect(await post()).toBe(404)
    expect(await rowsOf('foreign@example.org')).toHaveLength(1)
  })
})

describe('mails to one address', () => {
  it('are at most one a day over all accounts, however many sign-ups come at a time', async () => {
    const other = await world.api.issue({ account: 'beta', scopes: ['sheets', 'leads'] })
    const theirs = await world.make({ leads: LEADS }, other)
    const both = [widget, theirs, widget, theirs, widget]
    await Promise.all(both.map((made) => world.signUp(made, 'often@example.org')))
    const links = await world.linksTo('often@example.org')
    expect(links).toHaveLength(1)
    const confirm = await world.visit('/v1/leads/confirm', { method: 'POST', payload: { token: links[0] } })
    expect(confirm.statusCode).toBe(200)
    world.clock.advance(86_400_001)
    await world.signUp(widget, 'often@example.org')
    await world.signUp(theirs, 'often@example.org')
    expect(await world.linksTo('often@example.org')).toHaveLength(2)
  })

  it('contain nothing that a visitor typed, and no line that would become a header', async () => {
    const account = 'Evil\r\nBcc: victim@example.org'
    const token = await world.api.issue({ account, scopes: ['sheets'] })
    const made = await world.make({ leads: { ...LEADS, consent_text: 'One.\nTwo.' } }, token)
    await world.signUp(made, 'typed@example.org', { name: 'BUY NOW', answers: ['BUY NOW'] })
    const { rows } = await world.test.database.query<{ subject: string; body: string }>(
      "SELECT subject, body FROM account.mail WHERE recipient = 'typed@example.org'",
    )
    expect(rows[0]!.body).not.toContain('BUY NOW')
    expect(rows[0]!.body).toContain('> One.\n> Two.')
    expect(rows[0]!.subject).toBe('Please confirm your sign-up with Evil Bcc: victim@example.org')
  })
})

it('no log line, metric or usage contains an address, a name or a link', async () => {
  await world.confirmed(widget, 'secret.person@example.org', { name: 'Secret Person' })
  const text = lines.join('') + (await world.api.app.inject('/metrics')).body
  expect(text).toContain('/v1/widgets/:type/:token/leads')
  expect(text).not.toMatch(/example\.org|Secret Person|led_[0-9A-Za-z]|wgt_[0-9A-Za-z]/)
})
