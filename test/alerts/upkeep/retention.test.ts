import { beforeAll, expect, it } from 'vitest'
import { writeMail } from '../../../alerts/mail/write-mail.ts'
import { removeOld } from '../../../alerts/upkeep/retention.ts'
import { DAY_MS } from '../../../runtime/durations.ts'
import { TOMBSTONE_DAYS } from '../../../schemas/http/tombstone-days.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const KEEP_DAYS = 100
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let test: TestDatabase
let recipientId: number
let subscriptionId: number

beforeAll(async () => {
  test = await createTestDatabase()
  const { rows } = await test.database.query<{ id: number; recipient_id: number }>(
    `WITH a AS (INSERT INTO account.account (name, tier) VALUES ('alpha', 'business') RETURNING id), r AS (
       INSERT INTO alerts.recipient (account_id, email, address, link_key, confirmed_at, created_at)
       SELECT id, 'ada@example.org', '\\x01', '\\x02', now(), $1 FROM a RETURNING id, account_id
     )
     INSERT INTO alerts.subscription (account_id, recipient_id, name, channel, watches, frequency, hour, zone, start, last_day)
     SELECT account_id, id, 'Ferries', 'email', 'bills', 'daily', 7, 'UTC', '{}', '2026-03-01' FROM r
     RETURNING id, recipient_id`,
    [daysAgo(500)],
  )
  recipientId = rows[0]!.recipient_id
  subscriptionId = rows[0]!.id
})

const remove = () => removeOld(test.database, KEEP_DAYS, NOW)

async function addChange(ceId: string, days: number, digestId: number | null): Promise<void> {
  await test.database.query("INSERT INTO alerts.change VALUES ($1, 1, '{}', '{}', $2)", [ceId, daysAgo(days)])
  await test.database.query(
    'INSERT INTO alerts.item (recipient_id, ce_id, subscription_ids, created_at, digest_id) VALUES ($1, $2, $3, now(), $4)',
    [recipientId, ceId, [subscriptionId], digestId],
  )
}

const left = async (column: string, table: string) => {
  const { rows } = await test.database.query<{ value: string }>(
    `SELECT ${column}::text AS value FROM alerts.${table} ORDER BY 1`,
  )
  return rows.map(({ value }) => value)
}

it('changes that were reported are deleted after their days, and those that no digest has taken stay', async () => {
  await addChange('old', KEEP_DAYS + 1, 7)
  await addChange('old, for nobody', KEEP_DAYS + 1, 0)
  await addChange('old, but open', KEEP_DAYS + 1, null)
  await addChange('new', KEEP_DAYS - 1, 7)
  expect(await remove()).toMatchObject({ changes: 2 })
  expect(await left('ce_id', 'change')).toEqual(['new', 'old, but open'])
  expect(await left('ce_id', 'item')).toEqual(['new', 'old, but open'])
  expect(await remove()).toMatchObject({ changes: 0 })
})

it('digests are deleted after the same days', async () => {
  for (const days of [KEEP_DAYS + 1, KEEP_DAYS - 1])
    await test.database.query(
      `INSERT INTO alerts.digest (subscription_id, account_id, recipient_id, day, message_id, items, bills, created_at)
       VALUES ($1, 1, $2, $3::timestamptz, $4, 1, 1, $3)`,
      [subscriptionId, recipientId, daysAgo(days), `<${days}>`],
    )
  expect(await remove()).toMatchObject({ digests: 1 })
  expect(await left('message_id', 'digest')).toEqual([`<${KEEP_DAYS - 1}>`])
})

it('notes of mails are deleted after 60 days, but a mail that waits never', async () => {
  const content = { subject: 's', text: 't', html: 'h', unsubscribe_url: 'https://x.example/' }
  for (const [name, days] of [
    ['sent', 61],
    ['waits', 61],
    ['young', 59],
  ] as const) {
    const mail = { key: name, recipient_id: recipientId, message_id: `<${name}>` }
    await writeMail(test.database, { ...mail, ...content }, daysAgo(days))
  }
  await test.database.query("UPDATE alerts.mail SET next_attempt_at = NULL WHERE key <> 'waits'")
  expect(await remove()).toMatchObject({ mails: 1 })
  expect(await left('key', 'mail')).toEqual(['waits', 'young'])
})

it('a deleted subscription is a tombstone as long as readers of changes may need it, and then its address goes too', async () => {
  const removeAt = (days: number) =>
    test.database.query('UPDATE alerts.subscription SET removed_at = $1, recipient_id = NULL', [
      daysAgo(days),
    ])
  await removeAt(TOMBSTONE_DAYS)
  expect(await remove()).toMatchObject({ subscriptions: 0 })
  await removeAt(TOMBSTONE_DAYS + 2)
  expect(await remove()).toMatchObject({ subscriptions: 1 })
  expect(await left('email', 'recipient')).toEqual([])
})
