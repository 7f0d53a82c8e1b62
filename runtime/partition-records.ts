import type { TopicName } from '../schemas/topics.ts'
import type { LogRecord } from './log-record.ts'
import { type LogSource, type RawBatch, recordAt, walkRecords } from './log-source.ts'

type Held = {
  readonly topic: TopicName
  readonly until: bigint
  readonly batches: RawBatch[]
  /** What is not held begins here. */
  next: bigint
}

/**
 * The records of one partition number of all topics, to be gone through several times: each pass gives those of some
 * keys. Bytes up to `budget` are held in between, what is over is read again.
 */
export class PartitionRecords {
  readonly #source: LogSource
  readonly #partition: number
  readonly #topics: Held[]
  #budget: number

  constructor(
    source: LogSource,
    partition: number,
    until: ReadonlyMap<TopicName, bigint>,
    budget_bytes: number,
  ) {
    this.#source = source
    this.#partition = partition
    this.#topics = [...until].map(([topic, end]) => ({ topic, until: end, batches: [], next: 0n }))
    this.#budget = budget_bytes
  }

  /** Of `passes` passes the nth: batch by batch, each topic in its order. */
  async *pass(nth: number, passes: number): AsyncGenerator<LogRecord[], void, undefined> {
    for (const held of this.#topics) {
      for await (const batch of this.#batchesOf(held)) {
        const records: LogRecord[] = []
        const place = { topic: held.topic, partition: this.#partition }
        walkRecords(batch, (at) => {
          if (at.offset >= held.until) return
          if (hashOf(batch.bytes, at.key_start, at.key_end) % passes !== nth) return
          records.push(recordAt(place, batch, at))
        })
        if (records.length > 0) yield records
      }
    }
  }

  async *#batchesOf(held: Held): AsyncGenerator<RawBatch, void, undefined> {
    yield* held.batches
    const place = { topic: held.topic, partition: this.#partition }
    for await (const batch of this.#source.batches(place, held.next, held.until)) {
      if (batch.bytes.length <= this.#budget && batch.base_offset <= held.next) {
        this.#budget -= batch.bytes.length
        held.batches.push(batch)
        held.next = batch.base_offset + BigInt(batch.count)
      }
      yield batch
    }
  }
}

/** FNV-1a. */
function hashOf(bytes: Buffer, from: number, until: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < until; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193)
  return hash >>> 0
}
