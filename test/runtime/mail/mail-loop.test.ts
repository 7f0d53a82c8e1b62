import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { type MailLoop, startMailLoop } from '../../../runtime/mail/mail-loop.ts'
import { registerMailMetrics } from '../../../runtime/mail/mail-metrics.ts'
import { createMailTransport, mailFolder } from '../../../runtime/mail/mail-transport.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { createManualClock, type ManualClock } from '../../support/clocks/manual-clock.ts'
import { createSmtpFarEnd, type SmtpFarEnd } from '../../support/fakes/smtp-far-end.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

const lines: string[] = []
let test: TestDatabase
let farEnd: SmtpFarEnd
let clock: ManualClock
let count = 0

beforeAll(async () => {
  test = await createTestDatabase()
  farEnd = await createSmtpFarEnd()
  clock = createManualClock('2026-06-15T12:00:00Z')
})

beforeEach(async () => {
  farEnd.mails.length = 0
  farEnd.refusal = undefined
  farEnd.beforeAnswer = undefined
  await test.database.query('DELETE FROM account.mail')
})

function loop(
  smtpUrl = farEnd.url,
  home = test.settings.home,
  onAttempt = async (_mail: unknown, _error?: unknown): Promise<void> => {},
): MailLoop {
  const settings = {
    ...test.settings,
    home,
    smtp_url: smtpUrl,
    mail_from: 'Bills <no-reply@pages.example.org>',
  }
  const log = createLog('mail', 'trace', { write: (line) => void lines.push(line) })
  const started = startMailLoop({
    outbox: 'account.mail',
    database: test.database,
    transport: createMailTransport(settings),
    clock,
    log,
    polls: false,
    onAttempt,
  })
  cleanUp(() => started.close())
  return started
}

async function write(recipient: string): Promise<void> {
  count += 1
  await test.database.query(
    `INSERT INTO account.mail (key, recipient, subject, body, message_id, created_at, next_attempt_at)
     VALUES ($1, $2, 'Please confirm', $3, $4, $5, $5)`,
    [`mail ${count}`, recipient, `The link – ${count}`, `<${count}@pages.example.org>`, clock.now()],
  )
}

const outbox = async () =>
  (
    await test.database.query<Record<string, unknown>>(
      `SELECT recipient, body, attempts, failure, sent_at IS NOT NULL AS is_sent, failed_at IS NOT NULL AS is_failed,
         next_attempt_at FROM account.mail ORDER BY id`,
    )
  ).rows

