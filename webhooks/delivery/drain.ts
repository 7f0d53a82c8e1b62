import { type DueDelivery, readDueDeliveries } from './due-deliveries.ts'
import { createPageIterator } from './page-iterator.ts'
import { runWorkers } from './run-workers.ts'
import { sendInOrder } from './send-in-order.ts'
import {
  openSendingSession,
  PAGE_SIZE,
  type SendingSession,
  type SendingSessionOptions,
} from './sending-session.ts'
import type { DrainOutcome } from './turn-verdict.ts'

export type Drain = (endpoint_id: number) => Promise<DrainOutcome>

/** Sends the due deliveries of one endpoint until its turn ends, at most `max_in_flight` at the same time. */
export function createDrain(options: SendingSessionOptions): Drain {
  const { database, clock } = options

  async function sendDue(endpointId: number, turn: SendingSession): Promise<void> {
    const feed = createPageIterator<DueDelivery>(
      (after, limit) => readDueDeliveries(database, endpointId, clock.now(), after, limit),
      PAGE_SIZE,
      turn.due,
    )
    await runWorkers(turn, async () => {
      while (!turn.isOver()) {
        const delivery = await feed.next()
        if (delivery === undefined || (await turn.send(delivery)) === undefined) return
      }
    })
  }

  return async (endpointId) => {
    const turn = await openSendingSession(options, endpointId)
    if (turn === undefined) return 'empty'
    const sending =
      turn.ordering === 'bill' ? sendInOrder(options, endpointId, turn) : sendDue(endpointId, turn)
    const [sent] = await Promise.allSettled([sending])
    const left = await turn.end()
    if (sent.status === 'rejected') throw sent.reason
    return left
  }
}
