import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { isTransient } from '../../../runtime/postgres/transient.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { type BlockedDifference, findBlockedDifference } from './blocked-entities.ts'
import { changedSince } from './changed-since.ts'
import { createReleaseEmitter, type EmitReleases, type ReleaseEmitter } from './emit-changed.ts'
import { pointAt, pointers, unlock, untilNotBehind } from './reader-pointer.ts'

export type ReaderSwitch = {
  readonly from: string | null
  readonly to: string
  /** Number of entities that were announced to readers of changes. */
  readonly emitted_ids: number
  /** The new feed that readers of changes must start, if too much has changed. */
  readonly feed_epoch: number | null
  /** Keys of which readers see less than before. */
  readonly held_back: readonly string[]
}

/** The changes that a switch must announce to readers. */
export type ChangeAnnouncement = {
  readonly ids: readonly number[]
  readonly opens_feed: boolean
  /** Entities that changed since then are announced too, because different code made the two sides. */
  readonly since: string | null
}

const ATTEMPTS = 5
/**
 * At most this many are emitted while both watermarks are locked. If there are more, they are emitted without the
 * locks, and it checks again.
 */
const MAX_EMITTED_UNDER_LOCK = 100
const WAIT_UNDER_LOCK_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Points readers at another read schema in one transaction, when it is not behind the live one. So the time of a reader
 * of changes never goes back. Differences are emitted in the same transaction, so their events are stamped after the
 * switch, and a client that reads them reads the new rows. Throws `swap_impossible` if the other one stays behind.
 */
export async function switchReaders(options: {
  readonly database: Database
  readonly settings: Settings
  readonly to: string
  readonly announcement: ChangeAnnouncement
  readonly announce: EmitReleases
  readonly patience_ms: number
  readonly signal: AbortSignal
  /**
   * Called with keys of which readers would see less. Throws if they must not. null: the live one belongs to another
   * log.
   */
  readonly onHeldBack: ((keys: readonly string[]) => void) | null
  /** Runs in the same transaction. */
  readonly onFlip?: (client: pg.PoolClient) => Promise<void>
}): Promise<ReaderSwitch> {
  let tried: ReaderSwitch | undefined
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted()
    try {
      // If the answer to a COMMIT was lost, waits until that transaction has ended.
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
  if (live === to) return { from: null, to, emitted_ids: 0, feed_epoch: null, held_back: [] }
  const { emitted_ids, opens_feed, held_back } = await emitAndLock(client, live, options)
  const feedEpoch = await pointAt(client, {
    to,
    live,
    opens_feed,
    keep_hours: settings.read_schema_keep_hours,
  })
  await options.onFlip?.(client)
  return { from: live, to, emitted_ids, feed_epoch: opens_feed ? feedEpoch : null, held_back }
}

/**
 * Emits the differences and leaves both watermarks locked. More differences appear while it emits and waits:
 * if other code made them, a row may have another form in the other read schema with the same time. So it
 * checks again under the locks. Later projections are at or above both watermarks, which no reader has
 * reached yet.
 */
async function emitAndLock(
  client: pg.PoolClient,
  live: string | null,
  options: Parameters<typeof switchReaders>[0],
): Promise<Pick<ReaderSwitch, 'emitted_ids' | 'held_back'> & { readonly opens_feed: boolean }> {
  const { settings, to, announcement, announce, patience_ms } = options
  const limit = settings.swap_emit_limit
  const deadline = Date.now() + patience_ms
  const emitter = createReleaseEmitter(client, {
    read_schemas: live === null ? [to] : [to, live],
    announce,
    limit,
  })
  const look = async () => {
    const isCompared = live !== null && options.onHeldBack !== null
    const blocked = isCompared ? await findBlockedDifference(client, live, to) : nothingBlocked
    if (blocked.held_back.length > 0) options.onHeldBack?.(blocked.held_back)
    const since =
      announcement.since === null ? [] : await changedSince(client, to, announcement.since, limit + 1)
    return { ...blocked, ids: [...announcement.ids, ...blocked.ids, ...since] }
  }
  const first = await look()
  let opensFeed =
    live !== null && (announcement.opens_feed || first.is_gone || !(await emitter.emit(first.ids)))
  for (;;) {
    await untilNotBehind(client, { to, live, isStrict: opensFeed }, options)
    const { ids, is_gone, held_back } = await look()
    if (live === null || opensFeed) return { emitted_ids: 0, opens_feed: opensFeed, held_back }
    const left = emitter.notEmitted(ids)
    const isLast = Date.now() > deadline
    const isFew = isLast || left.length <= MAX_EMITTED_UNDER_LOCK
    const isEmitted = is_gone ? false : isFew ? await emitUnderLock(client, emitter, left, isLast) : undefined
    if (isEmitted === true) return { emitted_ids: emitter.count(), opens_feed: opensFeed, held_back }
    await unlock(client)
    opensFeed = isEmitted === false || !(await emitter.emit(left))
  }
}

/**
 * Returns undefined if ingest has locked an entity: relays and watermarks wait for these locks and must not wait for
 * ingest too.
 */
async function emitUnderLock(
  client: pg.PoolClient,
  emitter: ReleaseEmitter,
  ids: readonly number[],
  isLast: boolean,
): Promise<boolean | undefined> {
  try {
    await client.query(`SET LOCAL lock_timeout = ${WAIT_UNDER_LOCK_MS}`)
    const isEmitted = await emitter.emit(ids)
    await client.query('SET LOCAL lock_timeout = 0')
    return isEmitted
  } catch (error) {
    if (isLast || !(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    return undefined
  }
}

const nothingBlocked: BlockedDifference = { held_back: [], ids: [], is_gone: false }
