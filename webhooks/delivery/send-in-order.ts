import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import {
  type DueDelivery,
  type PendingDelivery,
  readPendingDeliveries,
  rescheduleFollowers,
} from './due-deliveries.ts'
import { runWorkers } from './run-workers.ts'
import type { SendingSession } from './sending-session.ts'

const PAGE_SIZE = 200

type Chain = {
  /** The deliveries of one bill in the order of events. Each waits for the one before it. */
  readonly due: readonly DueDelivery[]
  /** A delivery before these is not due yet, so these wait too. */
  readonly waiting: PendingDelivery | undefined
}

/**
 * Sends an endpoint's due deliveries bill by bill. A later delivery of a bill waits until the earlier one is delivered
 * or has failed for good. A delivery that must wait is moved to the time of the one before it, so that it is not read
 * before.
 */
export async function sendInOrder(
  options: { database: Database; clock: Clock },
  endpointId: number,
  turn: SendingSession,
): Promise<void> {
  const { database, clock } = options
  const blocked = new Set<number>()
  let after = 0

  async function holdBack(
    { event_id, bill_id }: DueDelivery | PendingDelivery,
    dueAt: Date | string,
  ): Promise<void> {
    if (bill_id === null) return
    blocked.add(bill_id)
    await rescheduleFollowers(database, endpointId, { event_id, bill_id }, dueAt)
  }

  async function sendChain({ due, waiting }: Chain): Promise<void> {
    for (const delivery of due) {
      const result = await turn.send(delivery)
      if (result === undefined) return
      if (result.due_at !== null) return holdBack(delivery, result.due_at)
      // The earlier one was resent by hand before its time, so the later ones need not wait for that time.
      if (delivery.attempt > 0 && delivery.bill_id !== null)
        await rescheduleFollowers(
          database,
          endpointId,
          { ...delivery, bill_id: delivery.bill_id },
          clock.now(),
        )
    }
    if (waiting !== undefined) await holdBack(waiting, waiting.due_at)
  }

  while (!turn.isOver()) {
    const page = await readPendingDeliveries(database, endpointId, clock.now(), after, PAGE_SIZE)
    const queue = chainsOf(page.filter(({ bill_id }) => bill_id === null || !blocked.has(bill_id))).values()
    await runWorkers(turn, async () => {
      for (const chain of queue) {
        if (turn.isOver()) return
        await sendChain(chain)
      }
    })
    if (page.length < PAGE_SIZE) return
    after = page.at(-1)!.event_id
  }
}

/** Deliveries without a bill wait for nothing. */
function chainsOf(page: readonly PendingDelivery[]): Chain[] {
  const groups = Map.groupBy(page, ({ bill_id, event_id }) => bill_id ?? `event ${event_id}`)
  return [...groups.values()].map((group) => {
    const first = group.findIndex(({ body }) => body === null)
    const due = first < 0 ? group : group.slice(0, first)
    return { due: due.filter(isDue), waiting: first < 0 ? undefined : group[first] }
  })
}

function isDue(delivery: PendingDelivery): delivery is DueDelivery {
  return delivery.body !== null
}
