import type { PoolClient } from 'pg'
import { lockStart } from '../../alerts/log/positions.ts'
import type { Schedule } from '../../alerts/schedule/local-days.ts'
import { changedTurn, firstTurn, type Turn } from '../../alerts/schedule/turn.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { deleteOldTombstones, requireRoom } from '../accounts/owned-rows.ts'
import { createToken, hashToken, tokenHint } from '../accounts/tokens/token-text.ts'
import { problem } from '../http/problem.ts'
import { dropUnwatchedItems } from './answered-links.ts'
import { findMailRecipient, insertFeedRecipient } from './recipients.ts'
import type { Watched } from './subscription-request.ts'
import { FROM_SUBSCRIPTION, SUBSCRIPTION, type SubscriptionRow } from './subscription-row.ts'

export const MAX_SUBSCRIPTIONS = 500

/** What is watched, with the bills that are known of it. */
export type Known = {
  readonly watched: Watched
  /** Those that it names, or that its search finds now. */
  readonly bill_ids: readonly number[]
}

type Caller = { readonly id: number; readonly name: string }
type Moment = { readonly origin: string; readonly now: Date }

const TABLE = 'alerts.subscription'
const OWN = 's.id = $1 AND s.account_id = $2 AND s.removed_at IS NULL'

export async function findSubscription(
  database: Queryable,
  accountId: number,
  id: number,
): Promise<SubscriptionRow> {
  const { rows } = await database.query<SubscriptionRow>(
    `SELECT ${SUBSCRIPTION} FROM ${FROM_SUBSCRIPTION} WHERE ${OWN}`,
    [id, accountId],
  )
  return rows[0] ?? unknownSubscription(id)
}

/** Creates a subscription. Only this call and a rotation return the token of a feed; it is null for mail. */
export function createSubscription(
  database: Database,
  account: Caller,
  asked: {
    readonly name: string
    readonly known: Known
    readonly schedule: Schedule
    /** undefined: a feed. */
    readonly email: string | undefined
  },
  moment: Moment,
): Promise<{ readonly id: number; readonly token: string | null }> {
  const { name, known, schedule, email } = asked
  return inTransaction(database, async (client) => {
    const limit = { table: TABLE, most: MAX_SUBSCRIPTIONS, called: 'alert subscriptions' } as const
    await requireRoom(client, account.id, limit)
    await deleteOldTombstones(client, account.id, TABLE)
    const token = email === undefined ? createToken('alf_') : null
    const recipientId =
      email === undefined
        ? await insertFeedRecipient(client, account.id)
        : await findMailRecipient(client, { account_id: account.id, account: account.name, email }, moment)
    const { last_day, next_due_at } = firstTurn(schedule, moment.now)
    const { watches, sheet_id, search } = columnsOf(known.watched)
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO alerts.subscription (account_id, recipient_id, name, channel, watches, sheet_id, search, frequency, weekday,
         hour, zone, feed_sha256, feed_hint, start, last_day, next_due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex'), $13, $14, $15, $16) RETURNING id`,
      [
        ...[account.id, recipientId, name, token === null ? 'email' : 'feed', watches, sheet_id, search],
        ...[schedule.frequency, schedule.weekday, schedule.hour, schedule.zone],
        ...(token === null ? [null, null] : [hashToken(token), tokenHint(token)]),
        ...[JSON.stringify(await lockStart(client)), last_day, next_due_at],
      ],
    )
    const id = rows[0]!.id
    await watchBills(client, id, known.bill_ids)
    return { id, token }
  })
}

function columnsOf(watched: Watched) {
  return {
    watches: watched.watches,
    sheet_id: watched.watches === 'sheet' ? watched.sheet_id : null,
    search: watched.watches === 'search' ? JSON.stringify(watched.search) : null,
  }
}

async function watchBills(client: PoolClient, id: number, billIds: readonly number[]): Promise<void> {
  await client.query(
    'INSERT INTO alerts.watched_bill (subscription_id, bill_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING',
    [id, billIds],
  )
}

