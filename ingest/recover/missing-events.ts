import type { PoolClient } from 'pg'
import { IdSet } from '../../runtime/id-set.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { journalRecords } from '../journal/journal.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import { frameEvents } from '../outbox/outbox-frame.ts'
import type { LoggedEntity } from './logged-entities.ts'

/** An entity with more events than the log and the outbox have. */
export type IncompleteEntity = {
  readonly id: number
  readonly ocd_id: string
  /** Sequence numbers that both lack, in order. */
  readonly missing: readonly number[]
}

const STAMP = 'ce_recordedtime'
const ENTITIES_AT_ONCE = 10_000
const ROWS_AT_ONCE = 500

/** Collects, while the log is read, the entities whose events the log has completely. */
export class LogCompleteness {
  readonly #complete = new IdSet()
  readonly #logged = new Map<number, number>()
  /** The log's content of incomplete entities, by id. */
  readonly contentOfIncomplete = new Map<number, object | null>()

  readonly #isWaiting: (ocdId: string, sequence: number) => boolean

  /** `isWaiting` says which events are in the outbox. */
  constructor(isWaiting: (ocdId: string, sequence: number) => boolean) {
    this.#isWaiting = isWaiting
  }

  noteLogged(logged: Pick<LoggedEntity, 'id' | 'ocd_id' | 'sequence' | 'content'>, known: number): void {
    const { id, ocd_id, sequence, content } = logged
    if (this.#missing(ocd_id, sequence, known).length === 0) {
      this.#complete.add(id)
    } else {
      this.#logged.set(id, sequence)
      this.contentOfIncomplete.set(id, content)
    }
  }

  async findIncomplete(database: Queryable): Promise<IncompleteEntity[]> {
    const incomplete: IncompleteEntity[] = []
    for (let after = 0; ; ) {
      const { rows } = await database.query<{ id: number; ocd_id: string; sequence: number }>(
        'SELECT id, ocd_id, sequence FROM ingest.entity WHERE id > $1 ORDER BY id LIMIT $2',
        [after, ENTITIES_AT_ONCE],
      )
      for (const { id, ocd_id, sequence } of rows) {
        if (this.#complete.has(id)) continue
        const missing = this.#missing(ocd_id, this.#logged.get(id) ?? 0, sequence)
        if (missing.length > 0) incomplete.push({ id, ocd_id, missing })
      }
      const last = rows.at(-1)
      if (last === undefined) return incomplete
      after = last.id
    }
  }

  #missing(ocdId: string, logged: number, known: number): number[] {
    const missing: number[] = []
    for (let number = logged + 1; number <= known; number++)
      if (!this.#isWaiting(ocdId, number)) missing.push(number)
    return missing
  }
}

/**
 * Puts events that the log lacks into the outbox again, with the same ids, sequences and content. A relay gives them a
 * new stamp and a place at the end of the log. Waiting events of the same entity are put behind them. Gives the count,
 * and the entities with an event that is not stored. None of their events is sent, because nothing after a gap can be
 * applied.
 */
export async function resendMissing(
  client: PoolClient,
  incomplete: readonly IncompleteEntity[],
): Promise<{ readonly events: number; readonly lost: readonly IncompleteEntity[] }> {
  if (incomplete.length === 0) return { events: 0, lost: [] }
  const kept = await findKept(client, incomplete)
  const isKept = ({ ocd_id, missing }: IncompleteEntity) => kept.get(ocd_id)?.size === missing.length
  const [whole, lost] = [incomplete.filter(isKept), incomplete.filter((one) => !isKept(one))]
  const left = new Map(whole.map(({ ocd_id, missing }) => [ocd_id, new Set(missing)]))
  const waiting = await takeWaiting(client, new Set(left.keys()))
  let events = 0
  for await (const records of journalRecords(client)) {
    const rows: OutboxRow[] = []
    for (const record of records) {
      // The first copy of a repeat counts.
      if (left.get(subjectOf(record))?.delete(sequenceOf(record)) === true) rows.push(rowOf(record))
    }
    events += rows.length
    await insertOutbox(client, rows)
  }
  for (let start = 0; start < waiting.length; start += ROWS_AT_ONCE)
    await insertOutbox(client, waiting.slice(start, start + ROWS_AT_ONCE))
  return { events, lost }
}

async function findKept(
  client: PoolClient,
  incomplete: readonly IncompleteEntity[],
): Promise<Map<string, Set<number>>> {
  const missing = new Map(incomplete.map((one) => [one.ocd_id, new Set(one.missing)]))
  const kept = new Map<string, Set<number>>()
  for await (const records of journalRecords(client)) {
    for (const record of records) {
      const subject = subjectOf(record)
      if (missing.get(subject)?.has(sequenceOf(record)) !== true) continue
      const numbers = kept.get(subject) ?? new Set()
      kept.set(subject, numbers.add(sequenceOf(record)))
    }
  }
  return kept
}

/** Takes the rows of these entities out, in their order, to insert them again. */
async function takeWaiting(client: PoolClient, ocdIds: ReadonlySet<string>): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow & { id: number }>(
    `WITH gone AS (
       DELETE FROM ingest.outbox o USING ingest.entity e
       WHERE e.ocd_id = ANY ($1::text[]) AND o.key = e.kafka_key
       RETURNING o.id, o.topic, o.partition, o.key, o.event_count, o.events
     ) SELECT * FROM gone ORDER BY id`,
    [[...ocdIds]],
  )
  return rows
}

/** Makes a row for each event without its stamp, because the relay gives a new one. */
function rowOf({ topic, partition, key, headers, value }: LogRecord): OutboxRow {
  const kept = Object.fromEntries(
    Object.entries(headers).flatMap(([name, header]) => (name === STAMP ? [] : [[name, String(header)]])),
  )
  const events = frameEvents([{ headers: kept, value: value ?? Buffer.alloc(0) }])
  return { topic, partition, key, event_count: 1, events }
}

const subjectOf = ({ headers }: LogRecord): string => String(headers.ce_subject ?? '')
const sequenceOf = ({ headers }: LogRecord): number => Number(headers.ce_sequence)
