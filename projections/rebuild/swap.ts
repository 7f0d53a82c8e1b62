import { requireIntactLog } from '../../runtime/kafka/log-guard/refuse-lost-log.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { lockReadSchemas } from '../read-schemas/read-schema.ts'
import { rewindLostEnds } from '../watermark/log-ends.ts'
import { whileKeptUp } from './catch-up/keep-up.ts'
import { describeBlockedAlone, firstOf } from './compare/swap-decision.ts'
import { readLogStanding } from './open-rebuild.ts'
import type { RebuildContext } from './rebuild-context.ts'
import { takeRebuildLock } from './record/rebuild-lock.ts'
import { findRebuildBetween, type RebuildRecord, type SwapPlan } from './record/rebuild-record.ts'
import type { EmitReleases } from './switch/emit-changed.ts'
import { type ChangeAnnouncement, type ReaderSwitch, switchReaders } from './switch/switch-readers.ts'

const PATIENCE_MS = 5_000
/** Runs in the transaction of the switch, which blocks ingest of the entities that it announces. */
const SWITCH_WITHIN_MS = 10_000

/** Lets projectors update the rebuilt one, and points readers at it when it is not behind. */
export async function swapRebuilt(context: RebuildContext): Promise<ReaderSwitch> {
  const { database, source, record, patience_ms = PATIENCE_MS } = context
  const { read_schema, id } = record
  const live = await liveReadSchema(database)
  const isOfOtherLog = live !== undefined && (await readLogStanding(database, source, live)).is_of_other_log
  const announcement = await announcementOfSwap(database, record, live)
  // Rows from an empty or older log must not replace the live ones.
  await requireIntactLog(context)
  await rewindLostEnds(context)
  return whileKeptUp({ ...context, read_schema, patience_ms }, () =>
    switchReaders({
      ...context,
      to: read_schema,
      announcement,
      patience_ms: SWITCH_WITHIN_MS,
      // The live one may have been repaired while the rebuilt one waited.
      onHeldBack: isOfOtherLog
        ? null
        : (keys) => {
            throw new LegislogError('rebuild_refused', describeBlockedAlone(keys, read_schema))
          },
      async onFlip(client) {
        await client.query(
          `UPDATE control.rebuild SET phase = 'done', phase_at = now(), ended_at = now(), error = NULL WHERE id = $1`,
          [id],
        )
      },
    }),
  )
}

/** Changes 'building' to 'projecting': from now on projectors write into it. */
export async function startProjecting(database: Database, readSchema: string): Promise<void> {
  await inTransaction(database, async (client) => {
    await lockReadSchemas(client)
    await client.query(
      `UPDATE control.read_schema SET state = 'projecting' WHERE name = $1 AND state = 'building'`,
      [readSchema],
    )
  })
}

/** No process writes into it now, so readers of changes may see all of it. */
export async function freeze(database: Database, readSchema: string, untilAt: string): Promise<void> {
  await database.query(
    `UPDATE control.read_schema SET state = 'frozen', watermark = $2::timestamptz + interval '1 microsecond'
     WHERE name = $1 AND state = 'building'`,
    [readSchema, untilAt],
  )
}

/**
 * Points readers back at the previously live read schema, by the same rules as a swap. A second call switches forth
 * again. Throws `swap_impossible` if none is kept.
 */
export async function rollback(
  options: Omit<Parameters<typeof whileKeptUp>[0], 'read_schema' | 'patience_ms'> & {
    readonly announce: EmitReleases
    readonly patience_ms?: number
    /** Readers may see less of keys than before. */
    readonly accept_held_back: boolean
    /** The read schema to switch to, if it is not the last live one. */
    readonly to?: string
  },
): Promise<ReaderSwitch> {
  const { database, settings, patience_ms = PATIENCE_MS } = options
  const lock = await takeRebuildLock(settings)
  try {
    const { live, kept } = await findKeptSchema(database, options.to)
    const between = await findRebuildBetween(database, live, kept)
    const signal = AbortSignal.any([options.signal, lock.lost])
    return await whileKeptUp({ ...options, signal, read_schema: kept, patience_ms }, () =>
      switchReaders({
        database,
        settings,
        signal,
        to: kept,
        announce: options.announce,
        onHeldBack(keys) {
          if (!options.accept_held_back) throw blockedThere(kept, live, keys)
        },
        announcement: between?.report == null ? unknownChanges : announcementOf(between.report),
        patience_ms: SWITCH_WITHIN_MS,
      }),
    )
  } finally {
    await lock.release()
  }
}

async function findKeptSchema(database: Database, wanted?: string): Promise<{ live: string; kept: string }> {
  const { rows } = await database.query<{ live: string | null; kept: string | null }>(
    `SELECT (SELECT name FROM control.read_schema WHERE is_live) AS live,
       (SELECT name FROM control.read_schema
        WHERE NOT is_live AND state = 'projecting' AND CASE WHEN $1::text IS NULL THEN keep_until > now() ELSE name = $1 END
        ORDER BY keep_until DESC LIMIT 1) AS kept`,
    [wanted ?? null],
  )
  const { live, kept } = rows[0]!
  if (live === null || kept === null) {
    throw new LegislogError(
      'swap_impossible',
      wanted === undefined
        ? 'no previously live read schema is kept: legislog read-schemas lists all'
        : `${wanted} is not kept up to date, or is live: legislog read-schemas shows their states`,
    )
  }
  return { live, kept }
}

function blockedThere(kept: string, live: string, keys: readonly string[]): LegislogError {
  return new LegislogError(
    'swap_impossible',
    `${kept} has parked ${keys.length} keys that ${live} shows (${firstOf(keys)}): legislog parked retry or drop, ` +
      `with --read-schema ${kept}, or legislog rollback --accept-held-back shows readers older data of these keys until then`,
  )
}

async function announcementOfSwap(
  database: Database,
  { id }: RebuildRecord,
  live: string | undefined,
): Promise<ChangeAnnouncement> {
  const { rows } = await database.query<{ report: SwapPlan | null }>(
    'SELECT report FROM control.rebuild WHERE id = $1',
    [id],
  )
  const plan = rows[0]?.report
  if (plan == null)
    throw new LegislogError('swap_impossible', 'it was not compared: legislog rebuild --restart')
  // While it waited, a rollback may have made another one live.
  return live === undefined || live === plan.live ? announcementOf(plan) : unknownChanges
}

/** For two that were never compared: their differences are unknown. */
const unknownChanges: ChangeAnnouncement = { ids: [], opens_feed: true, since: null }

function announcementOf({
  is_same_code,
  changed_ids,
  opens_feed,
  compared_at,
}: SwapPlan): ChangeAnnouncement {
  return { ids: changed_ids, opens_feed, since: is_same_code ? null : compared_at }
}
