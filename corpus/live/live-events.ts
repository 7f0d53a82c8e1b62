import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { type Emission, encodeEmission } from '../../ingest/emit/emission.ts'
import { insertOutbox } from '../../ingest/outbox/outbox.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import { Random } from '../draw/random.ts'
import { type LiveBill, nextEmission, readLiveBills } from './live-bills.ts'

/** Bills with committed new events. */
export type Appended = {
  readonly bill_ids: readonly number[]
  readonly began_at: number
  readonly committed_at: number
}

export type LiveEvents = {
  readonly events: () => number
  /** Delay of the last transaction: it grows if the rate is too high. */
  readonly behind_ms: () => number
  stop(): Promise<void>
  readonly failed: Promise<never>
}

const TICK_MS = 50
const BILLS = 20_000

/**
 * Appends events of existing bills at a rate, as ingest does: through the outbox, so that the relay stamps and
 * publishes them. It must be the only writer. The read schema must have caught up when it begins, since the bills and
 * their event counts come from there.
 */
export async function appendLiveEvents(options: {
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  readonly read_schema: string
  readonly events_per_s: number
  readonly seed: number
  readonly onAppended?: (appended: Appended) => void
}): Promise<LiveEvents> {
  const { settings, database, codec, events_per_s } = options
  const random = new Random(options.seed, 0, 0x11fe)
  const bills = await readLiveBills(database, options.read_schema, BILLS)
  const stopping = new AbortController()
  let events = 0
  let behind_ms = 0
  let next = 0

  async function append(wanted: number): Promise<void> {
    const emissions: Emission[] = []
    const changedBills: LiveBill[] = []
    const beganAt = Date.now()
    await inTransaction(database, async (client) => {
      for (let count = 0; count < wanted; ) {
        const bill = bills[next++ % bills.length]!
        const emission = await nextEmission(client, bill, random)
        emissions.push(emission)
        changedBills.push(bill)
        count += emission.facts.length
      }
      await noteSequences(client, emissions)
      await insertOutbox(
        client,
        await Promise.all(emissions.map((one) => encodeEmission(one, codec, settings))),
      )
    })
    events += emissions.reduce((sum, { facts }) => sum + facts.length, 0)
    options.onAppended?.({
      bill_ids: changedBills.map(({ id }) => id),
      began_at: beganAt,
      committed_at: Date.now(),
    })
  }

  async function run(): Promise<void> {
    const began = performance.now()
    while (!stopping.signal.aborted) {
      const due = Math.floor(((performance.now() - began) / 1000) * events_per_s) - events
      behind_ms = (1000 * due) / events_per_s
      if (due > 0) await append(Math.min(due, events_per_s))
      await delay(TICK_MS)
    }
  }

  const running = run()
  const failed = running.then(() => new Promise<never>(() => {}))
  // `stop` throws the same error.
  failed.catch(() => {})
  return {
    events: () => events,
    behind_ms: () => behind_ms,
    failed,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Ingest stores how many events each entity has had. */
async function noteSequences(client: PoolClient, emissions: readonly Emission[]): Promise<void> {
  const columns = [
    emissions.map(({ entity_id }) => entity_id),
    emissions.map(({ ocd_id }) => ocd_id),
    emissions.map(({ facts }) => catalog[facts[0]!.type].entity),
    emissions.map(({ kafka_key }) => kafka_key),
    emissions.map(({ sequence, facts }) => sequence + facts.length),
  ]
  await client.query(
    `INSERT INTO ingest.entity AS stored (id, ocd_id, entity_type, kafka_key, sequence)
     SELECT DISTINCT ON (id) * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])
       AS emitted (id, ocd_id, entity_type, kafka_key, sequence) ORDER BY id, sequence DESC
     ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence`,
    columns,
  )
}
