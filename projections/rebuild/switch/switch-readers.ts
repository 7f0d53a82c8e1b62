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
  readonly announcement: ChangeAnnouncement
  readonly announce: EmitReleases
  readonly patience_ms: number
  readonly signal: AbortSignal
  /** Of these lanes readers would see less than before: throws where they must not. null: the live one is of another log. */
  readonly onHeldBack: ((keys: readonly string[]) => void) | null
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
  const { settings, to, announcement, announce, patience_ms } = options
  const limit = settings.swap_emit_limit
  const deadline = Date.now() + patience_ms
  const emitter = createReleaseEmitter(client, {
    read_schemas: live === null ? [to] : [to, live],
    ...{ announce, limit },
  })
  const look = async () => {
    const isCompared = live !== null && options.onHeldBack !== null
    const held = isCompared ? await findBlockedDifference(client, live, to) : nothingBlocked
    if (held.held_back.length > 0) options.onHeldBack?.(held.held_back)
    const since =
      announcement.since === null ? [] : await changedSince(client, to, announcement.since, limit + 1)
    return { ...held, ids: [...announcement.ids, ...held.ids, ...since] }
  }
  const first = await look()
  let opensFeed =
    live !== null && (announcement.opens_feed || first.is_gone || !(await emitter.emit(first.ids)))
  for (;;) {
    await untilNotBehind(client, { to, live, isStrict: opensFeed }, options)
    const { ids, is_gone, held_back } = await look()
    if (live === null || opensFeed) return { told_ids: 0, opens_feed: opensFeed, held_back }
    const left = emitter.notEmitted(ids)
    const isLast = Date.now() > deadline
    const isFew = isLast || left.length <= MAX_EMITTED_UNDER_LOCK
    const isEmitted = is_gone ? false : isFew ? await emitUnderLock(client, emitter, left, isLast) : undefined
    if (isEmitted === true) return { told_ids: emitter.count(), opens_feed: opensFeed, held_back }
    await unlock(client)
    opensFeed = isEmitted === false || !(await emitter.emit(left))
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
    const isEmitted = await emitter.emit(ids)
    await client.query('SET LOCAL lock_timeout = 0')
    return isEmitted
  } catch (error) {
    if (isLast || !(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    return undefined
  }
}

const nothingBlocked: BlockedDifference = { held_back: [], ids: [], is_gone: false }
