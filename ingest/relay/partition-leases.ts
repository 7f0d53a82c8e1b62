import type { PoolClient } from 'pg'
import { partitionCount } from '../../runtime/kafka/client/kafka-client.ts'
import {
  locksOfClass,
  PARTITION_LEASE_CLASS,
  RELAY_PRESENCE_CLASS,
} from '../../runtime/postgres/advisory-locks.ts'
import { releaseAdvisoryLock, tryAdvisoryLock } from '../../runtime/postgres/hold-advisory-lock.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { type TopicName, topicByName, topics } from '../../schemas/log/topics.ts'

type Partition = { readonly topic: TopicName; readonly partition: number }

export type PartitionLease = Partition & {
  /** Rows that a relay claimed and did not ack: they are sent again, with their stamps, before others. */
  has_claimed: boolean
  /** All rows of the partition up to this id have been claimed (settled-ids.ts). */
  claimed_to: bigint
}

/**
 * The partitions of one relay. A lease is a lock of its Postgres session, so it ends with the session
 * (lease-session.ts). A shared lock counts the active relays.
 */
export class PartitionLeases {
  readonly #session: PoolClient
  readonly #all: readonly Partition[]
  #held: PartitionLease[] = []

  constructor(session: PoolClient, settings: Settings) {
    this.#session = session
    this.#all = topics.flatMap(({ name }) =>
      Array.from({ length: partitionCount(settings, name) }, (_, partition) => ({ topic: name, partition })),
    )
  }

  get leases(): readonly PartitionLease[] {
    return this.#held
  }

  /**
   * Gives false while ingest is being recovered, when no relay may work. It does not wait, so that a relay can stop.
   */
  async open(): Promise<boolean> {
    if (!(await tryAdvisoryLock(this.#session, [RELAY_PRESENCE_CLASS, 0], { shared: true }))) return false
    await this.#session.query(
      `INSERT INTO control.partition_clock (topic, partition)
       SELECT * FROM unnest($1::text[], $2::int[]) ON CONFLICT DO NOTHING`,
      [this.#all.map(({ topic }) => topic), this.#all.map(({ partition }) => partition)],
    )
    return true
  }

  /**
   * Releases partitions that belong to other relays and takes its own free ones. With n relays, the r-th has
   * every n-th partition, so that busy topics are shared. Call it only while no rows are unacked.
   */
  async balance(): Promise<void> {
    const { relays, rank } = await this.#countRelays()
    const share = new Set(this.#all.filter((_, index) => index % relays === rank).map(lockNumber))
    for (const lease of this.#held.filter((one) => !share.has(lockNumber(one)))) {
      await releaseAdvisoryLock(this.#session, [PARTITION_LEASE_CLASS, lockNumber(lease)])
      this.#held = this.#held.filter((one) => one !== lease)
    }
    for (const lease of this.#held) share.delete(lockNumber(lease))
    if (share.size > 0) await this.#take(this.#all.filter((place) => share.has(lockNumber(place))))
  }

  /** Gives the number of relays, and the rank of this one. */
  async #countRelays(): Promise<{ relays: number; rank: number }> {
    const { rows } = await this.#session.query<{ relays: number; rank: number }>(
      `SELECT count(*)::int AS relays, (count(*) FILTER (WHERE pid < pg_backend_pid()))::int AS rank FROM ${locksOfClass('$1')}`,
      [RELAY_PRESENCE_CLASS],
    )
    return rows[0]!
  }

  /** These rows stay claimed and are sent before others. */
  noteClaimed(rows: readonly Partition[]): void {
    const places = new Set(rows.map(lockNumber))
    for (const lease of this.#held) if (places.has(lockNumber(lease))) lease.has_claimed = true
  }

  /** A session could take the same lock twice, so it only requests locks that it does not have. */
  async #take(wanted: readonly Partition[]): Promise<void> {
    const { rows } = await this.#session.query<Partition>(
      `SELECT topic, partition FROM unnest($2::text[], $3::int[], $4::int[]) AS w (topic, partition, lock)
       WHERE pg_try_advisory_lock($1, lock)`,
      [
        PARTITION_LEASE_CLASS,
        wanted.map(({ topic }) => topic),
        wanted.map(({ partition }) => partition),
        wanted.map(lockNumber),
      ],
    )
    for (const { topic, partition } of rows) {
      const hasClaimed = await this.#hasClaimed(topic, partition)
      this.#held.push({ topic, partition, has_claimed: hasClaimed, claimed_to: 0n })
    }
  }

  /** Use a separate statement after the lock, to see what the last holder committed. */
  async #hasClaimed(topic: TopicName, partition: number): Promise<boolean> {
    const { rows } = await this.#session.query<{ claimed: number }>(
      'SELECT claimed FROM control.partition_clock WHERE topic = $1 AND partition = $2',
      [topic, partition],
    )
    return (rows[0]?.claimed ?? 0) > 0
  }
}

function lockNumber({ topic, partition }: Partition): number {
  return topicByName(topic)!.number * 4096 + partition
}
