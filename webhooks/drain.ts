import { type Due, readDue } from './due.ts'
import { createFeed } from './feed.ts'
import { inLanes } from './lanes.ts'
import { sendInOrder } from './send-in-order.ts'
import { beginTurn, type Drained, PAGE, type Turn, type TurnOptions } from './turn.ts'

export type Drain = (endpoint_id: number) => Promise<Drained>

/** Sends what is due for one endpoint, with at most its `max_in_flight` at once, for as long as a turn lasts. */
export function createDrain(options: TurnOptions): Drain {
  const { database, clock } = options

  async function sendDue(endpoint_id: number, turn: Turn): Promise<void> {
    const feed = createFeed<Due>(
      (after, limit) => readDue(database, endpoint_id, clock.now(), after, limit),
      PAGE,
      turn.due,
    )
    await inLanes(turn, async () => {
      while (!turn.isOver()) {
        const delivery = await feed.next()
        if (delivery === undefined || (await turn.send(delivery)) === undefined) return
      }
    })
  }

  return async (endpoint_id) => {
    const turn = await beginTurn(options, endpoint_id)
    if (turn === undefined) return 'empty'
    const sending =
      turn.ordering === 'bill' ? sendInOrder(options, endpoint_id, turn) : sendDue(endpoint_id, turn)
    const [sent] = await Promise.allSettled([sending])
    const left = await turn.end()
    if (sent.status === 'rejected') throw sent.reason
    return left
  }
}
