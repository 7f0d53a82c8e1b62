import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { evolveAll, furtherTouchesOf, touchesOf } from '../projectors/all-projectors.ts'
import { anyRow, type Touch } from '../read-model/projector.ts'
import { entityTable } from '../tables/registry-table.ts'
import { asFailure, type Decoded } from './decode-records.ts'
import type { WorkingSet } from './working-set.ts'

/** An event that could not be applied, or that waits behind another event of its key. */
export type ParkedDecoded = {
  readonly decoded: Decoded
  readonly code: string
  readonly error: string
  /** false if it only waits behind another event. */
  readonly is_culprit: boolean
}
/** The position of a message in the log. */
export type MessagePlace = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

export type Folded = {
  readonly applied: number
  readonly repeated: number
  /** Repeated events that are live. The rows did not change, so webhooks must not report them. */
  readonly skipped: readonly MessagePlace[]
  readonly parked: readonly ParkedDecoded[]
}

type OrderingKey = { readonly topic: string; readonly partition: number; readonly key: string }

/** A key in a partition. Its events are parked together, and no others with them. */
export const orderingKeyOf = ({ topic, partition, key }: OrderingKey): string =>
  `${topic}:${partition}\n${key}`

/**
 * The rows that the events may touch, in steps: each step is computed when the rows of the previous one are loaded.
 * The registry's rows come first, because an unknown entity has no rows.
 */
export function* touchesOfBatch(rows: WorkingSet, events: readonly LogEvent[]): Generator<Touch[]> {
  yield events.map(({ body }) => anyRow(entityTable, body.id))
  const touches: Touch[] = []
  const known: LogEvent[] = []
  for (const event of events) {
    const isKnown = rows.get(entityTable, event.body.id) !== undefined
    if (isKnown) known.push(event)
    for (const touch of touchesOf(event)) {
      if (touch.table !== entityTable && (isKnown || !touch.own)) touches.push(touch)
    }
  }
  yield touches
  yield known.flatMap((event) => furtherTouchesOf(rows, event))
}

/**
 * Applies events in order. Sets a failing event aside with all later events of its ordering key.
 * `blockedKeys` were parked before; `refused` are events that the database refused. Calls `onApplied` for
 * each event that is not set aside and was not applied before.
 */
export function foldEvents(
  rows: WorkingSet,
  batch: Iterable<Decoded>,
  blockedKeys: ReadonlySet<string>,
  refused: ReadonlyMap<Decoded, Error>,
  onApplied: (event: LogEvent) => void = () => {},
): Folded {
  const blocked = new Set(blockedKeys)
  const parked: ParkedDecoded[] = []
  const skipped: MessagePlace[] = []
  let applied = 0
  let repeated = 0
  for (const decoded of batch) {
    if (blocked.size > 0 && blocked.has(orderingKeyOf(decoded.record))) {
      parked.push({
        decoded,
        code: 'evolve_failed',
        error: 'stands behind a parked event',
        is_culprit: false,
      })
      continue
    }
    try {
      const error = decoded.failure ?? refused.get(decoded)
      if (error !== undefined) throw error
      if (applyEvent(rows, decoded.event!)) {
        applied += 1
        onApplied(decoded.event!)
      } else {
        repeated += 1
        if (isLive(decoded.event!)) skipped.push(placeOf(decoded.record))
      }
    } catch (error) {
      const { code, message } = asFailure(error, 'evolve_failed')
      blocked.add(orderingKeyOf(decoded.record))
      parked.push({ decoded, code, error: message, is_culprit: true })
    }
  }
  return { applied, repeated, skipped, parked }
}

export const isLive = ({ meta }: LogEvent): boolean => !meta.backfill

/** Copies the place only: a record keeps its message's bytes in memory. */
export const placeOf = ({ topic, partition, offset }: LogRecord): MessagePlace => ({
  topic,
  partition,
  offset,
})

/** A relay that lost its state may leave a gap of a few numbers. A larger gap is always a wrong number. */
const MAX_SEQUENCE_GAP = 1_000_000

/**
 * Returns false if the event was applied before: its sequence is not above the entity's. Throws `evolve_failed` if it
 * cannot be an event of the entity with its id.
 */
export function applyEvent(rows: WorkingSet, event: LogEvent): boolean {
  const entity = rows.get(entityTable, event.body.id)
  if (entity !== undefined && entity.ocd_id !== event.body.ocd_id) {
    throw new LegislogError(
      'evolve_failed',
      `the id ${entity.id} belongs to ${entity.ocd_id}, but the event is about ${event.body.ocd_id}`,
    )
  }
  const last = entity?.sequence ?? 0
  const { sequence } = event.meta
  if (last >= sequence) return false
  if (sequence > last + MAX_SEQUENCE_GAP) {
    throw new LegislogError('evolve_failed', `the sequence jumps from ${last} to ${sequence}`)
  }
  rows.apply(evolveAll(rows, event))
  return true
}
