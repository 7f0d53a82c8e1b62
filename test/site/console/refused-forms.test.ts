import { decode } from 'html-entities'
import { beforeAll, describe, expect, it } from 'vitest'
import { actions, views } from '../../../site/console/all-views.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { type ConsoleBrowser, consoleBrowser, proofIn } from '../../support/console/console-browser.ts'
import { formsIn } from '../../support/console/forms-in.ts'
import { withIds } from '../../support/console/tenant-paths.ts'
import { addUser, browserOfUser } from '../../support/console/users.ts'
import { createTenant, type Tenant } from '../../support/service/tenant.ts'
import { createWholeApi, type WholeApi } from '../../support/service/whole-api.ts'

const ORIGIN = 'https://api.example.org'
/** Buttons without fields. The state of a thing says which of them its page has. */
const STATE_BUTTONS = ['pause', 'resume', 'enable', 'disable', 'publish', 'unpublish']
let whole: WholeApi
let mine: Tenant
let own: ConsoleBrowser
let proof: string

beforeAll(async () => {
  whole = await createWholeApi()
  const story = new EventBuilder()
  const bill = story.bill()
  await whole.projected.apply(story.take())
  mine = await createTenant(whole, 'writers-guild', bill.id)
  const email = 'owner@writers.example'
  await addUser(whole.test.database, { account: mine.name, email, role: 'owner' })
  own = await browserOfUser({ api: whole.api, database: whole.test.database }, email)
  proof = proofIn(await own.open('/console'))
})

const sendFrom = (page: string, action: string, form: Record<string, string>) =>
  own.send(action, form, { referer: `${ORIGIN}${page}` })
const formTo = (body: string, action: string) => formsIn(body).find((form) => form.action === action)
/** Pages with forms that are there only if the address asks for them. */
const asked = () => [
  `/console/sheets/${mine.ids['bill_sheets/:id']}?write=${mine.ids['items/:item_id']}`,
  ...['activity', 'find-your-rep', 'legislator', 'scorecard'].map(
    (type) => `/console/widgets/new?type=${type}`,
  ),
]

