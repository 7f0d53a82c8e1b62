import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import {
  type LogSource,
  type RawBatch,
  recordsOf,
  releaseBuffer,
  walkRecords,
} from '../../../runtime/kafka/log-source/log-source.ts'
import { hashOf, RecordPages } from '../../../runtime/kafka/log-source/record-pages.ts'
import { stampOf } from '../../fold/decode-records.ts'
import type { Span } from '../../read-schemas/positions.ts'
import { KeyIndex } from './key-index.ts'

/** One of `of` equal parts of the keys of a partition. */
type KeyShare = { readonly of: number; readonly which: number }
export const wholeShare: KeyShare = { of: 1, which: 0 }

/** Keys are never split, so at some point parts do not get smaller. */
const MAX_SHARES = 256

/** The buffer of a worker, reused for every partition. */
export type RecordBuffer = { readonly records: RecordPages; readonly keys: KeyIndex }

export function createRecordBuffer(page_bytes?: number): RecordBuffer {
  const records = new RecordPages(page_bytes)
  return { records, keys: new KeyIndex(records) }
}

/** Dropped events, which are not applied: by `droppedName`. */
export type DroppedEvents = ReadonlySet<string>
export const droppedName = (part: string, offset: number | string): string => `${part}:${offset}`

export type ReadOptions = {
  readonly source: LogSource
  readonly spans: readonly Span[]
  readonly share: KeyShare
  readonly dropped: DroppedEvents
  readonly budget_bytes: number
  readonly signal: AbortSignal
}

type ReadShareResult = {
  readonly share: KeyShare
  /** The shares that did not fit: they are read in passes of their own. */
  readonly left: readonly KeyShare[]
}

/**
 * Reads the spans of one partition number into the buffer, as far as the share contains their keys. If they do not
 * fit into the budget, half of the share is discarded and returned in `left`. A record's topic is the index of its
 * span.
 */
export async function readShare(buffer: RecordBuffer, options: ReadOptions): Promise<ReadShareResult> {
  const { source, spans, dropped, budget_bytes, signal } = options
  const { records, keys } = buffer
  records.clear()
  keys.clear()
  let { share } = options
  const left: KeyShare[] = []
  for (const [topic, span] of spans.entries()) {
    const part = partitionKey(span)
    const [from, until] = [Number(span.from), Number(span.to)]
    for await (const batch of source.batches(span, span.from, span.to)) {
      signal.throwIfAborted()
      const { bytes } = batch
      walkRecords(batch, (bounds) => {
        if (bounds.offset < from || bounds.offset >= until) return
        const hash = hashOf(bytes, bounds.key_start, bounds.key_end)
        if (!isInShare(share, hash)) return
        if (dropped.size > 0 && dropped.has(droppedName(part, bounds.offset))) return
        keys.add(records.add(batch, bounds, topic), hash)
      })
      releaseBuffer(batch)
      while (records.bytes > budget_bytes && share.of < MAX_SHARES) {
        left.push({ of: share.of * 2, which: share.which + share.of })
        share = { of: share.of * 2, which: share.which }
        narrowTo(buffer, share)
      }
    }
  }
  return { share, left }
}

/** Uses bits that the hash table of the keys does not use. */
const isInShare = ({ of, which }: KeyShare, hash: number): boolean => (hash >>> 24) % of === which

function narrowTo({ records, keys }: RecordBuffer, share: KeyShare): void {
  records.keep((record) => isInShare(share, records.hashOf(record)))
  keys.clear()
  for (let record = 0; record < records.count; record++) keys.add(record, records.hashOf(record))
}

/** The stamp of the last event of a span, for the position of its partition. */
export async function lastStamp(codec: EventCodec, source: LogSource, span: Span): Promise<string | null> {
  const LOOK_BACK = 100n
  for (let until = span.to; until > span.from; until -= LOOK_BACK) {
    const from = until - LOOK_BACK > span.from ? until - LOOK_BACK : span.from
    const stamps: string[] = []
    for await (const batch of source.batches(span, from, until))
      stamps.push(...stampsOf(codec, span, batch, from, until))
    const last = stamps.at(-1)
    if (last !== undefined) return last
  }
  return null
}

function stampsOf(codec: EventCodec, span: Span, batch: RawBatch, from: bigint, until: bigint): string[] {
  return recordsOf(span, batch)
    .filter(({ offset }) => offset >= from && offset < until)
    .map((record) => stampOf(codec, record))
    .filter((stamp) => stamp !== null)
}
