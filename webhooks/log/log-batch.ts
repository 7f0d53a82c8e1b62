import { type EventCodec, isFaultOfMessage } from '../../runtime/events/event-codec.ts'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { LogBatch, LogRecord } from '../../runtime/kafka/log-reader/log-reader.ts'
import { headerText } from '../../runtime/log-consumer/record-batch.ts'
import type { ParkedRecord, PositionMove } from '../../runtime/log-consumer/store-schema.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { WebhookData } from '../event-types/catalog.ts'
import { isWebhookEventType, type WebhookEventType } from '../event-types/event-types.ts'
import { dataOf, type SendableEvent } from '../event-types/payload.ts'
import { textOfEvent } from '../matching/keyword-filter.ts'
import type { MatchableEvent } from '../matching/matching.ts'

const MERGED = 'bill.merged'

type OfRecord = { readonly record: LogRecord }

/** A live event that can become webhooks. */
export type IncomingEvent = {
  readonly ce_id: string
  readonly recorded_at: string
  readonly data: WebhookData
  readonly subject: MatchableEvent
}

/** A merge: the bill is another one from here on. */
export type Merge = { readonly bill_id: number; readonly into_id: number }

/** A batch of the log, reduced to its webhook events and merges. */
export type WebhookBatch = {
  readonly moves: readonly PositionMove[]
  readonly events: readonly IncomingEvent[]
  readonly merges: readonly Merge[]
  readonly parked: readonly ParkedRecord[]
}

/** The same with the messages, because the read model may not show all of them yet. */
export type ReadBatch = Omit<WebhookBatch, 'events' | 'merges'> & {
  readonly events: readonly (IncomingEvent & OfRecord)[]
  readonly merges: readonly (Merge & OfRecord)[]
}

/**
 * Takes the live events of the four types from a batch, and every merge of bills. The headers identify all others, so
 * that a backfill of millions is skipped without decoding. Throws if decoding may succeed later: then the batch is
 * read again.
 */
export async function reduceBatch(batch: LogBatch, codec: EventCodec): Promise<ReadBatch> {
  const events: (IncomingEvent & OfRecord)[] = []
  const merges: (Merge & OfRecord)[] = []
  const parked: ParkedRecord[] = []
  for (const { records } of batch.slices) {
    for (const record of records) {
      if (!mayConcern(record)) continue
      try {
        const event = await codec.decode(record)
        if (isMerge(event)) merges.push({ record, bill_id: event.body.id, into_id: event.body.into.id })
        const incoming = incomingOf(event, record)
        if (incoming !== undefined) events.push({ ...incoming, record })
      } catch (error) {
        if (!isFaultOfMessage(error)) throw error
        parked.push({ record, code: error.code, error: error.message })
      }
    }
  }
  return { moves: batch.slices.map(({ records: _records, ...move }) => move), events, merges, parked }
}

/** A message without a readable type is decoded too, which parks it with its reason. */
function mayConcern({ headers }: LogRecord): boolean {
  const type = headerText(headers.ce_type)
  if (type === undefined || type === MERGED) return true
  return isWebhookEventType(type) && headerText(headers.ce_backfill) !== 'true'
}

function incomingOf(event: { type: string }, record: LogRecord): IncomingEvent | undefined {
  if (!isSendable(event) || event.meta.backfill) return undefined
  const data = dataOf(event)
  if (data === undefined) return undefined
  const { bill } = event.body
  return {
    ce_id: event.meta.id,
    recorded_at: event.meta.recorded_at,
    data,
    subject: {
      type: event.type,
      partition_key: partitionKey(record),
      offset: record.offset,
      bill_id: bill.id,
      jurisdiction: bill.jurisdiction,
      subjects: bill.subjects,
      text: textOfEvent(data, bill.subjects),
    },
  }
}

function isMerge(event: { type: string }): event is LogEvent<typeof MERGED> {
  return event.type === MERGED
}

function isSendable(event: { type: string }): event is SendableEvent & { type: WebhookEventType } {
  return isWebhookEventType(event.type)
}
