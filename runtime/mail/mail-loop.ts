import pLimit from 'p-limit'
import type { Clock } from '../clock.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/postgres.ts'
import { describeFailure, isFinal, type MailTransport } from './mail-transport.ts'
import {
  type DueMail,
  markFailed,
  markPostponed,
  markSent,
  type Outbox,
  TAKEN_MS,
  takeDueMails,
} from './outbox.ts'
import type { Pace } from './pace.ts'

export type MailLoop = {
  /** Sends what is due, and returns how many mails were sent. */
  sendDue(): Promise<number>
  close(): Promise<void>
}

const POLL_MS = 2_000
const BATCH = 20
/** A mail server that stalls at each step takes less than that for a mail. */
const LONGEST_SENDING_MS = 3 * MINUTE_MS
/** Pauses after failed attempts; after the last one the mail is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS] as const

/**
 * Sends the mails of the outbox, in any number of processes. If a process dies between the acceptance of a mail and the note
 * of it, the same mail goes out once more under the same Message-ID.
 */
export function startMailLoop(options: {
  readonly database: Database
  readonly outbox: Outbox
  readonly transport: MailTransport
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** false: only `sendDue` sends. */
  readonly polls?: boolean
  /** Spreads the mails to one provider over time. */
  readonly pace?: Pace
  /** Number of mails under way at a time; 1 if it is missing. */
  readonly at_once?: number
  /** Resolves to false as long as nothing may be sent. */
  readonly maySend?: () => Promise<boolean>
  /** Called after each attempt; `error` is missing if the mail was taken. */
  readonly onAttempt?: (mail: DueMail, error?: unknown) => Promise<void>
}): MailLoop {
  const { database, outbox, transport, clock, log, polls = true, pace, at_once = 1 } = options
  const { maySend = async () => true, onAttempt } = options
  const limited = pLimit(at_once)
  let running: Promise<number> = Promise.resolve(0)
  let isClosed = false

  async function sendOne(mail: DueMail, takenAt: Date): Promise<boolean> {
    const now = clock.now()
    // The mails before it took so long that another process may take it while this one sends it.
    const isLate = now.getTime() - takenAt.getTime() > TAKEN_MS - LONGEST_SENDING_MS
    const turn = isLate ? now : pace?.turnOf(mail.recipient, now)
    if (turn !== undefined) {
      await markPostponed(database, outbox, mail, turn)
      return false
    }
    try {
      await transport.send(mail)
    } catch (error) {
      const failure = describeFailure(error)
      const failedAt = clock.now()
      const pause_ms = isFinal(error) ? undefined : PAUSES_MS[mail.attempts - 1]
      const next = pause_ms === undefined ? undefined : new Date(failedAt.getTime() + pause_ms)
      log.warn({ mail: mail.id, failure, attempts: mail.attempts, next }, 'a mail was not sent')
      await markFailed(database, outbox, mail, { failure, now: failedAt, next })
      await onAttempt?.(mail, error)
      return false
    }
    await markSent(database, outbox, mail.id, clock.now())
    await onAttempt?.(mail)
    return true
  }

  async function sendAll(): Promise<number> {
    let sent = 0
    for (;;) {
      const takenAt = clock.now()
      const mails = isClosed || !(await maySend()) ? [] : await takeDueMails(database, outbox, takenAt, BATCH)
      const results = await Promise.all(mails.map((mail) => limited(() => sendOne(mail, takenAt))))
      sent += results.filter(Boolean).length
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
