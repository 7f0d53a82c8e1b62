import type { PoolClient } from 'pg'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { unframeEvents } from '../outbox/outbox-frame.ts'

type WaitingRow = { readonly id: number; readonly ocd_id: string; readonly sequences: readonly number[] }

const ROWS_AT_ONCE = 1_000

/**
 * Compares the outbox with the log while the log is read. Events that are in the log need not be sent again, and must
 * not be if the log has other events in their place.
 */
export class WaitingOutbox {
  readonly #rows: WaitingRow[] = []
  /** Sequence and id of the waiting events of each entity. */
  readonly #waiting = new Map<string, Map<number, string>>()
  readonly #in_log = new Map<string, number>()
  /** Entities for which the log has another event with the same sequence. */
  readonly contested = new Set<string>()

  static async load(database: Database): Promise<WaitingOutbox> {
    const outbox = new WaitingOutbox()
    for (let after = 0; ; ) {
      const { rows } = await database.query<{ id: number; events: Buffer }>(
        'SELECT id, events FROM ingest.outbox WHERE id > $1 ORDER BY id LIMIT $2',
        [after, ROWS_AT_ONCE],
      )
      for (const { id, events } of rows) outbox.#add(id, events)
      const last = rows.at(-1)
      if (last === undefined) return outbox
      after = last.id
    }
  }

  #add(id: number, frame: Buffer): void {
    const events = unframeEvents(frame).map(({ headers }) => headers)
    const ocdId = events[0]?.ce_subject ?? ''
    const waiting = this.#waiting.get(ocdId) ?? new Map<number, string>()
    this.#waiting.set(ocdId, waiting)
    for (const { ce_sequence, ce_id } of events) waiting.set(Number(ce_sequence), ce_id ?? '')
    this.#rows.push({ id, ocd_id: ocdId, sequences: events.map(({ ce_sequence }) => Number(ce_sequence)) })
  }

  see({ headers }: LogRecord): void {
    const ocdId = String(headers.ce_subject ?? '')
    const waiting = this.#waiting.get(ocdId)
    if (waiting === undefined) return
    const sequence = Number(headers.ce_sequence)
    const loggedSequence = this.#in_log.get(ocdId) ?? 0
    // The first event of a sequence counts, because readers skip repeats.
    if (sequence <= loggedSequence) return
    this.#in_log.set(ocdId, sequence)
    const id = waiting.get(sequence)
    if (id !== undefined && id !== String(headers.ce_id ?? '')) this.contested.add(ocdId)
  }

  isWaiting(ocdId: string, sequence: number): boolean {
    return !this.contested.has(ocdId) && this.#waiting.get(ocdId)?.has(sequence) === true
  }

  /** Gives the number of removed rows. */
  async clear(client: PoolClient): Promise<number> {
    const gone = this.#rows.filter(({ ocd_id, sequences }) => {
      const loggedSequence = this.#in_log.get(ocd_id) ?? 0
      return this.contested.has(ocd_id) || sequences.every((sequence) => sequence <= loggedSequence)
    })
    const { rowCount } = await client.query('DELETE FROM ingest.outbox WHERE id = ANY ($1::bigint[])', [
      gone.map(({ id }) => id),
    ])
    return rowCount ?? 0
  }
}
