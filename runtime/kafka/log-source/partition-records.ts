import type { TopicName } from '../../../schemas/log/topics.ts'
import type { LogRecord } from '../records/log-record.ts'
import { type LogSource, recordAt, releaseBuffer, walkRecords } from './log-source.ts'
import { hashOf, RecordPages } from './record-pages.ts'

/** One partition number of all topics, each up to an offset, to be read in so many passes. */
export type PartitionPasses = {
  readonly partition: number
  readonly until: ReadonlyMap<TopicName, bigint>
  readonly passes: number
}

/** The passes from `first` up to, not including, `end`, each with the numbers of its records. */
type BufferedRecords = {
  readonly of: PartitionPasses
  readonly first: number
  readonly end: number
  readonly records: readonly (readonly number[])[]
}

const RECORDS_AT_ONCE = 500

/**
 * Records of one partition number of all topics, read in several passes. Each pass gives the records of some keys. As
 * many passes as fit into `budget_bytes` are buffered at once. So the log is read once or a few times, whatever the
 * number of passes.
 */
export class PartitionRecords {
  readonly #source: LogSource
  readonly #budget_bytes: number
  readonly #pages = new RecordPages()
  #held: BufferedRecords | undefined

  constructor(source: LogSource, budget_bytes: number) {
    this.#source = source
    this.#budget_bytes = budget_bytes
  }

  /**
   * Reads the nth pass, each topic in its order. Its records become invalid when a later pass of other keys is read.
   */
  async *pass(nth: number, of: PartitionPasses): AsyncGenerator<LogRecord[], void, undefined> {
    let buffered = this.#held
    if (buffered === undefined || buffered.of !== of || nth < buffered.first || nth >= buffered.end) {
      this.#held = undefined
      buffered = await this.#hold(nth, of)
      this.#held = buffered
    }
    const topics = [...of.until.keys()]
    const records = buffered.records[nth - buffered.first]!
    for (let start = 0; start < records.length; start += RECORDS_AT_ONCE) {
      yield records.slice(start, start + RECORDS_AT_ONCE).map((record) => this.#recordAt(record, of, topics))
    }
  }

  /** Buffers as many passes from `first` on as there is room for, and that one in any case. */
  async #hold(first: number, of: PartitionPasses): Promise<BufferedRecords> {
    const { partition, until, passes } = of
    const pages = this.#pages
    pages.clear()
    let end = passes
    for (const [index, [topic, next]] of [...until].entries()) {
      const last = Number(next)
      for await (const batch of this.#source.batches({ topic, partition }, 0n, next)) {
        const { bytes } = batch
        walkRecords(batch, (at) => {
          const pass = hashOf(bytes, at.key_start, at.key_end) % passes
          if (pass >= first && pass < end && at.offset < last) pages.add(batch, at, index)
        })
        releaseBuffer(batch)
        while (pages.bytes > this.#budget_bytes && end - first > 1) {
          end = first + Math.ceil((end - first) / 2)
          pages.keep((record) => pages.hashOf(record) % passes < end)
        }
      }
    }
    const records: number[][] = Array.from({ length: end - first }, () => [])
    for (let record = 0; record < pages.count; record++) {
      records[(pages.hashOf(record) % passes) - first]!.push(record)
    }
    return { of, first, end, records }
  }

  #recordAt(record: number, { partition }: PartitionPasses, topics: readonly TopicName[]): LogRecord {
    const pages = this.#pages
    const place = { topic: topics[pages.topicOf(record)]!, partition }
    return recordAt(
      place,
      { bytes: pages.bytesOf(record), appended_at: pages.appendedAt(record) },
      pages.placeOf(record),
    )
  }
}
