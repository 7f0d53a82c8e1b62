import { beforeAll, beforeEach, expect, it } from 'vitest'
import { suppressRefused } from '../../../alerts/mail/refusals.ts'
import { createLog } from '../../../runtime/log.ts'
import { startMailLoop } from '../../../runtime/mail/mail-loop.ts'
import { createMailTransport } from '../../../runtime/mail/mail-transport.ts'
import { createPace } from '../../../runtime/mail/pace.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createSmtpFarEnd, type SmtpFarEnd } from '../../support/fakes/smtp-far-end.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock()
let test: TestDatabase
let farEnd: SmtpFarEnd
let count = 0

beforeAll(async () => {
  test = await createTestDatabase()
  farEnd = await createSmtpFarEnd()
  await test.database.query(
    `WITH a AS (INSERT INTO account.account (name, tier) VALUES ('alpha', 'business') RETURNING id)
     INSERT INTO alerts.recipient (account_id, email, address, link_key, confirmed_at)
     SELECT id, 'ada@example.org', '\\x01', '\\x02', now() FROM a`,
  )
})

beforeEach(async () => {
  farEnd.mails.length = 0
  farEnd.refusal = undefined
  farEnd.beforeAnswer = undefined
  await test.database.query('DELETE FROM alerts.mail; DELETE FROM alerts.suppression')
})

function loop(mailsAMinute = 100) {
  const { database } = test
  const log = createLog('mail', 'silent')
  const started = startMailLoop({
    database,
    outbox: 'alerts.mail',
    transport: createMailTransport({ ...test.settings, smtp_url: farEnd.url }),
    clock,
    log,
    polls: false,
    pace: createPace(mailsAMinute),
    onAttempt: (mail, error) => suppressRefused({ database, clock, log, onMail: () => {} }, mail, error),
  })
  cleanUp(() => started.close())
  return started
}

async function write(): Promise<void> {
  count += 1
  await test.database.query(
    `INSERT INTO alerts.mail (key, recipient_id, recipient, subject, body, html, unsubscribe_url, message_id, address,
       created_at, next_attempt_at)
     SELECT $1, id, 'ada@example.org', 'Ferries', 'plain words', '<p>rich words</p>',
       'https://pages.example.org/alerts/stop/x', $2, '\\x01', $3, $3 FROM alerts.recipient`,
    [`digest ${count}`, `<${count}@pages.example.org>`, clock.now()],
  )
}

async function state() {
  const { rows } = await test.database.query<{ state: string; attempts: number; text: string | null }>(
    `SELECT CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'given up' ELSE 'waits' END AS state,
       attempts, concat(recipient, subject, body, html, unsubscribe_url) AS text FROM alerts.mail ORDER BY id`,
  )
  const { rowCount } = await test.database.query('SELECT FROM alerts.suppression')
  return {
    mails: rows.map((row) => [row.state, row.attempts]),
    texts: rows.map(({ text }) => text),
    suppressed: rowCount,
  }
}

it('a digest is one mail with text, HTML and a link for one click, and is forgotten when it is taken', async () => {
  await write()
  expect(await loop().sendDue()).toBe(1)
  const { text } = farEnd.mails[0]!
  expect(text).toContain('List-Unsubscribe: <https://pages.example.org/alerts/stop/x>')
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toMatch(/multipart\/alternative[\s\S]*plain words[\s\S]*rich words/)
  expect(await state()).toEqual({ mails: [['sent', 1]], texts: [''], suppressed: 0 })
})

it.each([
  { what: 'greylists', code: 450, text: '4.2.0 try later', left: 'waits', suppressed: 0 },
  { what: 'refuses a mail', code: 550, text: '5.7.1 policy', left: 'given up', suppressed: 0 },
  {
    what: 'does not know the mailbox',
    code: 550,
    text: '5.1.1 no such user',
    left: 'given up',
    suppressed: 1,
  },
])('a server that $what: the mail $left, suppressed addresses: $suppressed', async (row) => {
  farEnd.refusal = { code: row.code, text: row.text }
  await write()
  await loop().sendDue()
  const { mails, suppressed } = await state()
  expect([mails, suppressed]).toEqual([row.suppressed === 1 ? mails : [[row.left, 1]], row.suppressed])
  if (row.left !== 'waits') return
  farEnd.refusal = undefined
  clock.advance(60_000)
  expect(await loop().sendDue()).toBe(1)
})

it('a connection that breaks after the text: the same Message-ID goes out once more', async () => {
  farEnd.beforeAnswer = (end) => end()
  await write()
  const started = loop()
  await started.sendDue()
  farEnd.beforeAnswer = undefined
  clock.advance(60_000)
  expect(await started.sendDue()).toBe(1)
  expect(farEnd.mails).toHaveLength(2)
  const ids = farEnd.mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect(new Set(ids).size).toBe(1)
  expect((await state()).mails).toEqual([['sent', 2]])
})

it('mails to one provider wait for the next minute if this one has had enough', async () => {
  for (let each = 0; each < 3; each += 1) await write()
  const started = loop(2)
  expect(await started.sendDue()).toBe(2)
  expect((await state()).mails).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['waits', 0],
  ])
  clock.advance(60_000)
  expect(await started.sendDue()).toBe(1)
})
