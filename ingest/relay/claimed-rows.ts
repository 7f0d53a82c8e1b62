import type { PoolClient } from 'pg'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import { type Clocks, READ_CLOCKS, requireClocksAgree } from '../../runtime/log-clock/clock-ahead.ts'
import { LOCK_FLOOR_SHARED } from '../../runtime/log-clock/log-clock.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { SentBatch } from '../journal/packed-batch.ts'
import { packTexts } from '../state/packed-texts.ts'
import type { PartitionLease } from './partition-leases.ts'

/** An outbox row with its stamp. From now on every relay sends it with these bytes. */
export type ClaimedRow = {
  readonly id: string
  /** The place of the stamped row in its table, which does not change before it is acked. */
  readonly ctid: string
  readonly topic: TopicName
  readonly partition: number
  readonly key: string
  readonly events: Buffer
  readonly recorded_at: string
}

const MOST_ROWS_A_PARTITION = 400
const MOST_BYTES_A_PARTITION = 512 * 1024

/** Finds rows that a holder of these leases claimed and did not ack, in the order of their stamps. */
export async function findClaimed(
  session: PoolClient,
  leases: readonly PartitionLease[],
): Promise<ClaimedRow[]> {
  const { rows } = await session.query<ClaimedRow>(
    `SELECT o.id::text, o.ctid::text, o.topic, o.partition, o.key, o.events, o.recorded_at
     FROM ingest.outbox o JOIN unnest($1::text[], $2::int[]) AS l (topic, partition)
       ON o.topic = l.topic AND o.partition = l.partition
     WHERE o.recorded_at IS NOT NULL
     ORDER BY o.topic, o.partition, o.recorded_at, o.id`,
    partitionColumns(leases),
  )
  return rows
}

/**
 * Stamps the oldest unstamped rows of each leased partition, one microsecond apart, above the partition's clock and
 * the floor (runtime/log-clock/log-clock.ts), and counts them as claimed, in one transaction. Each lease remembers
 * the id up to which it has no rows left: `settled_id`, which was settled before (settled-ids.ts), or the last
 * claimed row if that is lower. Throws `clock_ahead`.
 */
export async function claimRows(
  session: PoolClient,
  leases: readonly PartitionLease[],
  settledId: bigint,
  tolerance_s: number,
): Promise<ClaimedRow[]> {
  await session.query('BEGIN; SET LOCAL enable_nestloop = off; SET LOCAL enable_bitmapscan = off')
  await takeFloor(session, tolerance_s)
  const { rows } = await session.query<ClaimedRow>(CLAIM, [
    ...partitionColumns(leases),
    MOST_ROWS_A_PARTITION,
    MOST_BYTES_A_PARTITION,
    leases.map(({ claimed_to }) => String(claimed_to)),
  ])
  await session.query('COMMIT')
  advanceClaimedTo(leases, rows, settledId)
  return rows
}

/** The floor must not rise between reading the clocks and stamping. */
async function takeFloor(session: PoolClient, tolerance_s: number): Promise<void> {
  const answers: unknown = await session.query(`${LOCK_FLOOR_SHARED}; ${READ_CLOCKS}`)
  const [, { rows }] = answers as [unknown, { rows: [Clocks] }]
  try {
    requireClocksAgree(rows[0], tolerance_s)
  } catch (error) {
    await session.query('ROLLBACK')
    throw error
  }
}

function advanceClaimedTo(
  leases: readonly PartitionLease[],
  rows: readonly ClaimedRow[],
  settledId: bigint,
): void {
  const lastIds = new Map(rows.map((row) => [partitionKey(row), BigInt(row.id)]))
  for (const lease of leases) {
    const lastId = lastIds.get(partitionKey(lease)) ?? settledId
    const claimedTo = lastId < settledId ? lastId : settledId
    if (claimedTo > lease.claimed_to) lease.claimed_to = claimedTo
  }
}

/**
 * The outbox is mostly empty. If Postgres collected its statistics then, it considers all plans equal. It may scan the
 * whole primary key with everything that a long transaction keeps alive, or a whole index for each of a thousand ids.
 * So the two queries here allow one plan each. The oldest rows of a partition are read in an order that only one index
 * has, and the scan ends after the taken rows. A bitmap would first collect a whole backlog. Rows to be stamped are
 * named by their place in the table. Lists of thousands are joined, so that Postgres hashes them and does not scan the
 * list for each row.
 */
