import type pg from 'pg'
import { READ_CLOCKS } from '../../runtime/log-clock/clock-ahead.ts'
import { LOCK_FLOOR_EXCLUSIVE } from '../../runtime/log-clock/log-clock.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { IDLE_TIMEOUT_SQL } from './watermark.ts'

type ClockSetBack = {
  /** The clock of the log before and after. */
  readonly from: string
  readonly to: string
  /** The new feed of readers of changes. null if no read schema is live. */
  readonly feed_epoch: number | null
}

type Found = {
  readonly from: string
  readonly to: string
  /** The greatest applied stamp that is ahead. */
  readonly applied: string | null
  readonly is_near: boolean
}

/** A reader that has not asked for this long is ignored. */
const NEAR_DAYS = 30

/**
 * Sets the clock of the log back to the database's time plus the tolerance: no readable stamp in the log is above that,
 * because readers park later ones. Readers of changes may have a time from the jump and would miss changes that are
 * stamped below it. So a new feed begins, and a time in the future is answered with 410. No claim is under way
 * meanwhile. Throws `clock_ahead` if events that are ahead were applied: then the log itself contains such stamps.
 */
export async function setLogClockBack(
  client: pg.PoolClient,
  { tolerance_s, accept_missed }: { readonly tolerance_s: number; readonly accept_missed: boolean },
): Promise<ClockSetBack> {
  await client.query(`${IDLE_TIMEOUT_SQL}; ${LOCK_FLOOR_EXCLUSIVE}`)
  const { rows } = await client.query<Found>(
    `SELECT c.log_at AS "from", l.at AS "to", c.log_at < c.database_at + interval '${NEAR_DAYS} days' AS is_near,
       (SELECT max(last_at) FROM control.position WHERE last_at > l.at) AS applied
     FROM (${READ_CLOCKS}) c, LATERAL (SELECT c.database_at + make_interval(secs => $1) AS at) l`,
    [tolerance_s],
  )
  const { from, to, applied, is_near } = rows[0]!
  if (is_near && !accept_missed) {
    throw new LegislogError(
      'clock_ahead',
      `the clock of the log is at ${from}, which is less than ${NEAR_DAYS} days away: after that, a reader with a ` +
        'time from the jump cannot be recognized and would miss changes. Wait until then: the relay continues by itself. If no reader ' +
        'can have such a time: legislog clock back --accept-missed',
    )
  }
  if (applied !== null) {
    throw new LegislogError(
      'clock_ahead',
      `events that are stamped up to ${applied} were applied: Kafka had that time too when it appended them, so the log itself ` +
        'is ahead. docs/clocks.md says what can be done',
    )
  }
  await client.query('UPDATE control.log_floor SET at = least(at, $1)', [to])
  await client.query('UPDATE control.partition_clock SET at = least(at, $1)', [to])
  await client.query('UPDATE control.read_schema SET watermark = least(watermark, $1)', [to])
  const live = await client.query<{ feed_epoch: number }>(
    `UPDATE control.read_schema SET feed_epoch = (SELECT max(feed_epoch) + 1 FROM control.read_schema) WHERE is_live
     RETURNING feed_epoch`,
  )
  return { from, to, feed_epoch: live.rows[0]?.feed_epoch ?? null }
}
