import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlertMails, createAlertMails } from '../../support/alerts/alert-mails.ts'
import { type SmtpCase, smtpCases } from '../../support/alerts/smtp-cases.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createSmtpFarEnd, type SmtpFarEnd } from '../../support/fakes/smtp-far-end.ts'
import { createSmtpProxy, type SmtpProxy } from '../../support/fakes/smtp-proxy.ts'
import { everyNth } from '../../support/harness/nightly.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

/** Time limits of the mail client, so that a server that does not answer costs a test two seconds. */
const SHORT_LIMITS = 'connectionTimeout=2000&greetingTimeout=2000&socketTimeout=2000'

const clock = createManualClock()
let mails: AlertMails
let farEnd: SmtpFarEnd
let proxy: SmtpProxy

beforeAll(async () => {
  mails = await createAlertMails(await createTestDatabase(), clock)
  farEnd = await createSmtpFarEnd()
  proxy = await createSmtpProxy(farEnd.url)
})

beforeEach(async () => {
  farEnd.mails.length = 0
  proxy.fault = undefined
  await mails.clear()
})

async function expectOutcome(url: string, outcome: SmtpCase['outcome'], mend: () => string): Promise<void> {
  await mails.write()
  await mails.loop(url).sendDue()
  const first = await mails.state()
  expect(first.suppressed).toBe(outcome === 'suppressed' ? 1 : 0)
  const isKept = outcome === 'later' || outcome === 'twice'
  expect(first.mails).toEqual([[isKept ? 'waits' : 'given up', 1]])
  if (!isKept) expect(first.texts).toEqual([''])
  const mended = mails.loop(mend())
  expect(await mended.sendDue(), 'before its pause').toBe(0)
  clock.advance(60_000)
  expect(await mended.sendDue()).toBe(isKept ? 1 : 0)
  if (isKept) expect((await mails.state()).mails).toEqual([['sent', 2]])
  // What SMTP leaves open is counted apart. It is the same bytes both times, with one Message-ID.
  expect(farEnd.mails).toHaveLength({ later: 1, twice: 2 }[outcome as string] ?? 0)
  expect(new Set(farEnd.mails.map(({ text }) => text)).size).toBe(isKept ? 1 : 0)
}

it('a digest is one mail with text, HTML and a link for one click, and is forgotten when it is taken', async () => {
  await mails.write()
  expect(await mails.loop(farEnd.url).sendDue()).toBe(1)
  const { text } = farEnd.mails[0]!
  expect(text).toContain('List-Unsubscribe: <https://pages.example.org/alerts/stop/x>')
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toMatch(/multipart\/alternative[\s\S]*plain words[\s\S]*rich words/)
  expect(await mails.state()).toEqual({ mails: [['sent', 1]], texts: [''], suppressed: 0 })
})

describe('a mail server that breaks a step', () => {
  it.each(
    everyNth(
      4,
      smtpCases.flatMap((one) =>
        one.fault === undefined ? [] : ([[one.step, one.does, one.outcome, one]] as const),
      ),
    ),
  )('at %s: %s. The mail: %s', async (_step, _does, outcome, { fault }) => {
    proxy.fault = fault
    const url = `smtp://127.0.0.1:${proxy.port}`
    await expectOutcome(fault?.does === 'stall' ? `${url}?${SHORT_LIMITS}` : url, outcome, () => {
      proxy.fault = undefined
      return url
    })
  })
})

describe('a mail server that cannot be talked to', () => {
  const ownCases = smtpCases.filter(({ fault }) => fault === undefined)
  const urls: Readonly<Record<string, () => Promise<string>>> = {
    'does not listen': async () => 'smtp://127.0.0.1:1',
    'has a certificate that nobody signed': async () => (await createSmtpFarEnd({ starttls: true })).url,
    'speaks no TLS, and `SMTP_URL` is `smtps://`': async () => farEnd.url.replace('smtp:', 'smtps:'),
    'answers `535 5.7.8 wrong password`': async () => {
      const { url } = await createSmtpFarEnd({ password: 'right' })
      return url.replace('://', '://legislog:wrong@')
    },
  }
  it.each(ownCases.map((one) => [one.step, one.does, one.outcome] as const))(
    'at %s: %s. The mail: %s',
    async (_step, does, outcome) => {
      const url = await urls[does]!()
      await expectOutcome(`${url}?${SHORT_LIMITS}`, outcome, () => farEnd.url)
    },
  )
})

it('one wrong recipient among several: the mails of the others are sent', async () => {
  proxy.fault = undefined
  farEnd.unknown = 'gone@example.org'
  for (const email of ['ada@example.org', 'gone@example.org', 'ben@example.org', 'gone@example.org'])
    await mails.write(email)
  await mails.loop(farEnd.url).sendDue()
  expect(farEnd.mails.flatMap(({ to }) => to)).toEqual(['ada@example.org', 'ben@example.org'])
  const { mails: kept, suppressed } = await mails.state()
  expect(suppressed).toBe(1)
  expect(kept.filter(([state]) => state === 'sent')).toHaveLength(2)
  expect(kept.filter(([state]) => state === 'waits')).toEqual([])
})

it('mails to one provider wait for the next minute if this one has had enough', async () => {
  for (let each = 0; each < 3; each += 1) await mails.write()
  const started = mails.loop(farEnd.url, { mails_a_minute: 2 })
  expect(await started.sendDue()).toBe(2)
  expect((await mails.state()).mails).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['waits', 0],
  ])
  clock.advance(60_000)
  expect(await started.sendDue()).toBe(1)
})

it('a mail that waited long behind others is left to the next round, since another process may take it meanwhile', async () => {
  for (let each = 0; each < 3; each += 1) await mails.write()
  farEnd.beforeAnswer = (_end, answer) => {
    clock.advance(100_000)
    answer()
  }
  const started = mails.loop(farEnd.url)
  expect(await started.sendDue()).toBe(2)
  expect((await mails.state()).mails).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['waits', 0],
  ])
  farEnd.beforeAnswer = undefined
  expect(await started.sendDue()).toBe(1)
  expect(farEnd.mails).toHaveLength(3)
})
