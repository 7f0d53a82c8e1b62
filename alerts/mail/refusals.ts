import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { isFinal } from '../../runtime/mail/mail-transport.ts'
import type { DueMail } from '../../runtime/mail/outbox.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { isMailboxGone, suppressByMessage } from './suppressions.ts'

/** Counts an attempt, and suppresses an address that its mail server does not know. */
export async function suppressRefused(
  parts: {
    readonly database: Queryable
    readonly clock: Clock
    readonly log: Pick<Log, 'info'>
    readonly onMail: (outcome: 'sent' | 'deferred' | 'refused') => void
  },
  mail: Pick<DueMail, 'id' | 'message_id'>,
  error: unknown,
): Promise<void> {
  const { database, clock, log, onMail } = parts
  onMail(error === undefined ? 'sent' : isFinal(error) ? 'refused' : 'deferred')
  if (error === undefined || !isMailboxGone(error)) return
  await suppressByMessage(database, mail.message_id, 'bounce', clock.now())
  log.info({ mail: mail.id }, 'a mailbox does not exist: its address gets no more mail')
}
