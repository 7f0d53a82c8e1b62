import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/postgres.ts'
import { countWaitingMails } from './outbox.ts'

type Waiting = Awaited<ReturnType<typeof countWaitingMails>>

/** Registers how many mails wait, read at each scrape. Alert on the age of the oldest one. */
export function registerMailMetrics(options: {
  readonly registry: Registry
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}): void {
  const { registry, database, clock, log } = options
  let reading: Promise<Waiting | undefined> | undefined

  /** All gauges of one scrape share one read. Metrics are scraped during failures too: then the last values stay. */
  const read = (): Promise<Waiting | undefined> => {
    reading ??= countWaitingMails(database, clock.now())
      .catch((error: unknown) => {
        log.warn({ err: error }, 'waiting mails could not be counted')
        return undefined
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  const gauge = (name: string, help: string, valueIn: (waiting: Waiting) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const waiting = await read()
        if (waiting !== undefined) this.set(valueIn(waiting))
      },
    })
  gauge(
    'legislog_mails_waiting',
    'Mails that wait to be sent, with those that wait for another attempt',
    ({ waiting }) => waiting,
  )
  gauge(
    'legislog_mail_oldest_waiting_seconds',
    'Age of the oldest mail that waits',
    ({ oldest_s }) => oldest_s,
  )
}
