import type { TopicName } from '../../../schemas/log/topics.ts'
import { Signal } from '../../signal.ts'
import { partitionKey } from '../client/log-position.ts'
import type { LogRecord } from '../records/log-record.ts'

/** All records of one partition between `from` and `to`. */
export type LogSlice = {
  readonly topic: TopicName
  readonly partition: number
  readonly from: bigint
  /** The offset after the slice. */
  readonly to: bigint
  readonly records: readonly LogRecord[]
}

export type QueueLimits = { readonly max_events: number; readonly max_bytes: number }

const HEADERS_BYTES = 500

/** Queue between the fetching and the writing side. Its users keep it bounded: they push while there is room. */
export class SliceQueue {
  readonly changed = new Signal()
  readonly #limits: QueueLimits
  #slices: LogSlice[] = []
  #events = 0
  #bytes = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get events(): number {
    return this.#events
  }

  get bytes(): number {
    return this.#bytes
  }

  hasRoom(): boolean {
    return this.#isBelow(this.#limits)
  }

  push(slice: LogSlice): void {
    this.#slices.push(slice)
    this.#events += slice.records.length
    this.#bytes += bytesOf(slice.records)
    this.changed.notify()
  }

  clear(): void {
    this.#slices = []
    this.#events = 0
    this.#bytes = 0
    this.changed.notify()
  }

  /** Waits for a first record, then up to `flush_ms` for as many as the limits allow. Ends early once `isOver`. */
  async untilFilled(limits: QueueLimits, flush_ms: number, isOver: () => boolean): Promise<void> {
    while (this.#events === 0 && !isOver()) await this.changed.wait()
    const until = Date.now() + flush_ms
    while (this.#events > 0 && this.#isBelow(limits) && !isOver()) {
      const left_ms = until - Date.now()
      if (left_ms <= 0) return
      await this.changed.wait(left_ms)
    }
  }

  /** The oldest records within the limits, at least one, one slice a partition. */
  take({ max_events, max_bytes }: QueueLimits): LogSlice[] {
    const taken = new Map<string, LogSlice>()
    let room = { max_events, max_bytes }
    while (this.#slices.length > 0 && (taken.size === 0 || (room.max_events > 0 && room.max_bytes > 0))) {
      const [first, rest] = splitSlice(this.#slices.shift()!, room)
      if (rest !== undefined) this.#slices.unshift(rest)
      const bytes = bytesOf(first.records)
      room = { max_events: room.max_events - first.records.length, max_bytes: room.max_bytes - bytes }
      this.#events -= first.records.length
      this.#bytes -= bytes
      const key = partitionKey(first)
      taken.set(key, joinSlices(taken.get(key), first))
    }
    if (taken.size > 0) this.changed.notify()
    return [...taken.values()]
  }

  #isBelow({ max_events, max_bytes }: QueueLimits): boolean {
    return this.#events < max_events && this.#bytes < max_bytes
  }
}

function splitSlice(slice: LogSlice, room: QueueLimits): [LogSlice, LogSlice | undefined] {
  let count = 0
  for (let bytes = 0; count < slice.records.length && count < room.max_events; count++) {
    bytes += recordBytes(slice.records[count]!)
    if (bytes > room.max_bytes) break
  }
  const next = slice.records[Math.max(count, 1)]
  if (next === undefined) return [slice, undefined]
  const at = slice.records.indexOf(next)
  return [
    { ...slice, to: next.offset, records: slice.records.slice(0, at) },
    { ...slice, from: next.offset, records: slice.records.slice(at) },
  ]
}

function joinSlices(older: LogSlice | undefined, newer: LogSlice): LogSlice {
  if (older === undefined) return newer
  return { ...older, to: newer.to, records: older.records.concat(newer.records) }
}

function bytesOf(records: readonly LogRecord[]): number {
  return records.reduce((sum, record) => sum + recordBytes(record), 0)
}

function recordBytes(record: LogRecord): number {
  return (record.value?.length ?? 0) + record.key.length + HEADERS_BYTES
}
