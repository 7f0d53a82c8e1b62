import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeMail } from '../../../alerts/mail/write-mail.ts'
import { recipientOf } from '../../../api/mail/recipient.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

const EMAIL = 'ada@example.org'
const OURS = '<ours@pages.example.org>'

let test: TestDatabase
let folder: string

const run = (...args: string[]) =>
  legislogHere(['alerts', ...args], { env: settingsEnvironment(test.settings) })
const shown = async (...args: string[]) => {
  const outcome = await run(...args, '--json')
  expect(outcome.code, outcome.stderr).toBe(0)
  return outcome.json()
}

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'legislog-bounce-'))
  cleanUp(() => rm(folder, { recursive: true }))
})

/** A confirmed recipient with a subscription whose digest is late, an open item and a waiting mail. */
async function addReader(): Promise<void> {
  const { rows } = await test.database.query<{ id: number }>(
    `WITH a AS (INSERT INTO account.account (name, tier) VALUES ('alpha', 'business') RETURNING id), r AS (
       INSERT INTO alerts.recipient (account_id, email, address, link_key, confirmed_at)
       SELECT id, $1, decode($2, 'hex'), '\\x02', now() FROM a RETURNING id, account_id
     ), s AS (
       INSERT INTO alerts.subscription (account_id, recipient_id, name, channel, watches, frequency, hour, zone, start,
         last_day, next_due_at)
       SELECT account_id, id, 'Ferries', 'email', 'bills', 'daily', 7, 'UTC', '{}', '2026-03-01', now() - interval '1 hour'
       FROM r RETURNING id, recipient_id
     ), c AS (
       INSERT INTO alerts.change VALUES ('one', 1, '{}', '{}', '2026-03-01')
     )
     INSERT INTO alerts.item (recipient_id, ce_id, subscription_ids, created_at)
     SELECT recipient_id, 'one', ARRAY[id], now() FROM s RETURNING recipient_id AS id`,
    [EMAIL, recipientOf(EMAIL)],
  )
  const mail = { key: 'digest 1', recipient_id: rows[0]!.id, message_id: OURS }
  const content = {
    subject: 'Ferries',
    text: 'text',
    html: '<p>text</p>',
    unsubscribe_url: 'https://x.example/',
  }
  await writeMail(test.database, { ...mail, ...content }, new Date('2026-03-01'))
}

const report = (fields: string) => `Message-ID: <report@mx.example>

--b
${fields}
--b
Message-ID: ${OURS}
`

async function bounce(text: string) {
  const file = join(folder, 'bounce.eml')
  await writeFile(file, text)
  return run('bounce', file, '--json')
}

describe('legislog alerts', () => {
  it('without subscriptions counts nothing, and has nothing to hold', async () => {
    expect(await shown('status')).toMatchObject({
      subscriptions: 0,
      due: 0,
      items: 0,
      mails: 0,
      held_at: null,
    })
    expect(await shown('hold')).toEqual({ is_new: false, held_at: null })
  })

  it('status counts what waits', async () => {
    await addReader()
    expect(await shown('status')).toMatchObject({
      subscriptions: 1,
      due: 1,
      items: 1,
      mails: 1,
      held_at: null,
    })
    expect((await run('status')).stdout).toContain(
      '1 subscriptions, 1 digests due, 1 changes and 1 mails wait',
    )
  })

  it('hold holds digests until resume, which drops what is older', async () => {
    expect(await shown('hold')).toMatchObject({ is_new: true, held_at: expect.stringMatching(/^2/) })
    expect(await shown('hold')).toMatchObject({ is_new: false })
    expect((await run('status')).stdout).toContain('legislog alerts resume')
    expect(await shown('resume', '--from', '2026-02-01T00:00:00Z')).toEqual({
      ...{ was_held: true, dropped_items: 0, dropped_mails: 0, from: '2026-02-01T00:00:00.000Z' },
    })
    expect(await shown('status')).toMatchObject({ held_at: null, items: 1, mails: 1 })
    await shown('hold')
    expect(await shown('resume', '--from', 'now')).toMatchObject({
      ...{ was_held: true, dropped_items: 1, dropped_mails: 1 },
    })
    expect(await shown('status')).toMatchObject({ held_at: null, items: 0, mails: 0 })
  })

  it('resume names a time that it cannot read', async () => {
    expect(await run('resume')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') })
    const { code, stderr } = await run('resume', '--from', 'yesterday')
    expect(code).toBe(2)
    expect(stderr).toContain('yesterday')
  })

  it('bounce suppresses the address of our mail, and allow lifts it', async () => {
    const { rows } = await test.database.query<{ id: number }>('SELECT id FROM alerts.recipient')
    const mail = { key: 'digest 2', recipient_id: rows[0]!.id, message_id: OURS }
    const content = { subject: 's', text: 't', html: 'h', unsubscribe_url: 'https://x.example/' }
    await writeMail(test.database, { ...mail, ...content }, new Date())
    const delayed = await bounce(report('Action: delayed\nStatus: 4.4.1'))
    expect(delayed.json()).toMatchObject({ reason: 'delayed', suppressed: false })
    expect(await shown('allow', EMAIL)).toEqual({ was_suppressed: false })
    const failed = await bounce(report('Action: failed\nStatus: 5.1.1'))
    expect(failed.json()).toEqual({ message_id: OURS, reason: 'bounce', suppressed: true })
    expect(await shown('status')).toMatchObject({ mails: 0 })
    expect(await shown('allow', EMAIL.toUpperCase())).toEqual({ was_suppressed: true })
  })

  it('bounce suppresses nobody for a mail that is not ours, and refuses what is no report', async () => {
    const foreign = await bounce(report('Action: failed\nStatus: 5.1.1').replace(OURS, '<other@mx.example>'))
    expect(foreign.json()).toMatchObject({ suppressed: false })
    expect(await bounce('Hello')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('neither a bounce'),
    })
    expect((await run('allow', 'no mailbox')).code).not.toBe(0)
  })
})