describe('the outbox of mails', () => {
  it('sends each mail once over SMTP, from any number of processes, and forgets its recipient and text', async () => {
    for (let turn = 0; turn < 30; turn += 1) await write(`visitor${turn}@example.org`)
    const loops = [loop(), loop(), loop()]
    const sent = await Promise.all(loops.map((one) => one.sendDue()))
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(30)
    expect(new Set(farEnd.mails.flatMap(({ to }) => to)).size).toBe(30)
    expect(farEnd.mails).toHaveLength(30)
    expect(farEnd.mails[0]!.text).toMatch(/^From: Bills <no-reply@pages\.example\.org>/m)
    expect(farEnd.mails[0]!.text).toMatch(/^Message-ID: <\d+@pages\.example\.org>/m)
    expect(farEnd.mails[0]!.text).toMatch(/^Auto-Submitted: auto-generated/m)
    for (const mail of await outbox())
      expect(mail).toMatchObject({ is_sent: true, recipient: null, body: null, next_attempt_at: null })
    expect(await loops[0]!.sendDue()).toBe(0)
  })

  it('tries again later if the mail server cannot take a mail now', async () => {
    await write('later@example.org')
    farEnd.refusal = { code: 451, text: 'mailbox of later@example.org is busy' }
    const sending = loop()
    expect(await sending.sendDue()).toBe(0)
    expect(await outbox()).toMatchObject([{ attempts: 1, is_sent: false, recipient: 'later@example.org' }])
    farEnd.refusal = undefined
    expect(await sending.sendDue()).toBe(0)
    clock.advance(60_000)
    expect(await sending.sendDue()).toBe(1)
    expect(farEnd.mails).toHaveLength(1)
  })

  it('tries again if nobody listens, and gives up after a day', async () => {
    await write('away@example.org')
    const sending = loop('smtp://127.0.0.1:1')
    for (let hour = 0; hour < 40; hour += 1) {
      await sending.sendDue()
      clock.advance(3_600_000)
    }
    expect(await outbox()).toMatchObject([
      {
        attempts: 7,
        is_failed: true,
        is_sent: false,
        recipient: null,
        body: null,
        failure: expect.any(String),
      },
    ])
  })

  it('gives up at once if the mail server refuses the recipient for ever', async () => {
    await write('nobody@example.org')
    farEnd.refusal = { code: 550, text: 'no such user nobody@example.org' }
    await loop().sendDue()
    expect(await outbox()).toMatchObject([
      { attempts: 1, is_failed: true, recipient: null, next_attempt_at: null },
    ])
  })

  it('sends the same mail again if the line drops after it was taken', async () => {
    await write('twice@example.org')
    farEnd.beforeAnswer = (end) => end()
    const sending = loop()
    expect(await sending.sendDue()).toBe(0)
    farEnd.beforeAnswer = undefined
    clock.advance(60_000)
    expect(await sending.sendDue()).toBe(1)
    const ids = farEnd.mails.map(({ text }) => /^Message-ID: (\S+)/m.exec(text)![1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('is taken over from a process that died', async () => {
    await write('orphan@example.org')
    await test.database.query('UPDATE account.mail SET attempts = 1, next_attempt_at = $1', [
      new Date(clock.now().getTime() + 5 * 60_000),
    ])
    const sending = loop()
    expect(await sending.sendDue()).toBe(0)
    clock.advance(5 * 60_000)
    expect(await sending.sendDue()).toBe(1)
  })

  it('leaves a late mail to the process that took it meanwhile and sent it', async () => {
    await write('first@example.org')
    await write('late@example.org')
    const other = loop()
    const slow = loop(farEnd.url, undefined, async () => {
      clock.advance(6 * 60_000)
      expect(await other.sendDue()).toBe(1)
    })
    expect(await slow.sendDue()).toBe(1)
    expect(await outbox()).toMatchObject([
      { is_sent: true, attempts: 1, next_attempt_at: null },
      { is_sent: true, attempts: 2, next_attempt_at: null },
    ])
  })

  it('leaves a mail that failed here to the process that took it meanwhile and sent it', async () => {
    await write('stalled@example.org')
    const other = loop()
    farEnd.beforeAnswer = (end) => {
      farEnd.beforeAnswer = undefined
      clock.advance(6 * 60_000)
      void other.sendDue().then(end)
    }
    expect(await loop().sendDue()).toBe(0)
    expect(await outbox()).toMatchObject([{ is_sent: true, attempts: 2, next_attempt_at: null }])
  })

  it('shows in the metrics how many mails wait, and how long the oldest has waited', async () => {
    const registry = createMetrics()
    const log = createLog('mail', 'silent')
    registerMailMetrics({ registry, database: test.database, clock, log })
    const shown = async () =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('legislog_mail'))
    expect(await shown()).toEqual(['legislog_mails_waiting 0', 'legislog_mail_oldest_waiting_seconds 0'])
    await write('first@example.org')
    farEnd.refusal = { code: 451, text: 'busy' }
    await loop().sendDue()
    clock.advance(90_000)
    await write('second@example.org')
    expect(await shown()).toEqual(['legislog_mails_waiting 2', 'legislog_mail_oldest_waiting_seconds 90'])
    farEnd.refusal = undefined
    await loop().sendDue()
    expect(await shown()).toEqual(['legislog_mails_waiting 0', 'legislog_mail_oldest_waiting_seconds 0'])
  })

  it('becomes files that only their owner reads if no mail server is set', async () => {
    await write('file@example.org')
    const home = await mkdtemp(join(tmpdir(), 'legislog-mail-'))
    cleanUp(() => rm(home, { recursive: true }))
    expect(await loop('', home).sendDue()).toBe(1)
    const folder = mailFolder({ ...test.settings, home })
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    expect(texts.filter((text) => text.includes('To: file@example.org'))).toHaveLength(1)
    expect((await stat(join(folder, files[0]!))).mode & 0o077).toBe(0)
  })

  it('tells the log no address, whatever the mail server says', () => {
    expect(lines.join('')).toContain('a mail was not sent')
    expect(lines.join('')).not.toContain('@example.org')
  })
})

it('an address of a mail server that is none is refused, without its password', () => {
  const settings = { ...test.settings, smtp_url: 'https://user:hunter2@mail.example.org' }
  expect(() => createMailTransport(settings)).toThrow(/SMTP_URL must begin with smtp:/)
  expect(() => createMailTransport(settings)).not.toThrow(/hunter2/)
})
