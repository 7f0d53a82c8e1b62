import type { PoolClient } from 'pg'
import { isClockAhead } from '../../runtime/log-clock/clock-ahead.ts'
import { pruneJournal } from '../journal/prune-journal.ts'
import type { RelayProgress } from './monitoring/relay-progress.ts'
import { type RelaySession, relayRows } from './relay-rows.ts'
import { SettledIds } from './settled-ids.ts'

/** The pause before the relay looks again, unless it is woken. */
export const POLL_MS = 1_000
const PRUNE_MS = 600_000

/** Sends rows round by round until the relay is stopped. */
export async function relayUntilStopped(relay: RelaySession, progress: RelayProgress): Promise<void> {
  const settled = new SettledIds()
  const chores = createChores(relay, settled)
  while (!relay.stopping.aborted) {
    await chores(relay.session.client)
    const round = { settled_id: settled.upTo, poll_ms: POLL_MS }
    if (await relayRows(relay, round).catch((error) => noteClockAhead(relay, progress, error)))
      progress.noteRound()
    else await relay.wake.wait(POLL_MS)
  }
}

/**
 * Tasks between rounds, each with its own interval: leases and facts are refreshed, and the journal is
 * pruned.
 */
function createChores({ leases, check, counters, settings }: RelaySession, settled: SettledIds) {
  // Use the monotonic clock, because the clock of this host may be set back.
  let [balance_ms, prune_ms] = [0, 0]
  return async (client: PoolClient): Promise<void> => {
    if (performance.now() >= balance_ms) {
      await leases.balance()
      await settled.look(client)
      await check.readFacts(client)
      counters.leases = leases.leases.length
      balance_ms = performance.now() + POLL_MS
    }
    if (performance.now() >= prune_ms) {
      await pruneJournal(client, settings)
      prune_ms = performance.now() + PRUNE_MS
    }
  }
}

/** Rows wait in the outbox until the clocks agree: a stamp that is far ahead would move the time of the service. */
function noteClockAhead({ log }: RelaySession, progress: RelayProgress, error: unknown): false {
  if (!isClockAhead(error)) throw error
  if (progress.clockAhead === undefined) log.error({ err: error }, 'the relay stamps no events')
  progress.clockAhead = error
  return false
}
