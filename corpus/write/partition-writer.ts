import { hash } from 'node:crypto'
import type { Producer } from 'kafkajs'
import { topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { messageOfBatch } from '../../runtime/kafka/client/kafkajs-batch.ts'
import { type BatchRecord, encodeBatch } from '../../runtime/kafka/records/record-batch.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { Pending } from './event-queue.ts'

/** Headers as the relay writes them. */
const MAX_BATCH_BYTES = 900 * 1024
const OVERHEAD_BYTES = 700
/** Batches that are compressed or sent at once. */
const MAX_UNDER_WAY = 3

const SHARED = {
  ce_specversion: '1.0',
  ce_source: 'generator',
  ce_run: 'bench-generate',
  ce_backfill: 'true',
} as const

/**
 * Writes the events of one partition in the order given, stamped as the relay would: each at least a microsecond above
 * the last.
 */
export class PartitionWriter {
  readonly #producer: Producer
  readonly #settings: Settings
  readonly #topic: TopicName
  readonly #partition: number
  #records: BatchRecord[] = []
  #bytes = 0
  #last_us = 0
  #underWay: Promise<unknown>[] = []
  #sent: Promise<unknown> = Promise.resolve()
  events = 0
  value_bytes = 0

  constructor(producer: Producer, settings: Settings, topic: TopicName, partition: number) {
    this.#producer = producer
    this.#settings = settings
    this.#topic = topic
    this.#partition = partition
  }

  add({ at, type, sequence, subject, key, value }: Pending): void {
    this.#last_us = Math.max(Math.floor(at) * 1000, this.#last_us + 1)
    const stamp = stampOf(this.#last_us)
    const own = {
      ce_id: hash('sha256', `${subject}|${type}|${sequence}`).slice(0, 40),
      ce_type: type,
      ce_subject: subject,
      ce_time: `${stamp.slice(0, 23)}Z`,
      ce_dataschema: `legislog:${type}:v${catalog[type].version}`,
      ce_sequence: String(sequence),
      ce_recordedtime: stamp,
    }
    this.#records.push({ key, value: value.chunk.subarray(value.start, value.end), headers: [own, SHARED] })
    this.#bytes += value.end - value.start + key.length + OVERHEAD_BYTES
    this.events += 1
    this.value_bytes += value.end - value.start
    if (this.#bytes >= MAX_BATCH_BYTES) this.#cut()
  }

  #cut(): void {
    if (this.#records.length === 0) return
    const encoded = encodeBatch(this.#records)
    this.#records = []
    this.#bytes = 0
    const before = this.#sent
    this.#sent = (async () => {
      const batch = await encoded
      await before
      await this.#producer.sendBatch({
        acks: -1,
        timeout: 30_000,
        topicMessages: [
          {
            topic: topicName(this.#settings, this.#topic),
            messages: [messageOfBatch(this.#partition, batch)],
          },
        ],
      })
    })()
    // It is awaited below; this only avoids an unhandled rejection until then.
    this.#sent.catch(() => {})
    this.#underWay.push(this.#sent)
  }

  /** Waits until only a few batches are being sent. */
  async room(): Promise<void> {
    while (this.#underWay.length > MAX_UNDER_WAY) await this.#underWay.shift()
  }

  async end(): Promise<void> {
    this.#cut()
    await this.#sent
  }
}

let lastSecond = { second: -1, text: '' }

/** Events of one second come in a row, so its text is made once. */
function stampOf(microseconds: number): string {
  const second = Math.floor(microseconds / 1_000_000)
  if (second !== lastSecond.second)
    lastSecond = { second, text: new Date(second * 1000).toISOString().slice(0, 20) }
  return `${lastSecond.text}${String(microseconds - second * 1_000_000).padStart(6, '0')}Z`
}
