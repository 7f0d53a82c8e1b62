import type { PoolClient } from 'pg'
import { partitionCount } from '../../runtime/kafka.ts'
import { PARTITION_LEASE_CLASS, RELAY_PRESENCE_CLASS } from '../../runtime/log-clock.ts'
import type { Settings } from '../../runtime/settings.ts'
import { type TopicName, topicByName, topics } from '../../schemas/topics.ts'

export type Lease = {
  readonly topic: TopicName
  readonly partition: number
  /** Rows that were claimed by whoever held the lease before: they are sent again, with their stamps, before others. */
  has_claimed: boolean
}

/**
 * The partitions of one relay. A lease is a lock of its Postgres session, so it ends with the process, and what is
 * claimed and acked in that session is fenced by it. A shared lock counts the relays that are there.
 */
export class Leases {
  readonly #session: PoolClient
  readonly #all: readonly { topic: TopicName; partition: number }[]
  #held: Lease[] = []

  constructor(session: PoolClient, settings: Settings) {
    this.#session = session
    this.#all = topics
      .flatMap(({ name }) =>
        Array.from({ length: partitionCount(settings, name) }, (_, partition) => ({
          topic: name,
          partition,
        })),
      )
      // Of a topic with much to publish, each relay gets a part.
      .sort((a, b) => a.partition - b.partition)
  }

  get held(): readonly Lease[] {
    return this.#held
  }

  async open(): Promise<void> {
    await this.#session.query('SELECT pg_advisory_lock_shared($1, 0)', [RELAY_PRESENCE_CLASS])
    await this.#session.query(
      `INSERT INTO control.partition_clock (topic, partition)
       SELECT * FROM unnest($1::text[], $2::int[]) ON CONFLICT DO NOTHING`,
      [this.#all.map(({ topic }) => topic), this.#all.map(({ partition }) => partition)],
    )
  }

  /** Gives up what is over the fair share, takes what is free up to it. Only called while nothing is unacked. */
  async balance(): Promise<void> {
    const share = Math.ceil(this.#all.length / (await this.#countRelays()))
    while (this.#held.length > share) {
      const { topic, partition } = this.#held.pop()!
      await this.#session.query('SELECT pg_advisory_unlock($1, $2)', lockKey(topic, partition))
    }
    if (this.#held.length < share) await this.#take(share - this.#held.length)
  }

  async #countRelays(): Promise<number> {
    const { rows } = await this.#session.query<{ relays: number }>(
      `SELECT count(*)::int AS relays FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND classid = $1 AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [RELAY_PRESENCE_CLASS],
    )
    return Math.max(1, rows[0]!.relays)
  }

  async #take(most: number): Promise<void> {
    const own = new Set(this.#held.map(({ topic, partition }) => lockKey(topic, partition)[1]))
    const free = this.#all.filter(({ topic, partition }) => !own.has(lockKey(topic, partition)[1]))
    // A session could take the same lock twice; it is only asked for what it does not hold. The LIMIT stops the asking.
    const { rows } = await this.#session.query<{ topic: TopicName; partition: number }>(
      `SELECT topic, partition FROM unnest($2::text[], $3::int[], $4::int[]) AS f (topic, partition, lock)
       WHERE pg_try_advisory_lock($1, lock) LIMIT $5`,
      [
        PARTITION_LEASE_CLASS,
        free.map(({ topic }) => topic),
        free.map(({ partition }) => partition),
        free.map(({ topic, partition }) => lockKey(topic, partition)[1]),
        most,
      ],
    )
    for (const { topic, partition } of rows) {
      this.#held.push({ topic, partition, has_claimed: await this.#hasClaimed(topic, partition) })
    }
  }

  /** A statement of its own, after the lock is held: what the last holder committed is seen. */
  async #hasClaimed(topic: TopicName, partition: number): Promise<boolean> {
    const { rows } = await this.#session.query<{ claimed: number }>(
      'SELECT claimed FROM control.partition_clock WHERE topic = $1 AND partition = $2',
      [topic, partition],
    )
    return (rows[0]?.claimed ?? 0) > 0
  }
}

function lockKey(topic: TopicName, partition: number): [number, number] {
  return [PARTITION_LEASE_CLASS, topicByName(topic)!.number * 4096 + partition]
}
