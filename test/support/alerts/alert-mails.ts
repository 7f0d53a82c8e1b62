import { suppressRefused } from '../../../alerts/mail/refusals.ts'
import { writeMail } from '../../../alerts/mail/write-mail.ts'
import { createLog } from '../../../runtime/log.ts'
import { type MailLoop, startMailLoop } from '../../../runtime/mail/mail-loop.ts'
import { createMailTransport } from '../../../runtime/mail/mail-transport.ts'
import { createPace } from '../../../runtime/mail/pace.ts'
import type { ManualClock } from '../clocks/manual-clock.ts'
import { cleanUp } from '../harness/clean-up.ts'
import type { TestDatabase } from '../stores/database.ts'

/** Waiting mails of digests, and the loop that sends them. */
export type AlertMails = {
  write(email?: string): Promise<void>
  /** A loop that sends only if it is asked. */
  loop(smtpUrl: string, options?: { readonly mails_a_minute?: number }): MailLoop
  state(): Promise<{
    /** What is known of each mail, with its number of attempts. */
    readonly mails: readonly (readonly ['sent' | 'given up' | 'waits', number])[]
    /** What is still stored of each. */
    readonly texts: readonly string[]
    readonly suppressed: number
  }>
  clear(): Promise<void>
}

export async function createAlertMails(test: TestDatabase, clock: ManualClock): Promise<AlertMails> {
  const { database, settings } = test
  let count = 0
  await database.query("INSERT INTO account.account (name, tier) VALUES ('alpha', 'business')")
  const recipientOf = async (email: string): Promise<number> => {
    const { rows } = await database.query<{ id: number }>(
      `INSERT INTO alerts.recipient (account_id, email, address, link_key, confirmed_at)
       SELECT id, $1, convert_to($1, 'UTF8'), '\\x02', now() FROM account.account
       ON CONFLICT (account_id, address) DO UPDATE SET email = excluded.email RETURNING id`,
      [email],
    )
    return rows[0]!.id
  }
  return {
    async write(email = 'ada@example.org') {
      count += 1
      const mail = {
        key: `digest ${count}`,
        recipient_id: await recipientOf(email),
        subject: 'Ferries',
        text: 'plain words',
        html: '<p>rich words</p>',
        unsubscribe_url: 'https://pages.example.org/alerts/stop/x',
        message_id: `<${count}@pages.example.org>`,
      }
      await writeMail(database, mail, clock.now())
    },
    loop(smtp_url, { mails_a_minute = 100 } = {}) {
      const log = createLog('mail', 'silent')
      const started = startMailLoop({
        database,
        outbox: 'alerts.mail',
        transport: createMailTransport({ ...settings, smtp_url }),
        clock,
        log,
        polls: false,
        pace: createPace(mails_a_minute),
        onAttempt: (mail, error) => suppressRefused({ database, clock, log, onMail: () => {} }, mail, error),
      })
      cleanUp(() => started.close())
      return started
    },
    async state() {
      const { rows } = await database.query<{
        state: 'sent' | 'given up' | 'waits'
        attempts: number
        text: string
      }>(
        `SELECT CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'given up' ELSE 'waits' END
           AS state, attempts, concat(recipient, subject, body, html, unsubscribe_url) AS text
         FROM alerts.mail ORDER BY id`,
      )
      const { rowCount } = await database.query('SELECT FROM alerts.suppression')
      return {
        mails: rows.map(({ state, attempts }) => [state, attempts] as const),
        texts: rows.map(({ text }) => text),
        suppressed: rowCount ?? 0,
      }
    },
    async clear() {
      await database.query('DELETE FROM alerts.mail; DELETE FROM alerts.suppression')
    },
  }
}
