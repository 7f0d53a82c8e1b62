import { LOCK_FLOOR_EXCLUSIVE } from '../../runtime/log-clock/log-clock.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { unacceptedHaltsSql } from '../parking/halt.ts'
import { OLDEST_AT, secondsSince } from './lag.ts'

/** Every relay waits for this lock: a process that is stopped while it has the lock must not stop them all. */
export const IDLE_TIMEOUT_SQL = 'SET LOCAL idle_in_transaction_session_timeout = 3000'

/**
 * Identifies a server, and differs for one that takes its place with the same data: no two start in the same
 * microsecond. Every Postgres lets any user ask for it, also managed ones and replicas.
 */
const SERVER = 'pg_postmaster_start_time()::text'

/** The server that answers now. */
export async function readServer(database: Database): Promise<string> {
  const { rows } = await database.query<{ server: string }>(`SELECT ${SERVER} AS server`)
  return rows[0]!.server
}

/** The log is not the one that was relayed to, or does not fit the positions of a projector of this read schema. */
const OPEN_FAULT_SQL = `SELECT FROM control.log_fault WHERE noticed_by IN ($1, 'relay')`

/** A projector of this read schema, here or in another process, refuses its next event. */
const OPEN_HALT_SQL = `SELECT ${unacceptedHaltsSql('$1')}`

export type Watermark = {
  /** The server that moved it, or that did not because it is not the expected one. */
  readonly server: string
  readonly watermark: string
  /** The new floor: no later stamp is at or below it. */
  readonly floor_at: string
  /** The database's time. */
  readonly database_at: string
  /** The latest time at which readers saw it, ms since 1970 by the database's clock. */
  readonly seen_ms: number
  readonly is_live: boolean
  /** When the creation of its rows started. */
  readonly created_at: string
  /** Partitions with every event up to the floor projected, and their positions. */
  readonly drained: readonly { readonly name: string; readonly next: string }[]
  /** Partitions with unprojected events. */
  readonly behind: readonly {
    readonly topic: string
    readonly partition: number
    readonly lag: number
    readonly last_at: string
    /** Age in the log of the oldest of them. */
    readonly oldest_s: number
  }[]
}

/** The floor up to which a partition, by `topic:partition`, was drained, and its position then. */
export type DrainedAt = ReadonlyMap<string, { readonly at: string; readonly next: string }>

/**
 * Moves the watermark of a read schema: readers of `updated_since` see rows strictly below it.
 * runtime/log-clock/log-clock.ts describes the protocol and why no row is ever missed. The floor also rises above every
 * stamp so far, and above every stamp that was read if the partition clocks were lost, so that a database clock that
 * was set back hides nothing for long. `drained_at` says where partitions were found drained before. Without it, a
 * partition with few events would keep the watermark at its last event until the next is projected. It is ignored for a
 * partition that is before that position, because its rows are being created again, and after the floor was set back.
 * Nothing moves if the server that answers is not the one in `prepared`, because it may know less of the log. Nothing
 * moves while a projector of the read schema is halted, or the relay refuses the log. A database whose clock is more
 * than `tolerance_s` ahead of this host's does not raise the floor: stamps must not follow it. Throws
 * `read_schema_missing`.
 */
export async function advanceWatermark(
  database: Database,
  readSchema: string,
  options: {
    readonly drained_at?: DrainedAt | undefined
    readonly prepared?: string | undefined
    readonly tolerance_s?: number
  } = {},
): Promise<Watermark> {
  const { drained_at = new Map(), prepared, tolerance_s = Number.POSITIVE_INFINITY } = options
  let asked_ms = 0
  const moved = await inTransaction(database, async (client) => {
    await client.query(`${IDLE_TIMEOUT_SQL}; ${LOCK_FLOOR_EXCLUSIVE}`)
    asked_ms = performance.now()
    const { rows } = await client.query<Omit<Watermark, 'seen_ms'>>(
      `WITH part AS (
         SELECT p.topic, p.partition,
           greatest(p.last_at, CASE WHEN p.next >= d.next AND d.at <= (SELECT at FROM control.log_floor) THEN d.at END)
             AS last_at, p.next,
           coalesce(c.end_offset, 0) - p.next AS lag,
           coalesce(c.claimed, 0) = 0 AND p.next >= coalesce(c.end_offset, 0) AS is_drained,
           ${secondsSince(OLDEST_AT)} AS oldest_s
         FROM control.position p LEFT JOIN control.partition_clock c USING (topic, partition)
         LEFT JOIN unnest($2::text[], $3::timestamptz[], $4::bigint[]) AS d (name, at, next)
           ON d.name = p.topic || ':' || p.partition
         WHERE p.read_schema = $1
       ), floor AS (
         UPDATE control.log_floor f SET at = greatest(
           CASE WHEN $6::timestamptz IS NULL OR clock_timestamp() <= $6 THEN clock_timestamp() END,
           f.at + interval '1 microsecond',
           (SELECT max(at) + interval '1 microsecond' FROM control.partition_clock),
           (SELECT max(last_at) + interval '1 microsecond' FROM part)
         ) RETURNING f.at
       )
       UPDATE control.read_schema r SET watermark = CASE
         WHEN coalesce($5, ${SERVER}) <> ${SERVER} OR EXISTS (${OPEN_FAULT_SQL}) OR EXISTS (${OPEN_HALT_SQL}) THEN r.watermark
         ELSE greatest(
           r.watermark,
           (SELECT min(CASE WHEN part.is_drained THEN floor.at ELSE part.last_at END) FROM part, floor)
         )
       END
       WHERE r.name = $1
       RETURNING ${SERVER} AS server, r.watermark, r.is_live, r.created_at, (SELECT at FROM floor) AS floor_at,
         clock_timestamp() AS database_at, (
         SELECT coalesce(json_agg(json_build_object('name', topic || ':' || partition, 'next', next::text)), '[]')
         FROM part WHERE is_drained
       ) AS drained, (
         SELECT coalesce(json_agg(json_build_object(
           'topic', topic, 'partition', partition, 'lag', greatest(lag, 0), 'last_at', last_at,
           'oldest_s', oldest_s)), '[]')
         FROM part WHERE NOT is_drained
       ) AS behind`,
      [
        readSchema,
        [...drained_at.keys()],
        [...drained_at.values()].map(({ at }) => at),
        [...drained_at.values()].map(({ next }) => next),
        prepared ?? null,
        Number.isFinite(tolerance_s) ? new Date(Date.now() + tolerance_s * 1000) : null,
      ],
    )
    if (rows[0] === undefined)
      throw new LegislogError('read_schema_missing', `${readSchema} no longer exists`)
    return rows[0]
  })
  const [floor_ms, database_ms] = [Date.parse(moved.floor_at), Date.parse(moved.database_at)]
  const isFloorPlausible = floor_ms - database_ms <= tolerance_s * 1000
  const statement_ms = isFloorPlausible ? Math.max(floor_ms, database_ms) : database_ms
  // This includes the time after the statement, also of the commit.
  const seen_ms = Math.ceil(statement_ms + 1 + performance.now() - asked_ms)
  return { ...moved, seen_ms }
}
