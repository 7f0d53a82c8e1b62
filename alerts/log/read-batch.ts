import { type EventCodec, isFaultOfMessage } from '../../runtime/events/event-codec.ts'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { LogBatch } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { headerText } from '../../runtime/log-consumer/record-batch.ts'
import type { ParkedRecord, PositionMove } from '../../runtime/log-consumer/store-schema.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { type Change, changeOf, isReported, type ReportedType } from '../changes/change.ts'

const MERGED = 'bill.merged'

export type Merge = { readonly record: LogRecord; readonly bill_id: number; readonly into_id: number }
export type ReadChange = {
  readonly record: LogRecord
  readonly partition_key: string
  readonly offset: bigint
  readonly change: Change
}

/** A batch of the log, reduced to what may be reported. */
export type ReadBatch = {
  readonly moves: readonly PositionMove[]
  readonly changes: readonly ReadChange[]
  readonly merges: readonly Merge[]
  readonly parked: readonly ParkedRecord[]
}

/**
 * Takes the live events that digests report from a batch, and every merge of bills. The headers identify all others, so
 * that a backfill of millions is skipped without decoding. Throws if decoding may succeed later.
 */
export async function readBatch(batch: LogBatch, codec: Pick<EventCodec, 'decode'>): Promise<ReadBatch> {
  const changes: ReadChange[] = []
  const merges: Merge[] = []
  const parked: ParkedRecord[] = []
  for (const record of batch.slices.flatMap(({ records }) => records)) {
    if (!mayConcern(record)) continue
    try {
      const event = await codec.decode(record)
      if (event.type === MERGED) merges.push({ record, bill_id: event.body.id, into_id: event.body.into.id })
      if (!isReportedEvent(event) || event.meta.backfill) continue
      const change = changeOf(event)
      if (change !== undefined)
        changes.push({ record, partition_key: partitionKey(record), offset: record.offset, change })
    } catch (error) {
      if (!isFaultOfMessage(error)) throw error
      parked.push({ record, code: error.code, error: error.message })
    }
  }
  return { moves: batch.slices.map(({ records: _records, ...move }) => move), changes, merges, parked }
}

/** A message without a readable type is decoded too, which parks it with its reason. */
function mayConcern({ headers }: LogRecord): boolean {
  const type = headerText(headers.ce_type)
  if (type === undefined || type === MERGED) return true
  return isReported(type) && headerText(headers.ce_backfill) !== 'true'
}

const isReportedEvent = (event: LogEvent): event is LogEvent<ReportedType> => isReported(event.type)

/** The messages of a batch that are reported or merge bills. */
export const recordsOf = ({ changes, merges }: ReadBatch): LogRecord[] => [
  ...new Set([...changes, ...merges].map(({ record }) => record)),
]