const CLAIM = `
  WITH waiting AS MATERIALIZED (
    SELECT o.* FROM unnest($1::text[], $2::int[], $5::bigint[]) AS l (topic, partition, claimed_to)
    CROSS JOIN LATERAL (
      SELECT place, topic, partition, nr FROM (
        SELECT place, topic, partition, row_number() OVER w AS nr,
               sum(octet_length(events)) OVER w - octet_length(events) AS bytes_before
        FROM (
          SELECT ctid AS place, id, topic, partition, events FROM ingest.outbox
          WHERE topic = l.topic AND (partition, id) > (l.partition, l.claimed_to) AND partition <= l.partition
            AND recorded_at IS NULL
          ORDER BY partition, id LIMIT $3
        ) oldest
        WINDOW w AS (ORDER BY id)
      ) measured
      WHERE bytes_before < $4
    ) o
  ), clock AS MATERIALIZED (
    SELECT topic, partition,
           greatest(clock_timestamp(), at + interval '1 microsecond',
                    (SELECT at FROM control.log_floor) + interval '1 microsecond') AS first_at
    FROM control.partition_clock
    WHERE (topic, partition) IN (SELECT topic, partition FROM waiting)
    ORDER BY topic, partition
    FOR UPDATE
  ), stamped AS (
    UPDATE ingest.outbox o SET recorded_at = c.first_at + (w.nr - 1) * interval '1 microsecond'
    FROM waiting w JOIN clock c ON c.topic = w.topic AND c.partition = w.partition
    WHERE o.ctid = ANY (ARRAY(SELECT place FROM waiting)) AND o.ctid = w.place
    RETURNING o.id, o.ctid, o.topic, o.partition, o.key, o.events, o.recorded_at
  ), moved AS (
    UPDATE control.partition_clock p SET at = s.at, claimed = p.claimed + s.claimed
    FROM (
      SELECT topic, partition, max(recorded_at) AS at, count(*)::int AS claimed
      FROM stamped GROUP BY topic, partition
    ) s
    WHERE p.topic = s.topic AND p.partition = s.partition
  )
  SELECT id::text, ctid::text, topic, partition, key, events, recorded_at
  FROM stamped ORDER BY topic, partition, recorded_at`

/**
 * Deletes rows that the broker has and saves their batches (ingest/journal). The same statement records since when the
 * live read schema has events to catch up with. Rows are found by their place in the table, and by id only if the table
 * was rewritten since (VACUUM FULL).
 */
export async function ackRows(
  session: PoolClient,
  rows: readonly ClaimedRow[],
  sent: readonly SentBatch[],
): Promise<void> {
  const packed = packTexts(sent.map(({ batch }) => batch))
  await session.query(
    `WITH gone AS (
       DELETE FROM ingest.outbox WHERE ctid = ANY ($1::tid[]) AND id + 0 = ANY ($2::bigint[]) RETURNING id
     ), gone_elsewhere AS (
       DELETE FROM ingest.outbox WHERE (SELECT count(*) FROM gone) < $3 AND id = ANY ($2)
     ), sent AS (
       SELECT w.topic, w.partition, w.first_offset, w.end_offset, w.last_id, substr($9::bytea, w.starts, w.length) AS batch
       FROM unnest($4::text[], $5::int[], $6::bigint[], $7::bigint[], $8::text[], $10::int[], $11::int[])
         AS w (topic, partition, first_offset, end_offset, last_id, starts, length)
     ), kept AS (
       INSERT INTO ingest.journal (topic, partition, first_offset, end_offset, last_id, batch) SELECT * FROM sent
       ON CONFLICT (topic, partition, first_offset) DO UPDATE SET end_offset = excluded.end_offset,
         last_id = excluded.last_id, batch = excluded.batch, relayed_at = excluded.relayed_at
     ), last AS (
       SELECT DISTINCT ON (topic, partition) topic, partition, end_offset, last_id FROM sent
       ORDER BY topic, partition, end_offset DESC
     )
     UPDATE control.partition_clock p SET claimed = 0, end_offset = greatest(p.end_offset, l.end_offset),
       relayed_to = l.end_offset, relayed_id = l.last_id,
       waiting_since = CASE WHEN EXISTS (
         SELECT FROM control.position o JOIN control.read_schema r ON r.name = o.read_schema
         WHERE r.is_live AND o.topic = p.topic AND o.partition = p.partition AND o.next < p.end_offset
       ) THEN p.waiting_since ELSE clock_timestamp() END
     FROM last l WHERE p.topic = l.topic AND p.partition = l.partition`,
    [
      rows.map(({ ctid }) => ctid),
      rows.map(({ id }) => id),
      rows.length,
      ...partitionColumns(sent),
      sent.map(({ first_offset }) => String(first_offset)),
      sent.map(({ end_offset }) => String(end_offset)),
      sent.map(({ last_id }) => last_id),
      packed.bytes,
      packed.starts,
      packed.lengths,
    ],
  )
}

export type PartitionEnd = {
  readonly topic: TopicName
  readonly partition: number
  /** The offset after the last event of the log. */
  readonly end_offset: bigint
}

/** Settles claims without rows: what was sent for them is before the end of the log. */
export async function settleClaims(session: PoolClient, ends: readonly PartitionEnd[]): Promise<void> {
  await session.query(
    `UPDATE control.partition_clock p SET claimed = 0, end_offset = greatest(p.end_offset, e.end_offset)
     FROM unnest($1::text[], $2::int[], $3::bigint[]) AS e (topic, partition, end_offset)
     WHERE p.topic = e.topic AND p.partition = e.partition`,
    [...partitionColumns(ends), ends.map(({ end_offset }) => String(end_offset))],
  )
}

function partitionColumns(of: readonly { topic: TopicName; partition: number }[]): [TopicName[], number[]] {
  return [of.map(({ topic }) => topic), of.map(({ partition }) => partition)]
}
