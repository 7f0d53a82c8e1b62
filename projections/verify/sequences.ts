import type { LogRecord } from '../../runtime/log-record.ts'

/** An entity whose events are not all in the log. */
export type Hole = {
  readonly ocd_id: string
  readonly topic: string
  readonly partition: number
  readonly offset: string
  /** The sequence before the hole, and the one after it. */
  readonly after: number
  readonly next: number
}

/** Watches the sequences of entities by headers alone, so that what cannot be read counts too. */
export class Sequences {
  readonly holes: Hole[] = []
  readonly #last = new Map<string, number>()

  see({ topic, partition, offset, headers }: LogRecord): void {
    const ocd_id = String(headers.ce_subject ?? '')
    const next = Number(headers.ce_sequence)
    if (ocd_id === '' || !Number.isSafeInteger(next)) return
    const after = this.#last.get(ocd_id) ?? 0
    if (next > after + 1) this.holes.push({ ocd_id, topic, partition, offset: String(offset), after, next })
    if (next > after) this.#last.set(ocd_id, next)
  }
}
