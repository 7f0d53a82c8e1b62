import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Database, inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import { isTransient } from '../../../runtime/postgres/transient.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { advanceWatermark } from '../../watermark/watermark.ts'
import { type BlockedDifference, findBlockedDifference } from './blocked-entities.ts'
import { changedSince } from './changed-since.ts'
import { createReleaseEmitter, type EmitReleases, type ReleaseEmitter } from './emit-changed.ts'

export type ReaderSwitch = {
  readonly from: string | null
  readonly to: string
  /** Entities that readers of changes are told of. */
  readonly told_ids: number
  /** The feed that readers of changes have to begin anew, where too much has changed. */
  readonly feed_epoch: number | null
  /** Lanes of which readers see less than before. */
  readonly held_back: readonly string[]
}

/** What a flip has to tell readers of changes. */
export type ChangeAnnouncement = {
  readonly ids: readonly number[]
  readonly opens_feed: boolean
  /** Entities that have changed since are told too: the two sides are of different code. */
  readonly since: string | null
}

type ReadSchemaPointer = {
  readonly name: string
  readonly is_live: boolean
  readonly watermark: string
  readonly state: string
}

const POLL_MS = 50
const ATTEMPTS = 5
/** So many are told while neither read schema's watermark can move: more are told first, and then it is looked again. */
const MAX_EMITTED_UNDER_LOCK = 100
const WAIT_UNDER_LOCK_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Points readers at another read schema, in one transaction, once it is not behind the live one: readers of changes never
 * see their time go back. What differs is told in the same transaction, so that the events are stamped after the flip: who
 * reads them reads the new rows. Throws `swap_impossible` where the other one stays behind.
 */
export async function switchReaders(options: {
  readonly database: Database
  readonly settings: Settings
  readonly to: string
  readonly telling: ChangeAnnouncement
  readonly announce: EmitReleases
  readonly patience_ms: number
  readonly signal: AbortSignal
  /** Of these lanes readers would see less than before: throws where they must not. null: the live one is of another log. */
  readonly onHeldBack: ((lanes: readonly string[]) => void) | null
  /** Done in the same transaction. */
  readonly onFlip?: (client: pg.PoolClient) => Promise<void>
}): Promise<ReaderSwitch> {
  let tried: ReaderSwitch | undefined
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted()
    try {
      // Where an answer to COMMIT was lost: once that has ended, in one way or the other.
      const rows = await pointers(options.database, tried === undefined ? '' : 'FOR SHARE')
      const live = rows.find(({ is_live }) => is_live)?.name ?? null
      if (live === options.to && tried !== undefined) return tried
      return await inTransaction(options.database, async (client) => {
        tried = await switchInTransaction(client, live, options)
        return tried
      })
    } catch (error) {
      if (!isTransient(error) || attempt >= ATTEMPTS) throw error
      await delay(200 * attempt)
    }
  }
}

async function switchInTransaction(
  client: pg.PoolClient,
  live: string | null,
  options: Parameters<typeof switchReaders>[0],
): Promise<ReaderSwitch> {
  const { settings, to } = options
  await client.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
  if (live === to) return { from: null, to, told_ids: 0, feed_epoch: null, held_back: [] }
  const { told_ids, opens_feed, held_back } = await emitAndLock(client, live, options)
  const feedEpoch = await pointAt(client, {
    ...{ to, live, opens_feed },
    keep_hours: settings.read_schema_keep_hours,
  })
  await options.onFlip?.(client)
  return { from: live, to, told_ids, feed_epoch: opens_feed ? feedEpoch : null, held_back }
}

/**
 * Tells what differs and leaves both watermarks locked. While it is told, and waited for, more comes: of other code a row
 * that a reader has from the live one may lie in the other in another form, with the same time. So it is looked again
 * under the locks. What is projected after that is at or above both watermarks, where no reader has been yet.
 */