describe('a form that is refused', () => {
  it('keeps what was written, with the reason in it, on every page', async () => {
    const seen = new Set<string>()
    for (const path of [...views.map(({ path }) => withIds(path, mine)), ...asked()]) {
      const page = await own.open(path)
      for (const { action, hidden, rewritten } of formsIn(page.body)) {
        if (action.startsWith('/console/sign-out')) continue
        seen.add(action)
        // A proof that is too old is refused by every form.
        const sent = { ...hidden, ...rewritten, proof: 'old' }
        const refused = await sendFrom(path, action, sent)
        expect(refused.statusCode, `${path} ${action}`).toBe(400)
        const form = formTo(refused.body, action)
        expect(form?.fields, `${path} ${action}`).toEqual(rewritten)
        expect(form?.reason, `${path} ${action}`).toContain('This form is too old.')
        // The page that shows the form now has the address to which it was sent.
        const again = await sendFrom(action, action, { ...form?.hidden, ...rewritten, proof: 'old' })
        expect(formTo(again.body, action)?.fields, `${path} ${action}`).toEqual(rewritten)
        const unnamed = { ...sent, form_page: '' }
        const lost = decode((await sendFrom(action, action, unnamed)).body)
        for (const value of Object.values(rewritten)) expect(lost, `${path} ${action}`).toContain(value)
      }
    }
    const unseen = actions
      .map(({ path }) => path)
      .filter((path) => !STATE_BUTTONS.includes(path.split('/').at(-1)!))
      .filter((path) => [...seen].every((one) => !new URLPattern({ pathname: path }).test(one, ORIGIN)))
    expect(unseen).toEqual([])
  }, 60_000)

  it('can be sent from the page that it is on then', async () => {
    const path = '/console/sheets'
    const refused = await sendFrom(path, path, { name: 'Rivers', proof: 'old' })
    const { fields } = formTo(refused.body, path)!
    const made = await sendFrom(path, path, { ...fields, proof: proofIn(refused) })
    expect(made.headers.location).toMatch(/^\/console\/sheets\/\d+$/)
  })

  it('keeps fields that were emptied empty, and other forms of the page as they are', async () => {
    const path = `/console/pages/${mine.ids['stakeholder-pages/:id']}`
    const before = formTo((await own.open(path)).body, path)!.fields
    const written = { ...before, title: '', slug: 'No!' }
    const refused = await sendFrom(`${path}?done=saved`, path, { ...written, proof })
    expect(refused.statusCode).toBe(400)
    expect(formTo(refused.body, path)!.fields).toEqual(written)
    expect(formTo(refused.body, `${path}/publish`)!.reason).toBe('')
    expect(refused.body).not.toContain('The changes are saved.')
  })

  it('says which field by its label, in words of a person', async () => {
    const path = `/console/sheets/${mine.ids['bill_sheets/:id']}`
    const action = `${path}/items/${mine.ids['items/:item_id']}`
    const refused = await sendFrom(`${path}?write=${mine.ids['items/:item_id']}`, action, {
      tags: 'long '.repeat(20),
      note: 'We wrote.',
      proof,
    })
    const { fields, reason } = formTo(refused.body, action)!
    expect(reason).toMatch(
      /^This cannot be used\. “Tags” is "long long .*must be a text of 1 to 50 characters/,
    )
    expect(fields.note).toBe('We wrote.')
  })

  it('shows what was written as text if its page is unknown or gone', async () => {
    const gone = '/console/sheets/999999'
    for (const referer of [`${ORIGIN}${gone}`, `${ORIGIN}/elsewhere`, 'nonsense', '']) {
      const note = 'A note that <nobody> wants to write again'
      const refused = await own.send(`${gone}/items/1`, { note, proof }, { referer })
      expect(refused.statusCode).toBe(404)
      expect(refused.body).toContain('A note that &#60;nobody&#62; wants to write again')
    }
  })

  it('shows what was written if the session has ended, and nothing that another site sent', async () => {
    const stranger = consoleBrowser(whole.api)
    const form = { name: 'Meadows and rivers', proof }
    const ended = await stranger.send('/console/sheets', form)
    expect(ended.statusCode).toBe(401)
    expect(ended.body).toContain('Meadows and rivers')
    expect(ended.body).not.toContain(proof)
    const evil = { origin: 'https://evil.example', referer: `${ORIGIN}/console/sheets` }
    expect((await stranger.send('/console/sheets', form, evil)).headers.location).toBe('/console/sign-in')
    const foreign = await own.send('/console/sheets', form, evil)
    expect(foreign.statusCode).toBe(400)
    expect(foreign.body).not.toContain('Meadows and rivers')
  })

  it('is shown on no page but those of the console', async () => {
    const written = { name: 'Rivers', proof: 'old' }
    for (const form_page of [
      'https://evil.example/console/sheets',
      '//evil.example/console/sheets',
      'http://',
    ]) {
      const { body } = await own.send('/console/sheets', { ...written, form_page })
      expect(formsIn(body).map(({ action }) => action)).not.toContain('/console/sheets')
      expect(body).toContain('Rivers')
      expect(body).not.toContain('evil.example')
    }
  })

  it('is not shown if writing otherwise would not help: the API is not asked again', async () => {
    const path = '/console/sheets'
    const refused = await sendFrom(path, `${path}/999999`, { name: 'Rivers', proof, form_page: path })
    expect(refused.statusCode).toBe(404)
    expect(refused.body).toContain('Rivers')
    expect(formTo(refused.body, path)).toBeUndefined()
  })

  it('is sent from its page again if the answer does not show it', async () => {
    for (const path of ['sheets', 'sign-out', 'sign-in', 'invitation/x', 'sign-in/accounts']) {
      const refused = await own.send(`/console/${path}`, {}, { origin: 'https://evil.example' })
      expect(refused.statusCode, path).toBe(400)
      expect(refused.body, path).toContain('Open the page again, and send it again.')
    }
  })

  it('never shows a token', async () => {
    const refused = await consoleBrowser(whole.api).send('/console/sign-in', { token: 'lgl_secret' })
    expect(refused.body).not.toContain('lgl_secret')
  })
})

it('the form of an endpoint explains each event, and says that one must be checked', async () => {
  const path = '/console/webhooks'
  const page = await own.open(path)
  expect(page.body).toContain('Check at least one.')
  expect(page.body).toMatch(/id="event_bill\.action-hint">[^<]{10,}</)
  const refused = await sendFrom(path, path, { url: 'https://hooks.example.org/', proof })
  const { reason, fields } = formTo(refused.body, path)!
  expect(reason).toContain('“Events” is empty: at least one is needed.')
  expect(fields.url).toBe('https://hooks.example.org/')
})

describe('a search that is refused', () => {
  it('keeps what was written', async () => {
    const refused = await own.open('/console?q=bees&jurisdiction=atlantis')
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('value="atlantis"')
    expect(refused.body).toContain('value="bees"')
    expect(refused.body).toContain('role="alert"')
  })

  it('shows no words of a link that are in no field of it', async () => {
    const words = 'security_notice=Call+555-0100'
    for (const path of ['/console?jurisdiction=atlantis&', '/console/bills/0?', '/console/bills/999999?']) {
      const { statusCode, body } = await own.open(`${path}${words}`)
      expect(statusCode, path).toBeGreaterThanOrEqual(400)
      expect(body, path).not.toContain('What you wrote')
      expect(body, path).not.toContain('555-0100')
    }
  })
})
