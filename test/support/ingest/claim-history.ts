import { expect } from 'vitest'
import { frameEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { ackRows, type ClaimedRow, claimRows, findClaimed } from '../../../ingest/relay/claimed-rows.ts'
import { advanceWatermark } from '../../../projections/watermark/watermark.ts'
import { partitionCount } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { type TopicName, topics } from '../../../schemas/log/topics.ts'
import { createRandom, type Random } from '../builders/seeded-random.ts'
import type { OffsetClockDatabase } from '../clocks/offset-database-clock.ts'

const RELAYS = 3
const LOOPS = 2
const STEPS = 120

type Part = {
  readonly topic: TopicName
  readonly partition: number
  readonly log: Sent[]
  owner: number
  next: number
  newest: string
}
type Sent = { readonly id: string; readonly at: string }
type Hand = { rows: ClaimedRow[]; sent: boolean }

/**
 * A random history of the real claims, acks and watermark moves over a log that is a list. A new stamp is always
 * above the earlier ones of its partition and never below a reported watermark. Every event with a stamp below a
 * watermark is projected.
 */
export class ClaimHistory {
  readonly #random: Random
  readonly #stores: OffsetClockDatabase
  readonly #parts: Part[]
  readonly #hands: (Hand | undefined)[] = Array(RELAYS).fill(undefined)
  readonly #drained: Map<string, { at: string; next: string }>[] = Array.from(
    { length: LOOPS },
    () => new Map(),
  )
  /** Stamps of events that are not projected yet, by row. */
  readonly #waiting = new Map<string, string>()
  #watermark = '-infinity'
  moves = 0

  constructor(stores: OffsetClockDatabase, settings: Settings, seed: number) {
    this.#stores = stores
    this.#random = createRandom(seed)
    this.#parts = topics.flatMap(({ name: topic }) =>
      Array.from({ length: partitionCount(settings, topic) }, (_, partition) => ({
        topic,
        partition,
        log: [],
        owner: partition % RELAYS,
        next: 0,
        newest: '',
      })),
    )
  }

  async run(): Promise<void> {
    await this.#stores.database.query(
      `INSERT INTO control.partition_clock (topic, partition) SELECT * FROM unnest($1::text[], $2::int[])`,
      [this.#parts.map(({ topic }) => topic), this.#parts.map(({ partition }) => partition)],
    )
    const steps = [
      () => this.#fill(),
      () => this.#fill(),
      () => this.#claim(this.#oneOf(RELAYS)),
      () => this.#send(this.#oneOf(RELAYS)),
      () => this.#ack(this.#oneOf(RELAYS)),
      () => this.#project(),
      () => this.#project(),
      () => this.#advance(this.#oneOf(LOOPS)),
      () => this.#advance(this.#oneOf(LOOPS)),
      () => this.#together(),
      () => this.#rarely(() => this.#kill(this.#oneOf(RELAYS))),
      () => this.#rarely(async () => this.#drained[this.#oneOf(LOOPS)]!.clear()),
      () => this.#rarely(() => this.#stores.jump(this.#random.between(-7_200, 7_200))),
    ]
    for (let step = 0; step < STEPS; step++) await steps[this.#oneOf(steps.length)]!()
    await this.#drain()
  }

  #oneOf = (count: number): number => this.#random.between(0, count)

  async #rarely(work: () => Promise<void>): Promise<void> {
    if (this.#random.next() < 0.3) await work()
  }

  /** Most partitions are idle, and a few have many events. */
  async #fill(): Promise<void> {
    const { topic, partition } = this.#parts[this.#oneOf(this.#random.next() < 0.7 ? 5 : this.#parts.length)]!
    const events = frameEvents([{ headers: { ce_subject: 'one' }, value: Buffer.from('{}') }])
    await this.#stores.database.query(
      `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
       SELECT $1, $2, 'one', 1, $3 FROM generate_series(1, $4)`,
      [topic, partition, events, this.#random.between(1, 4)],
    )
  }

  async #claim(relay: number): Promise<void> {
    if (this.#hands[relay] !== undefined) return
    const leases = this.#parts.filter(({ owner }) => owner === relay)
    const client = await this.#stores.database.connect()
    const rows = await claimRows(
      client,
      leases.map((part) => ({ ...part, has_claimed: false, claimed_to: 0n })),
      0n,
      // Clocks jump by hours here, but by less than the limit.
      86_400,
    )
    client.release()
    for (const row of rows) {
      const { id, recorded_at } = row
      const part = this.#partOf(row)
      expect(recorded_at >= this.#watermark && recorded_at > part.newest).toBe(true)
      part.newest = recorded_at
      this.#waiting.set(id, recorded_at)
    }
    if (rows.length > 0) this.#hands[relay] = { rows, sent: false }
  }

  async #send(relay: number): Promise<void> {
    const hand = this.#hands[relay]
    if (hand === undefined || hand.sent) return
    for (const row of hand.rows) this.#partOf(row).log.push({ id: row.id, at: row.recorded_at })
    hand.sent = true
  }

  async #ack(relay: number): Promise<void> {
    const hand = this.#hands[relay]
    if (hand?.sent !== true) return
    const sent = [...new Set(hand.rows.map((row) => this.#partOf(row)))].map(({ topic, partition, log }) => {
      const ofHand = hand.rows.filter((row) => row.topic === topic && row.partition === partition)
      const endOffset = BigInt(log.length)
      return {
        topic,
        partition,
        count: ofHand.length,
        first_offset: endOffset - BigInt(ofHand.length),
        end_offset: endOffset,
        last_id: '',
        batch: Buffer.alloc(0),
      }
    })
    const client = await this.#stores.database.connect()
    await ackRows(client, hand.rows, sent)
    client.release()
    this.#hands[relay] = undefined
  }

  /** The next relay gets its partitions and sends the claimed events again. */
  async #kill(relay: number): Promise<void> {
    const heir = (relay + 1) % RELAYS
    await this.#send(heir)
    await this.#ack(heir)
    this.#hands[relay] = undefined
    const taken = this.#parts.filter(({ owner }) => owner === relay)
    for (const part of taken) part.owner = heir
    const client = await this.#stores.database.connect()
    const rows = await findClaimed(
      client,
      taken.map((part) => ({ ...part, has_claimed: true, claimed_to: 0n })),
    )
    client.release()
    if (rows.length > 0) this.#hands[heir] = { rows, sent: false }
  }

  /** Projects some events of a partition; sometimes the transaction is lost. */
  async #project(most = this.#random.between(1, 5)): Promise<void> {
    const behind = this.#parts.filter(({ log, next }) => next < log.length)
    if (behind.length === 0) return
    const part = behind[this.#oneOf(behind.length)]!
    const read = part.log.slice(part.next, part.next + most)
    if (this.#random.next() < 0.15) return
    await this.#stores.database.query(
      `UPDATE control.position SET next = next + $3, last_at = greatest(last_at, $4::timestamptz)
       WHERE read_schema = 'read_0001' AND topic = $1 AND partition = $2`,
      [part.topic, part.partition, read.length, read.at(-1)!.at],
    )
    part.next += read.length
    for (const { id } of read) this.#waiting.delete(id)
  }

  async #advance(loop: number): Promise<void> {
    const drained = this.#drained[loop]!
    const moved = await advanceWatermark(this.#stores.database, 'read_0001', { drained_at: drained })
    for (const { name, next } of moved.drained) drained.set(name, { at: moved.floor_at, next })
    this.#noteWatermark(moved.watermark)
  }

  /** Runs several steps at once, ordered only by the locks. Nothing is projected meanwhile. */
  async #together(): Promise<void> {
    const relay = this.#oneOf(RELAYS)
    const client = this.#hands[relay] === undefined ? this.#claim(relay) : Promise.resolve()
    await Promise.all([this.#advance(0), client.then(() => this.#advance(1))])
  }

  #noteWatermark(watermark: string): void {
    if (watermark > this.#watermark) this.moves += 1
    if (watermark !== '-infinity') this.#watermark = watermark > this.#watermark ? watermark : this.#watermark
    const hidden = [...this.#waiting.values()].filter((at) => at < watermark)
    expect(hidden).toEqual([])
  }

  /** When nothing waits, the watermark moves above every stamp, and then with time. */
  async #drain(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      for (let relay = 0; relay < RELAYS; relay++) {
        await this.#send(relay)
        await this.#ack(relay)
        await this.#claim(relay)
      }
      while (this.#parts.some(({ log, next }) => next < log.length)) await this.#project(1_000)
    }
    expect(this.#waiting.size).toBe(0)
    await this.#advance(0)
    const newest = this.#parts
      .flatMap(({ log }) => log.map(({ at }) => at))
      .toSorted()
      .at(-1)
    expect(newest === undefined || this.#watermark > newest).toBe(true)
    const before = this.#watermark
    await this.#advance(1)
    expect(this.#watermark > before).toBe(true)
  }

  #partOf = ({ topic, partition }: ClaimedRow): Part =>
    this.#parts.find((part) => part.topic === topic && part.partition === partition)!
}
