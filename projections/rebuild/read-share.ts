import type { EventCodec } from '../../runtime/event-codec.ts'
import { placeKey } from '../../runtime/log-reader/position-check.ts'
import { type LogSource, letGo, type RawBatch, recordsOf, walkRecords } from '../../runtime/log-source.ts'
import { hashOf, RecordPages } from '../../runtime/record-pages.ts'
import { stampOf } from '../decode-batch.ts'
import type { Span } from '../positions.ts'
import { KeyIndex } from './key-index.ts'

/** One of `of` equal parts of the keys of a partition. */
export type Share = { readonly of: number; readonly which: number }
export const whole: Share = { of: 1, which: 0 }

/** A key is never split, so at some point parts do not get smaller. */
const MOST_SHARES = 256

/** What a worker reads into, partition after partition. */
export type Shelf = { readonly records: RecordPages; readonly keys: KeyIndex }

export function createShelf(page_bytes?: number): Shelf {
  const records = new RecordPages(page_bytes)
  return { records, keys: new KeyIndex(records) }
}

/** Events that are not to be applied, since somebody gave them up: by `droppedName`. */
export type Dropped = ReadonlySet<string>
export const droppedName = (part: string, offset: number | string): string => `${part}:${offset}`

export type ReadOptions = {
  readonly source: LogSource
  readonly spans: readonly Span[]
  readonly share: Share
  readonly dropped: Dropped
  readonly budget_bytes: number
  readonly signal: AbortSignal
}

export type ReadShare = {
  readonly share: Share
  /** What there was no room for: to be read in passes of their own. */
  readonly left: readonly Share[]
}

/**
 * Reads the spans of one partition number onto the shelf, those keys that the share has. Where they do not fit into the
 * budget, half of the share is let go and named in `left`. A record's topic is the place of its span.
 */
export async function readShare(shelf: Shelf, options: ReadOptions): Promise<ReadShare> {
  const { source, spans, dropped, budget_bytes, signal } = options
  const { records, keys } = shelf
  records.clear()
  keys.clear()
  let { share } = options
  const left: Share[] = []
  for (const [topic, span] of spans.entries()) {
    const part = placeKey(span)
    const [from, until] = [Number(span.from), Number(span.to)]
    for await (const batch of source.batches(span, span.from, span.to)) {
      signal.throwIfAborted()
      const { bytes } = batch
      walkRecords(batch, (place) => {
        if (place.offset < from || place.offset >= until) return
        const hash = hashOf(bytes, place.key_start, place.key_end)
        if (!isOf(share, hash)) return
        if (dropped.size > 0 && dropped.has(droppedName(part, place.offset))) return
        keys.add(records.add(batch, place, topic), hash)
      })
      letGo(batch)
      while (records.bytes > budget_bytes && share.of < MOST_SHARES) {
        left.push({ of: share.of * 2, which: share.which + share.of })
        share = { of: share.of * 2, which: share.which }
        narrow(shelf, share)
      }
    }
  }
  return { share, left }
}

/** Other bits than those by which keys are found. */
const isOf = ({ of, which }: Share, hash: number): boolean => (hash >>> 24) % of === which

function narrow({ records, keys }: Shelf, share: Share): void {
  records.keep((record) => isOf(share, records.hashOf(record)))
  keys.clear()
  for (let record = 0; record < records.count; record++) keys.add(record, records.hashOf(record))
}

/** The stamp of the last event of a span: where its partition stands in time. */
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
