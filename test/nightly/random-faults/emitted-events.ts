import { hash } from 'node:crypto'
import { consumeAll } from '../../../bench/measure/log-floors.ts'
import { unframeEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { placeSettableClock } from '../../support/clocks/settable-clock.ts'
import { isPoison } from './poison.ts'

/**
 * Keeps every event that ingest hands to the relay, in the transaction that emits it. It also gives the database a
 * clock that can be set, and that every later connection uses.
 */
export async function recordEmittedEvents(database: Database, settings: Settings): Promise<void> {
  await database.query(`
    CREATE SCHEMA witness;
    CREATE TABLE witness.emitted (id bigint PRIMARY KEY, events bytea COMPRESSION lz4 NOT NULL);
    CREATE FUNCTION witness.keep() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO witness.emitted VALUES (NEW.id, NEW.events) ON CONFLICT DO NOTHING;
        RETURN NEW;
      END $$;
    CREATE TRIGGER witness AFTER INSERT ON ingest.outbox FOR EACH ROW EXECUTE FUNCTION witness.keep();`)
  await placeSettableClock(database, settings.database_url)
}

export type LogAccount = {
  readonly emitted: number
  /** Events that were emitted and are not in the log. */
  readonly missing: readonly string[]
  /** Messages that repeat an event byte by byte: a crash of the relay may cause that. */
  readonly repeats: number
  /** Events that are in the log more than once and differ. */
  readonly doubled: readonly string[]
  /** Messages that ingest did not emit and that are not poison. */
  readonly strange: readonly string[]
  readonly poison: number
}

/** Compares the events that ingest emitted with those of the log, by their ids. */
export async function accountForLog(
  database: Database,
  settings: Settings,
): Promise<{ readonly account: LogAccount; readonly events: ReadonlyMap<string, EmittedEvent> }> {
  const events = await readEmitted(database)
  const found = new Map<string, { count: number; digests: Set<string> }>()
  const strange: string[] = []
  let poison = 0
  const kafka = createKafka(settings, 'legislog-random-faults', createLog('witness', 'silent'))
  await consumeAll(kafka, settings, ({ key, headers, value, offset }, partition, topic) => {
    if (isPoison(String(key))) {
      poison += 1
      return
    }
    const ceId = String(headers?.ce_id ?? '')
    if (!events.has(ceId)) strange.push(`${topic}:${partition}@${offset} ${headers?.ce_type} ${ceId}`)
    const one = found.get(ceId) ?? { count: 0, digests: new Set() }
    found.set(ceId, one)
    one.count += 1
    one.digests.add(hash('sha1', value ?? Buffer.alloc(0)))
  })
  const several = [...found].filter(([, { count }]) => count > 1)
  return {
    events,
    account: {
      emitted: events.size,
      missing: [...events.keys()].filter((ceId) => !found.has(ceId)),
      repeats: several.reduce((sum, [, { count, digests }]) => sum + (digests.size === 1 ? count - 1 : 0), 0),
      doubled: several.filter(([, { digests }]) => digests.size > 1).map(([ce_id]) => ce_id),
      strange,
      poison,
    },
  }
}

export type EmittedEvent = {
  readonly type: string
  readonly is_backfill: boolean
  /** False if only the history of a status was corrected: no webhook is sent (webhooks/event-types/payload.ts). */
  readonly is_change: boolean
}

async function readEmitted(database: Database): Promise<Map<string, EmittedEvent>> {
  const events = new Map<string, EmittedEvent>()
  const page = 1_000
  for (let after = 0; ; ) {
    const { rows } = await database.query<{ id: number; events: Buffer }>(
      'SELECT id, events FROM witness.emitted WHERE id > $1 ORDER BY id LIMIT $2',
      [after, page],
    )
    for (const row of rows)
      for (const { headers, value } of unframeEvents(row.events))
        events.set(headers.ce_id!, {
          type: headers.ce_type!,
          is_backfill: headers.ce_backfill === 'true',
          is_change: headers.ce_type !== 'bill.status_changed' || isStatusChange(value),
        })
    if (rows.length < page) return events
    after = rows.at(-1)!.id
  }
}

/**
 * The rule of webhooks/event-types/payload.ts, written again on purpose: a judge that asked the dispatcher would expect
 * no webhook if the dispatcher wrongly sent none. `value`: the wire format of the registry, five bytes before the JSON.
 */
function isStatusChange(value: Buffer): boolean {
  const { from, to } = JSON.parse(value.toString('utf8', 5)) as { from: unknown; to: unknown }
  return from !== to
}
