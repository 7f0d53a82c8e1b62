import type { PoolClient } from 'pg'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { Schedule } from '../schedule/local-days.ts'
import { changedTurn, dueTurn, type Turn } from '../schedule/turn.ts'
import type { BillFacts, ReadFacts, TakenChange } from './digest-content.ts'
import { digestIdOf } from './links.ts'
import { type DigestTarget, writeDigest } from './write-digest.ts'

export type DigestParts = {
  readonly database: Database
  readonly readFacts: ReadFacts
  /** Links in mails begin with it. */
  readonly origin: string
}

type Due = DigestTarget &
  Schedule & {
    readonly last_day: string
    readonly account_id: number
  }

export type Taken = 'digest' | 'nothing_new' | 'not_due'

const COLUMNS = `s.id AS subscription_id, s.name, s.account_id, a.name AS account, s.channel, s.recipient_id, s.frequency,
  s.weekday, s.hour, s.zone, s.last_day, r.link_key`
const DUE = `alerts.subscription s JOIN alerts.recipient r ON r.id = s.recipient_id
  JOIN account.account a ON a.id = s.account_id
  WHERE s.removed_at IS NULL AND s.next_due_at <= $1`

export type DueSubscription = { readonly id: number; readonly recipient_id: number }

/** Subscriptions whose hour has come, the oldest first. */
export async function readDue(database: Queryable, now: Date, most: number): Promise<DueSubscription[]> {
  const { rows } = await database.query<DueSubscription>(
    `SELECT id, recipient_id FROM alerts.subscription WHERE next_due_at <= $1 AND removed_at IS NULL
     ORDER BY next_due_at, id LIMIT $2`,
    [now, most],
  )
  return rows
}

/** Reads the facts of all bills that these subscriptions report, once for each bill. */
export async function readOpenFacts(
  { database, readFacts }: Pick<DigestParts, 'database' | 'readFacts'>,
  due: readonly DueSubscription[],
): Promise<Map<number, BillFacts>> {
  const { rows } = await database.query<{ bill_id: number }>(
    `SELECT DISTINCT c.bill_id FROM alerts.item i JOIN alerts.change c USING (ce_id)
     WHERE i.recipient_id = ANY ($1::bigint[]) AND i.digest_id IS NULL AND i.subscription_ids && $2::bigint[]`,
    [[...new Set(due.map(({ recipient_id }) => recipient_id))], due.map(({ id }) => id)],
  )
  return new Map(await readFacts(rows.map(({ bill_id }) => bill_id)))
}

/**
 * Ends the due day of a subscription. One transaction takes all of its open items, writes the digest as it will be sent, and
 * moves the subscription to its next day; so a day has one digest at most, and a change is in one. `facts` gets those of bills
 * that it lacks: bills are read outside of the transaction, which has a connection already and must not wait for another one.
 */
export async function takeDigest(
  parts: DigestParts & { readonly facts: Map<number, BillFacts> },
  id: number,
  now: Date,
): Promise<Taken> {
  const { database, readFacts, facts } = parts
  for (;;) {
    const taken = await inTransaction(database, (client) => takeIn(client, parts, id, now))
    if (typeof taken === 'string') return taken
    // Changes of other bills came meanwhile.
    const found = await readFacts(taken)
    for (const billId of taken) facts.set(billId, found.get(billId) ?? UNKNOWN)
  }
}

const UNKNOWN: BillFacts = { identifier: null, title: null, status: null, link: null }

/** Gives the ids of bills whose facts are missing; then nothing is written. */
async function takeIn(
  client: PoolClient,
  parts: DigestParts & { readonly facts: ReadonlyMap<number, BillFacts> },
  id: number,
  now: Date,
): Promise<Taken | readonly number[]> {
  const { rows: held } = await client.query<{ is_held: boolean }>(
    'SELECT held_at IS NOT NULL AS is_held FROM alerts.hold FOR SHARE',
  )
  if (held[0]?.is_held !== false) return 'not_due'
  const { rows } = await client.query<Due>(
    `SELECT ${COLUMNS} FROM ${DUE} AND s.id = $2 FOR UPDATE OF s SKIP LOCKED`,
    [now, id],
  )
  const due = rows[0]
  if (due === undefined) return 'not_due'
  const turn = dueTurn(due, due, now)
  if (turn === undefined) {
    // The clock went back, or the zone changed: the day is over already.
    await moveOn(client, id, changedTurn(due, due))
    return 'not_due'
  }
  const { rows: next } = await client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('alerts.digest', 'id')) AS id`,
  )
  const digestId = next[0]!.id
  const changes = await takeItems(client, due, digestId)
  const missing = [...new Set(changes.map(({ bill_id }) => bill_id))].filter(
    (billId) => !parts.facts.has(billId),
  )
  if (missing.length > 0) {
    await giveBack(client, digestId)
    return missing
  }
  await moveOn(client, id, turn.after)
  if (changes.length === 0) return 'nothing_new'
  await insertDigest(client, parts, { ...due, id: digestId, day: turn.day }, changes, now)
  return 'digest'
}

/** A change goes to one digest, even if subscriptions that overlap end their days at the same moment. */
async function takeItems(client: PoolClient, due: Due, digestId: number): Promise<TakenChange[]> {
  const { rows } = await client.query<TakenChange & { id: number }>(
    `WITH taken AS (
       UPDATE alerts.item SET digest_id = $3
       WHERE recipient_id = $1 AND digest_id IS NULL AND $2 = ANY (subscription_ids) RETURNING id, ce_id
     )
     SELECT taken.id, c.bill_id, c.bill, c.content FROM taken JOIN alerts.change c USING (ce_id) ORDER BY taken.id`,
    [due.recipient_id, due.subscription_id, digestId],
  )
  return rows
}

const giveBack = (client: PoolClient, digestId: number) =>
  client.query('UPDATE alerts.item SET digest_id = NULL WHERE digest_id = $1', [digestId])

async function moveOn(client: PoolClient, id: number, after: Turn): Promise<void> {
  await client.query('UPDATE alerts.subscription SET last_day = $2, next_due_at = $3 WHERE id = $1', [
    id,
    after.last_day,
    after.next_due_at,
  ])
}

async function insertDigest(
  client: PoolClient,
  parts: DigestParts & { readonly facts: ReadonlyMap<number, BillFacts> },
  due: Due & { readonly id: number; readonly day: string },
  changes: readonly TakenChange[],
  now: Date,
): Promise<void> {
  const { subject, text, html, bills, unsubscribe_url } = writeDigest(due, due.day, changes, parts)
  const messageId = digestIdOf(due, due, parts.origin)
  const isFeed = due.channel === 'feed'
  await client.query(
    `INSERT INTO alerts.digest (id, subscription_id, account_id, recipient_id, day, message_id, items, bills, subject, text,
       html, created_at)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[due.id, due.subscription_id, due.account_id, due.recipient_id, due.day, messageId],
      ...[changes.length, bills],
      ...(isFeed ? [subject, text, html] : [null, null, null]),
      now,
    ],
  )
  if (isFeed) return
  const { recipient_id } = due
  const key = `digest ${due.subscription_id} ${due.day}`
  const mail = { key, recipient_id, subject, text, html, unsubscribe_url, message_id: messageId }
  // The items would be taken, and nothing mailed.
  if (!(await writeMail(client, mail, now)))
    throw new Error(`the mail "${key}" exists already, or its recipient is gone`)
}
