import { createHeadPlaceCheck } from '../../runtime/events/event-placement.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { fromHeaders } from '../../schemas/log/event-head.ts'
import { packSeq } from '../../schemas/log/position.ts'

/** An entity with missing events. */
export type Hole = {
  readonly ocd_id: string
  readonly topic: string
  readonly partition: number
  readonly offset: string
  /** The sequences before and after the gap. */
  readonly after: number
  readonly next: number
}

/**
 * Checks the sequences of entities by headers only, so that events with unreadable bodies count too. A message with
 * impossible headers or position says nothing about an entity: it opens no gap.
 */
export class Sequences {
  readonly holes: Hole[] = []
  readonly #last = new Map<string, number>()
  readonly #refuseMisplacedHead: ReturnType<typeof createHeadPlaceCheck>

  constructor(settings: Settings) {
    this.#refuseMisplacedHead = createHeadPlaceCheck(settings)
  }

  see(record: LogRecord): void {
    const { topic, partition, offset, headers } = record
    const ocdId = String(headers.ce_subject ?? '')
    const next = Number(headers.ce_sequence)
    if (ocdId === '' || !Number.isSafeInteger(next)) return
    const after = this.#last.get(ocdId) ?? 0
    if (next > after + 1) {
      // This slow check runs only here, because a message with the next number cannot hide or open a gap.
      if (!this.#isOfItsEntity(record)) return
      this.holes.push({ ocd_id: ocdId, topic, partition, offset: String(offset), after, next })
    }
    if (next > after) this.#last.set(ocdId, next)
  }

  #isOfItsEntity(record: LogRecord): boolean {
    try {
      this.#refuseMisplacedHead({
        head: fromHeaders(record.headers),
        key: record.key,
        seq: packSeq(record),
      })
      return true
    } catch {
      // It belongs to no entity here, so its number hides nothing.
      return false
    }
  }
}