/** Changes a subscription under a lock, so that two changes at a time do not undo each other. */
export function changeSubscription(
  database: Database,
  accountId: number,
  id: number,
  change: {
    readonly name: string | undefined
    readonly paused: boolean | undefined
    readonly known: Known | undefined
    readonly scheduleAfter: (before: Schedule) => Schedule
  },
): Promise<SubscriptionRow> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<Schedule & Turn & { stopped_at: string | null }>(
      `SELECT frequency, weekday, hour, zone, last_day, next_due_at, stopped_at FROM alerts.subscription s
       WHERE ${OWN} FOR UPDATE`,
      [id, accountId],
    )
    const before = rows[0] ?? unknownSubscription(id)
    const schedule = change.scheduleAfter(before)
    const turn = changedTurn(schedule, before)
    await client.query(
      `UPDATE alerts.subscription SET name = coalesce($2, name), is_paused = coalesce($3, is_paused), frequency = $4,
         weekday = $5, hour = $6, zone = $7, next_due_at = $8, updated_at = now() WHERE id = $1`,
      [
        ...[id, change.name ?? null, change.paused ?? null, schedule.frequency, schedule.weekday],
        ...[schedule.hour, schedule.zone, before.stopped_at === null ? turn.next_due_at : null],
      ],
    )
    if (change.known !== undefined) await replaceWatched(client, id, change.known)
    return findSubscription(client, accountId, id)
  })
}

async function replaceWatched(client: PoolClient, id: number, { watched, bill_ids }: Known): Promise<void> {
  const { watches, sheet_id, search } = columnsOf(watched)
  await client.query(
    'UPDATE alerts.subscription SET watches = $2, sheet_id = $3, search = $4 WHERE id = $1',
    [id, watches, sheet_id, search],
  )
  await client.query('DELETE FROM alerts.watched_bill WHERE subscription_id = $1', [id])
  await watchBills(client, id, bill_ids)
}

/** Gives a feed a new address; the old one ends at once. */
export async function rotateFeed(database: Queryable, accountId: number, id: number): Promise<string> {
  const token = createToken('alf_')
  const { rowCount } = await database.query(
    `UPDATE alerts.subscription s SET feed_sha256 = decode($3, 'hex'), feed_hint = $4, updated_at = now()
     WHERE ${OWN} AND channel = 'feed'`,
    [id, accountId, hashToken(token), tokenHint(token)],
  )
  if (rowCount === 1) return token
  await findSubscription(database, accountId, id)
  throw problem(409, 'conflict', `The subscription ${id} is not a feed: it has no address to replace.`)
}

/** Leaves a tombstone that names nobody. What waits to be sent is dropped. */
export function removeSubscription(database: Database, accountId: number, id: number): Promise<void> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ recipient_id: number | null }>(
      `SELECT recipient_id FROM alerts.subscription s WHERE ${OWN} FOR UPDATE`,
      [id, accountId],
    )
    const { recipient_id: recipientId } = rows[0] ?? unknownSubscription(id)
    await client.query(
      `UPDATE alerts.subscription SET removed_at = now(), updated_at = now(), name = '', recipient_id = NULL, sheet_id = NULL,
         search = NULL, feed_sha256 = NULL, feed_hint = NULL, next_due_at = NULL WHERE id = $1`,
      [id],
    )
    await client.query('DELETE FROM alerts.watched_bill WHERE subscription_id = $1', [id])
    await client.query('DELETE FROM alerts.digest WHERE subscription_id = $1', [id])
    if (recipientId === null) return
    await client.query(
      'DELETE FROM alerts.mail WHERE recipient_id = $1 AND next_attempt_at IS NOT NULL AND key LIKE $2',
      [recipientId, `digest ${id} %`],
    )
    await forgetRecipient(client, recipientId)
  })
}

/** Deletes a recipient without subscriptions, and the changes that were waiting for it. */
async function forgetRecipient(client: PoolClient, recipientId: number): Promise<void> {
  await dropUnwatchedItems(client, recipientId)
  await client.query(
    `DELETE FROM alerts.recipient r WHERE id = $1
       AND NOT EXISTS (SELECT FROM alerts.subscription s WHERE s.recipient_id = r.id)`,
    [recipientId],
  )
}

function unknownSubscription(id: number): never {
  throw problem(404, 'not_found', `There is no alert subscription ${id}.`)
}
