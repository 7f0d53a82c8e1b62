import { beforeAll, describe, expect, it } from 'vitest'
import { signInUpkeep } from '../../../api/users/sign-in-links.ts'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import { consoleBrowser } from '../../support/console/console-browser.ts'
import { addUser, linksTo } from '../../support/console/users.ts'

const MINUTE_MS = 60_000
let world: SheetWorld

beforeAll(async () => {
  world = await createSheetWorld({ settings: { visitor_forms_a_minute: 0 } })
  await world.api.issue({ account: 'acme' })
  await addUser(world.test.database, { account: 'acme', email: 'Ada@acme.example', role: 'owner' })
})

const browser = (ip?: string) => consoleBrowser(world.api, ip)
const linkTo = async (email: string) => (await linksTo(world.test.database, email))[0]!

/** The mails that were written since the clock was moved. */
async function mailsNow(): Promise<object[]> {
  const since = new Date(world.clock.now().getTime() - 1).toISOString()
  const { rows } = await world.test.database.query<{ recipient: string; mails: number }>(
    `SELECT recipient, count(*)::integer AS mails FROM account.mail WHERE created_at > $1 GROUP BY recipient`,
    [since],
  )
  return rows
}

describe('a link to sign in', () => {
  it('works also if the same browser asked for another one meanwhile', async () => {
    const own = browser()
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    const first = await linkTo('ada@acme.example')
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    const second = await linkTo('ada@acme.example')
    expect(second).not.toBe(first)
    expect((await own.send(first)).headers.location).toBe('/console')
    world.clock.advance(60 * MINUTE_MS)
  })

  it('is bound to a secret of this service, whatever cookie a browser sends', async () => {
    const answer = await world.api.app.inject({
      method: 'POST',
      url: '/console/sign-in/mail',
      headers: {
        ...{ origin: 'https://api.example.org', host: 'api.example.org', cookie: 'legislog_sign_in=chosen' },
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'email=ada@acme.example',
    })
    expect(answer.headers['set-cookie']).toMatch(/^legislog_sign_in=[\w-]{43};/)
    world.clock.advance(60 * MINUTE_MS)
  })

  it('is answered alike for a known, an unknown and an often asked address, and mailed to the known one five times an hour', async () => {
    const answers: string[] = []
    for (const email of ['nobody@acme.example', ...Array<string>(7).fill('ada@acme.example')]) {
      const answer = await browser().send('/console/sign-in/mail', { email })
      answers.push(`${answer.statusCode} ${answer.body}`)
      expect(answer.headers['set-cookie']).toMatch(
        /^legislog_sign_in=[\w-]{43}; Path=\/console\/sign-in; HttpOnly; Secure; SameSite=Strict; Max-Age=900$/,
      )
    }
    expect(new Set(answers).size).toBe(1)
    expect(await mailsNow()).toEqual([{ recipient: 'Ada@acme.example', mails: 5 }])
    world.clock.advance(60 * MINUTE_MS)
  })

  it('comes to a user also if a stranger asked for as many as one network gets', async () => {
    for (let time = 0; time < 40; time += 1)
      await browser('192.0.2.7').send('/console/sign-in/mail', { email: 'ada@acme.example' })
    expect(await mailsNow()).toEqual([{ recipient: 'Ada@acme.example', mails: 5 }])
    const own = browser('198.51.100.1')
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    expect((await own.send(await linkTo('ada@acme.example'))).headers.location).toBe('/console')
    world.clock.advance(60 * MINUTE_MS)
  })

  it('is mailed 30 times an hour to one address, however many networks ask', async () => {
    for (let network = 0; network < 8; network += 1)
      for (let time = 0; time < 5; time += 1)
        await browser(`2001:db8:0:${network}::${time}`).send('/console/sign-in/mail', {
          email: 'ada@acme.example',
        })
    expect(await mailsNow()).toEqual([{ recipient: 'Ada@acme.example', mails: 30 }])
    world.clock.advance(60 * MINUTE_MS)
  })

  it('leaves no trace after a day, also if nobody asks again', async () => {
    await browser().send('/console/sign-in/mail', { email: 'ada@acme.example' })
    world.clock.advance(25 * 60 * MINUTE_MS)
    await signInUpkeep(world.test.database).sweep(world.clock.now())
    const { rows } = await world.test.database.query('SELECT FROM account.sign_in_link')
    expect(rows).toEqual([])
  })
})
