import { clearLogFaults } from '../../runtime/kafka/log-guard/log-faults.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { withLeaseSession } from './lease-session.ts'
import type { IsEvent } from './log-checks/is-event.ts'
import { refuseLogsAhead } from './log-checks/log-ahead.ts'
import { RELAY } from './log-checks/log-check.ts'
import type { RelayProgress } from './monitoring/relay-progress.ts'
import { PartitionLeases } from './partition-leases.ts'
import { POLL_MS, relayUntilStopped } from './relay-rounds.ts'
import type { RelaySession } from './relay-rows.ts'
import { untilRead, type Waiting } from './until-answered.ts'

/** The parts of a relay that all its sessions share. */
export type RelayParts = Pick<
  RelaySession,
  'settings' | 'kafka' | 'log' | 'publisher' | 'check' | 'kafkaClock' | 'wake' | 'stopping'
> & {
  readonly database: Database
  readonly isEvent: IsEvent
  readonly progress: RelayProgress
}

const NOTIFICATION = 'legislog_outbox'

/** Relays in one Postgres session until the relay is stopped. Throws if the session is lost, or the log is refused. */
export function relayInSession(relay: RelayParts): Promise<void> {
  const { settings, database, progress, stopping, wake } = relay
  const onFailure = (error: Error) => {
    progress.failure = error
  }
  const onEvent = () => wake.notify()
  return withLeaseSession(database, onEvent, async (session) => {
    const waiting = { ...relay, session, onFailure }
    await checkLog(relay, waiting)
    const leases = new PartitionLeases(session.client, settings)
    await untilOpen(relay, leases)
    if (stopping.aborted) return
    await session.client.query(`LISTEN ${NOTIFICATION}`)
    await relayUntilStopped({ ...waiting, counters: progress.counters, leases }, progress)
  })
}

/** Each session may reach another server, such as a promoted one that lacks events of the log. */
async function checkLog({ settings, kafka, log, check, isEvent, progress }: RelayParts, waiting: Waiting) {
  const { client } = waiting.session
  await check.readFacts(client)
  check.failed()
  await untilRead(waiting, () => check.beforeSend())
  await clearLogFaults(client, RELAY, [])
  await untilRead(waiting, () => refuseLogsAhead({ settings, kafka, log, database: client, isEvent }))
  progress.isLogChecked = true
}

/** A recovery takes the lock only if no relay has it, and keeps it until it ends. */
async function untilOpen({ stopping, wake, progress }: RelayParts, leases: PartitionLeases): Promise<void> {
  while (!(await leases.open()) && !stopping.aborted) {
    progress.failure = new Error('ingest is being recovered from the log; the relay waits')
    await wake.wait(POLL_MS)
  }
}
