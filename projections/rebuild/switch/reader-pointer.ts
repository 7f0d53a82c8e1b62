import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database, Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { advanceWatermark } from '../../watermark/watermark.ts'

type ReadSchemaPointer = {
  readonly name: string
  readonly is_live: boolean
  readonly watermark: string
  readonly state: string
}

type CatchUpOptions = {
  readonly database: Database
  readonly settings: Settings
  readonly patience_ms: number
  readonly signal: AbortSignal
}

const POLL_MS = 50

export async function pointers(client: Queryable, lock = ''): Promise<ReadSchemaPointer[]> {
  const { rows } = await client.query<ReadSchemaPointer>(
    `SELECT name, is_live, watermark, state FROM control.read_schema ORDER BY name ${lock}`,
  )
  return rows
}

/**
 * Waits until the read schema is not behind the live one. Leaves both rows locked, so that no watermark moves
 * until the switch is committed. With `isStrict` the watermark must be later: a reader of an old feed is
 * recognized by its earlier times.
 */
export async function untilNotBehind(
  client: pg.PoolClient,
  { to, live, isStrict }: { readonly to: string; readonly live: string | null; readonly isStrict: boolean },
  { database, settings, patience_ms, signal }: CatchUpOptions,
): Promise<void> {
  const deadline = Date.now() + patience_ms
  for (;;) {
    signal.throwIfAborted()
    await client.query('SAVEPOINT unlocked')
    const rows = await pointers(client, 'FOR UPDATE')
    const target = rows.find(({ name }) => name === to)
    if (target?.state !== 'projecting') {
      throw new LegislogError(
        'swap_impossible',
        `${to} is ${target?.state ?? 'gone'}: no projector keeps it up to date`,
      )
    }
    const ofLive = rows.find(({ name }) => name === live)?.watermark ?? '-infinity'
    if (isNotBehind(target.watermark, ofLive) && !(isStrict && target.watermark === ofLive)) return
    await unlock(client)
    if (Date.now() > deadline) {
      throw new LegislogError(
        'swap_impossible',
        `${to} stays behind ${live}: its watermark is ${target.watermark}, the other ${ofLive}; does legislog project run?`,
      )
    }
    await delay(POLL_MS)
    // Each loop moves its own watermark once a second. Without this step the live one could always be later.
    await advanceWatermark(database, to, { tolerance_s: settings.clock_tolerance_s })
  }
}

/** Releases the locks, and undoes everything since they were taken. */
export async function unlock(client: pg.PoolClient): Promise<void> {
  await client.query('ROLLBACK TO SAVEPOINT unlocked; RELEASE SAVEPOINT unlocked')
}

/** Times of one form compare as text. '-infinity' is before all of them. */
const isNotBehind = (one: string, other: string): boolean =>
  other === '-infinity' || (one !== '-infinity' && one >= other)

export async function pointAt(
  client: pg.PoolClient,
  given: {
    readonly to: string
    readonly live: string | null
    readonly opens_feed: boolean
    readonly keep_hours: number
  },
): Promise<number> {
  await client.query(
    `UPDATE control.read_schema SET is_live = false, keep_until = now() + make_interval(hours => $2) WHERE name = $1`,
    [given.live, given.keep_hours],
  )
  const { rows } = await client.query<{ feed_epoch: number }>(
    `UPDATE control.read_schema r SET is_live = true, keep_until = NULL,
       feed_epoch = CASE WHEN $2 THEN (SELECT max(feed_epoch) + 1 FROM control.read_schema)
         ELSE coalesce((SELECT feed_epoch FROM control.read_schema l WHERE l.name = $3), r.feed_epoch) END,
       feed_since = CASE WHEN $2
           THEN (SELECT watermark + interval '1 microsecond' FROM control.read_schema l WHERE l.name = $3)
         ELSE coalesce((SELECT feed_since FROM control.read_schema l WHERE l.name = $3), r.feed_since) END
     WHERE r.name = $1 RETURNING feed_epoch`,
    [given.to, given.opens_feed, given.live],
  )
  return rows[0]!.feed_epoch
}
