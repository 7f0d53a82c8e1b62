import { SECOND_MS } from '../durations.ts'
import type { Queryable } from '../postgres/postgres.ts'
import type { Mail } from './mail-transport.ts'

export type DueMail = Mail & { readonly attempts: number }

/** `attempts`: those when this process took the mail. */
type TakenMail = Pick<DueMail, 'id' | 'attempts'>

/** Tables of mails. They have the same columns as far as sending needs them; one of them has no HTML. */
export type Outbox = 'account.mail' | 'alerts.mail'

const RICH: Readonly<Record<Outbox, string>> = {
  'account.mail': 'NULL AS html, NULL AS unsubscribe_url',
  'alerts.mail': 'm.html, m.unsubscribe_url',
}

/** A process that took a mail and was killed has sent it or not: another one takes it after this time. */
export const TAKEN_MS = 5 * 60_000

/** Takes due mails for this process alone. */
export async function takeDueMails(
  database: Queryable,
  outbox: Outbox,
  now: Date,
  limit: number,
): Promise<DueMail[]> {
  const { rows } = await database.query<DueMail>(
    `UPDATE ${outbox} m SET attempts = attempts + 1, next_attempt_at = $2
     WHERE id IN (
       SELECT id FROM ${outbox} WHERE next_attempt_at <= $1
       ORDER BY next_attempt_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING m.id, m.recipient, m.subject, m.body, m.message_id, m.created_at, m.attempts, ${RICH[outbox]}`,
    [now, new Date(now.getTime() + TAKEN_MS), limit],
  )
  return rows.toSorted((a, b) => a.id - b.id)
}

const TEXTS = 'recipient = NULL, subject = NULL, body = NULL, next_attempt_at = NULL'
const WIPED: Readonly<Record<Outbox, string>> = {
  'account.mail': TEXTS,
  'alerts.mail': `${TEXTS}, html = NULL, unsubscribe_url = NULL`,
}

/** The mail was taken by the mail server: its recipient and text are not kept. */
export async function markSent(database: Queryable, outbox: Outbox, id: number, now: Date): Promise<void> {
  await database.query(`UPDATE ${outbox} SET sent_at = $2, failure = NULL, ${WIPED[outbox]} WHERE id = $1`, [
    id,
    now,
  ])
}

/** False if another process took the mail later. */
const stillTaken = (attempts: string) => `attempts = ${attempts} AND sent_at IS NULL AND failed_at IS NULL`

/** `next`: the time of the next attempt; undefined: there is none. */
export async function markFailed(
  database: Queryable,
  outbox: Outbox,
  { id, attempts }: TakenMail,
  failed: { readonly failure: string; readonly now: Date; readonly next: Date | undefined },
): Promise<void> {
  const { failure, now, next } = failed
  if (next === undefined)
    await database.query(
      `UPDATE ${outbox} SET failed_at = $3, failure = $2, ${WIPED[outbox]} WHERE id = $1 AND sent_at IS NULL`,
      [id, failure, now],
    )
  else
    await database.query(
      `UPDATE ${outbox} SET failure = $2, next_attempt_at = $3 WHERE id = $1 AND ${stillTaken('$4')}`,
      [id, failure, next, attempts],
    )
}

/** Mails that are not sent and not given up; a mail that a process is sending right now is one of them. */
export async function countWaitingMails(
  database: Queryable,
  now: Date,
): Promise<{ readonly waiting: number; readonly oldest_s: number }> {
  const { rows } = await database.query<{ waiting: number; oldest_at: string | null }>(
    `SELECT count(*)::integer AS waiting, min(created_at) AS oldest_at
     FROM account.mail WHERE next_attempt_at IS NOT NULL`,
  )
  const { waiting = 0, oldest_at: oldestAt = null } = rows[0] ?? {}
  return { waiting, oldest_s: oldestAt === null ? 0 : (now.getTime() - Date.parse(oldestAt)) / SECOND_MS }
}

/** The mail waits for its turn: it was not tried. */
export async function markPostponed(
  database: Queryable,
  outbox: Outbox,
  { id, attempts }: TakenMail,
  next: Date,
): Promise<void> {
  await database.query(
    `UPDATE ${outbox} SET attempts = attempts - 1, next_attempt_at = $2 WHERE id = $1 AND ${stillTaken('$3')}`,
    [id, next, attempts],
  )
}
