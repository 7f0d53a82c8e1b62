import type { Clock } from '../clock.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/postgres.ts'
import { describeFailure, isFinal, type MailTransport } from './mail-transport.ts'
import { type DueMail, markFailed, markSent, takeDueMails } from './outbox.ts'

export type MailLoop = {
  /** Sends what is due, and returns how many mails were sent. */
  sendDue(): Promise<number>
  close(): Promise<void>
}

const POLL_MS = 2_000
const BATCH = 20
/** Pauses after failed attempts; after the last one the mail is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS] as const

/**
 * Sends the mails of the outbox, in any number of processes. If a process dies between the acceptance of a mail and the note
 * of it, the same mail goes out once more under the same Message-ID.
 */
export function startMailLoop(options: {
  readonly database: Database
  readonly transport: MailTransport
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** false: only `sendDue` sends. */
  readonly polls?: boolean
}): MailLoop {
  const { database, transport, clock, log, polls = true } = options
  let running: Promise<number> = Promise.resolve(0)
  let isClosed = false

  async function sendOne(mail: DueMail): Promise<boolean> {
    try {
      await transport.send(mail)
    } catch (error) {
      const failure = describeFailure(error)
      const now = clock.now()
      const pause_ms = isFinal(error) ? undefined : PAUSES_MS[mail.attempts - 1]
      const next = pause_ms === undefined ? undefined : new Date(now.getTime() + pause_ms)
      log.warn({ mail: mail.id, failure, attempts: mail.attempts, next }, 'a mail was not sent')
      await markFailed(database, mail.id, { failure, now, next })
      return false
    }
    await markSent(database, mail.id, clock.now())
    return true
  }

  async function sendAll(): Promise<number> {
    let sent = 0
    for (;;) {
      const mails = isClosed ? [] : await takeDueMails(database, clock.now(), BATCH)
      for (const mail of mails) if (await sendOne(mail)) sent += 1
      if (mails.length < BATCH) return sent
    }
  }

  /** One round at a time. */
  function sendDue(): Promise<number> {
    // The caller of that round got its error.
    running = running.catch(() => 0).then(sendAll)
    return running
  }

  const timer = polls
    ? setInterval(
        () =>
          void sendDue().catch((error: unknown) =>
            log.warn({ failure: describeFailure(error) }, 'mails could not be read'),
          ),
        POLL_MS,
      )
    : undefined
  timer?.unref()
  return {
    sendDue,
    async close() {
      isClosed = true
      clearInterval(timer)
      // The caller of that round got its error.
      await running.catch(() => 0)
      transport.close()
    },
  }
}