async function emitAndLock(
  client: pg.PoolClient,
  live: string | null,
  options: Parameters<typeof switchReaders>[0],
): Promise<Pick<ReaderSwitch, 'told_ids' | 'held_back'> & { readonly opens_feed: boolean }> {
  const { settings, to, telling, announce, patience_ms } = options
  const limit = settings.rebuild_bump_limit
  const deadline = Date.now() + patience_ms
  const emitter = createReleaseEmitter(client, {
    read_schemas: live === null ? [to] : [to, live],
    ...{ announce, limit },
  })
  const look = async () => {
    const isCompared = live !== null && options.onHeldBack !== null
    const held = isCompared ? await findBlockedDifference(client, live, to) : nothingBlocked
    if (held.held_back.length > 0) options.onHeldBack?.(held.held_back)
    const since = telling.since === null ? [] : await changedSince(client, to, telling.since, limit + 1)
    return { ...held, ids: [...telling.ids, ...held.ids, ...since] }
  }
  const first = await look()
  let opensFeed = live !== null && (telling.opens_feed || first.is_gone || !(await emitter.tell(first.ids)))
  for (;;) {
    await untilNotBehind(client, { to, live, isStrict: opensFeed }, options)
    const { ids, is_gone, held_back } = await look()
    if (live === null || opensFeed) return { told_ids: 0, opens_feed: opensFeed, held_back }
    const left = emitter.untold(ids)
    const isLast = Date.now() > deadline
    const isFew = isLast || left.length <= MAX_EMITTED_UNDER_LOCK
    const isTold = is_gone ? false : isFew ? await emitUnderLock(client, emitter, left, isLast) : undefined
    if (isTold === true) return { told_ids: emitter.count(), opens_feed: opensFeed, held_back }
    await unlock(client)
    opensFeed = isTold === false || !(await emitter.tell(left))
  }
}

/** undefined where ingest holds an entity: relays and watermarks, which wait for these locks, must not wait for it too. */
async function emitUnderLock(
  client: pg.PoolClient,
  emitter: ReleaseEmitter,
  ids: readonly number[],
  isLast: boolean,
): Promise<boolean | undefined> {
  try {
    await client.query(`SET LOCAL lock_timeout = ${WAIT_UNDER_LOCK_MS}`)
    const isTold = await emitter.tell(ids)
    await client.query('SET LOCAL lock_timeout = 0')
    return isTold
  } catch (error) {
    if (isLast || !(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    return undefined
  }
}

const nothingBlocked: BlockedDifference = { held_back: [], ids: [], is_gone: false }

async function pointers(client: Queryable, lock = ''): Promise<ReadSchemaPointer[]> {
  const { rows } = await client.query<ReadSchemaPointer>(
    `SELECT name, is_live, watermark, state FROM control.read_schema ORDER BY name ${lock}`,
  )
  return rows
}

/**
 * Leaves both rows locked, so that neither watermark moves until the flip is committed. Where a feed is opened, its readers
 * must hold later times than those of the old one: these are how the old ones are known.
 */
async function untilNotBehind(
  client: pg.PoolClient,
  { to, live, isStrict }: { readonly to: string; readonly live: string | null; readonly isStrict: boolean },
  {
    database,
    settings,
    patience_ms,
    signal,
  }: Pick<Parameters<typeof switchReaders>[0], 'database' | 'settings' | 'patience_ms' | 'signal'>,
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
        `${to} is ${target?.state ?? 'gone'}: nothing keeps it up to date`,
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
    // Each is moved once a second by its own loop: without a move of ours the live one's may always be the later.
    await advanceWatermark(database, to, { tolerance_s: settings.clock_tolerance_s })
  }
}

/** What was done since the locks were taken is undone with them. */
async function unlock(client: pg.PoolClient): Promise<void> {
  await client.query('ROLLBACK TO SAVEPOINT unlocked; RELEASE SAVEPOINT unlocked')
}

/** Times of one form compare as text; '-infinity' is before all of them. */
const isNotBehind = (one: string, other: string): boolean =>
  other === '-infinity' || (one !== '-infinity' && one >= other)

async function pointAt(
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
