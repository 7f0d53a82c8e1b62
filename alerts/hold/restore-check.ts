import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { holdIfRestored } from './hold.ts'

export type RestoreCheck = {
  /** Compares once, and again only after a failure. */
  check(): Promise<void>
  /** False as long as nothing may be written or mailed. */
  isDone(): boolean
}

/**
 * Compares the tables with what the group in Kafka has read. Nothing may be read, written or mailed before that: the tables
 * may come from an older backup, with digests and mails that were sent long ago.
 */
export function createRestoreCheck(options: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly readGroup: () => Promise<ReadonlyMap<string, number>>
}): RestoreCheck {
  const { database, clock, log, readGroup } = options
  let isDone = false
  let running: Promise<void> | undefined

  async function compare(): Promise<void> {
    if (await holdIfRestored(database, await readGroup(), clock.now()))
      log.error('the tables of alerts come from an older backup: digests wait for legislog alerts resume')
    isDone = true
  }

  return {
    async check() {
      if (isDone) return
      running ??= compare().finally(() => {
        running = undefined
      })
      await running
    },
    isDone: () => isDone,
  }
}
