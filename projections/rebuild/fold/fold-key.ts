import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { EventHeadReader } from '../../../runtime/events/event-head.ts'
import type { TopicPartition } from '../../../runtime/kafka/client/log-position.ts'
import { recordAt } from '../../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { readKey } from '../../../runtime/kafka/records/record-key.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { packSeq } from '../../../schemas/log/position.ts'
import { asFailure, type Decoded, decodeRecord, isNoFaultOfMessage } from '../../fold/decode-records.ts'
import { type Folded, foldEvents } from '../../fold/fold-events.ts'
import { WaitingEvent } from '../../fold/waiting-event.ts'
import { type TableRows, WorkingSet } from '../../fold/working-set.ts'
import type { RecordBuffer } from './read-share.ts'

/** The reason for which the database refuses an event, by the record's number. */
export type Refused = ReadonlyMap<number, Error>

export type FoldedKey = Folded & { readonly rows: readonly TableRows[] }

const none: ReadonlySet<string> = new Set()
const noDecoded: ReadonlyMap<Decoded, Error> = new Map()

/**
 * Folds the events of one key after another, from nothing. The result does not depend on other keys (see
 * Projector) or on the interleaving of the topics. Each event is decoded when it is folded, and then
 * forgotten.
 */
export class KeyFolder {
  readonly #codec: EventCodec
  readonly #buffer: RecordBuffer
  readonly #parts: readonly TopicPartition[]
  /** `seq` of offset 0. */
  readonly #seqs: readonly bigint[]
  readonly #heads = new EventHeadReader()
  /** Events of the current key that were decoded with the registry. */
  #asked = new Map<number, Decoded>()
  #isUnknown = false

  /** Records in the buffer have the index of their part as topic. */
  constructor(codec: EventCodec, buffer: RecordBuffer, parts: readonly TopicPartition[]) {
    this.#codec = codec
    this.#buffer = buffer
    this.#parts = parts
    this.#seqs = parts.map((part) => packSeq({ ...part, offset: 0n }))
  }

  /**
   * Returns the rows of a key after its first `events` events. Returns undefined if a schema must be requested first:
   * call `ask`, then fold it again. Throws `event_newer`.
   */
  fold(key: number, refused: Refused, events = Number.POSITIVE_INFINITY): FoldedKey | undefined {
    const rows = new WorkingSet()
    this.#isUnknown = false
    const folded = foldEvents(rows, this.messages(key, refused, events), none, noDecoded)
    return this.#isUnknown ? undefined : { ...folded, rows: rows.changes() }
  }

  /** Requests every unknown schema of a key. Throws `registry_unreachable`. */
  async ask(key: number): Promise<void> {
    const answers = new Map<number, Decoded>()
    for (const record of this.recordsOf(key)) {
      if (this.#decode(record, '') === undefined) {
        answers.set(record, await decodeRecord(this.#codec, this.logRecord(record)))
      }
    }
    this.#asked = answers
  }

  /** In the order in which they are folded. */
  recordsOf(key: number): number[] {
    const { keys } = this.#buffer
    const records: number[] = []
    for (let record = keys.firstOf(key); record >= 0; record = keys.nextOf(record)) records.push(record)
    return records
  }

  /** Decoded one by one. */
  *messages(key: number, refused: Refused, events: number): Generator<Decoded, void, undefined> {
    const { keys, records } = this.#buffer
    const first = keys.firstOf(key)
    const name = readKey(records.bytesOf(first), records.keyStart(first), records.keyEnd(first))
    let left = events
    for (let record = first; record >= 0 && left > 0; record = keys.nextOf(record), left--) {
      const refusal = refused.size > 0 ? refused.get(record) : undefined
      if (refusal !== undefined) {
        yield new Message(this, record, null, asFailure(refusal, 'evolve_failed'))
        continue
      }
      const decoded = this.#asked.get(record) ?? this.#decode(record, name)
      if (decoded === undefined) {
        this.#isUnknown = true
        return
      }
      yield decoded
    }
  }

  /** undefined: a schema must be requested. */
  #decode(record: number, key: string): Decoded | undefined {
    try {
      const event = this.#read(record, key)
      if (event === undefined) return undefined
      return new Message(this, record, event, null)
    } catch (error) {
      const failure = asFailure(error, 'event_undecodable')
      if (isNoFaultOfMessage(failure)) throw new WaitingEvent(failure, this.logRecord(record))
      return new Message(this, record, null, failure)
    }
  }

  #read(record: number, key: string): LogEvent | undefined {
    const { records } = this.#buffer
    const bytes = records.bytesOf(record)
    const head = this.#heads.read(bytes, records.headersStart(record), records.headersEnd(record))
    const end = records.valueEnd(record)
    if (head === undefined || end < 0) return this.#codec.decodeKnown(this.logRecord(record))
    const start = records.valueStart(record)
    const seq = this.#seqs[records.topicOf(record)]! + BigInt(records.offsetOf(record))
    const appendedAt = records.appendedAt(record)
    return this.#codec.readKnown({ head, key, seq, appended_at: appendedAt, bytes, start, end })
  }

  /** Gives a record in the form of a log reader. */
  logRecord(record: number): LogRecord {
    const { records } = this.#buffer
    const part = this.#parts[records.topicOf(record)]!
    const batch = { bytes: records.bytesOf(record), appended_at: records.appendedAt(record) }
    return recordAt(part, batch, records.placeOf(record))
  }
}

/** Most messages are folded and forgotten: only a parked one needs its record. */
class Message implements Decoded {
  readonly event: LogEvent | null
  readonly failure: Decoded['failure']
  readonly #folder: KeyFolder
  readonly #record: number

  constructor(folder: KeyFolder, record: number, event: LogEvent | null, failure: Decoded['failure']) {
    this.#folder = folder
    this.#record = record
    this.event = event
    this.failure = failure
  }

  get record(): LogRecord {
    return this.#folder.logRecord(this.#record)
  }
}
