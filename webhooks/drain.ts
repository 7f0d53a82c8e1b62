import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../runtime/postgres.ts'
import { type Claim, claimDue, releaseClaimed } from './claim.ts'
import { signingKeys } from './endpoint-secrets.ts'
import { type Result, resultOf } from './result.ts'
import type { ResultWriter } from './result-writer.ts'
import type { SecretBox } from './secret-box.ts'
import { DEADLINE_MS, type Sender } from './send.ts'

/** What is left: nothing that is due, more, or whatever a process that stops leaves to others. */
export type Drained = 'empty' | 'more' | 'stopped'
export type Drain = (endpoint_id: number) => Promise<Drained>

/** A send that begins must be over before its lease is. */
const LEASE_LEFT_MS = DEADLINE_MS + 1_000
/** Then others get their turn. */
const SLICE_MS = 5_000

/** Sends what is due for one endpoint, batch by batch, with at most its `max_in_flight` at once. */
export function createDrain(options: {
  database: Database
  sender: Sender
  writer: ResultWriter
  secrets: SecretBox
  clock: Clock
  random: () => number
  onResult: (result: Result) => void
  isStopping: () => boolean
}): Drain {
  const { database, sender, writer, secrets, clock, random, onResult, isStopping } = options

  /** Releases what the lease has no time left for. */
  async function sendAll({ endpoint, lease_until, deliveries }: Claim): Promise<void> {
    const keys = signingKeys(secrets, endpoint.account_id, endpoint.secrets, clock.now())
    const queue = deliveries[Symbol.iterator]()
    const written: Promise<void>[] = []
    const unsent: string[] = []
    const lane = async () => {
      for (const { key, attempt, body } of queue) {
        if (isStopping() || lease_until.getTime() - clock.now().getTime() < LEASE_LEFT_MS) {
          unsent.push(key)
          continue
        }
        const made = await sender.send({ url: endpoint.url, secrets: keys, key, body })
        const result = resultOf({ key, endpoint_id: endpoint.id, attempt }, made, random())
        onResult(result)
        written.push(writer.write(result))
      }
    }
    await Promise.all(Array.from({ length: endpoint.max_in_flight }, lane))
    await Promise.all(written)
    if (unsent.length > 0) await releaseClaimed(database, unsent, lease_until)
  }

  return async (endpoint_id) => {
    const end = performance.now() + SLICE_MS
    for (;;) {
      if (isStopping()) return 'stopped'
      const claim = await claimDue(database, endpoint_id, clock.now())
      if (claim === undefined || claim.deliveries.length === 0) return 'empty'
      await sendAll(claim)
      if (!claim.is_full) return 'empty'
      if (performance.now() > end) return 'more'
    }
  }
}
