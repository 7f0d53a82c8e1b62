import { refuseLostLog } from '../../runtime/log-guard/refuse-lost-log.ts'
import { type Database, inTransaction } from '../../runtime/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { giveUpLostEnds } from '../log-ends.ts'
import { liveReadSchema, takeReadSchemas } from '../read-schema.ts'
import { firstOf, heldBackAlone } from './decide.ts'
import { type Flip, flip, type Telling } from './flip.ts'
import { whileKeptUp } from './keep-up.ts'
import { standingOf } from './open-rebuild.ts'
import type { RebuildContext } from './rebuild-context.ts'
import { takeRebuildLock } from './rebuild-lock.ts'
import { findRebuildBetween, type RebuildRecord, type SwapPlan } from './rebuild-record.ts'
import type { Announce } from './tell-changed.ts'

const PATIENCE_MS = 5_000
/** In the transaction of the flip, which holds up what it tells of. */
const FLIP_WITHIN_MS = 10_000

/** Lets projectors bring the rebuilt one up to date, and points readers at it once it is not behind. */
export async function swapRebuilt(context: RebuildContext): Promise<Flip> {
  const { database, source, record, patience_ms = PATIENCE_MS } = context
  const { read_schema, id } = record
  const live = await liveReadSchema(database)
  const isOfOtherLog = live !== undefined && (await standingOf(database, source, live)).is_of_other_log
  const telling = await tellingOfSwap(database, record, live)
  // Rows that are made of an empty or older log must not take the place of the live ones.
  await refuseLostLog(context)
  await giveUpLostEnds(context)
  return whileKeptUp({ ...context, read_schema, patience_ms }, () =>
    flip({
      ...context,
      to: read_schema,
      telling,
      patience_ms: FLIP_WITHIN_MS,
      // The live one may have been mended while the rebuilt one waited.
      onHeldBack: isOfOtherLog
        ? null
        : (lanes) => {
            throw new LegislogError('rebuild_refused', heldBackAlone(lanes, read_schema))
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

/** From 'building' to 'projecting': from now on projectors write into it. */
export async function letProject(database: Database, read_schema: string): Promise<void> {
  await inTransaction(database, async (client) => {
    await takeReadSchemas(client)
    await client.query(
      `UPDATE control.read_schema SET state = 'projecting' WHERE name = $1 AND state = 'building'`,
      [read_schema],
    )
  })
}

/** Nobody writes into it any more; readers of changes see all that there is. */
export async function freeze(database: Database, read_schema: string, until_at: string): Promise<void> {
  await database.query(
    `UPDATE control.read_schema SET state = 'frozen', watermark = $2::timestamptz + interval '1 microsecond'
     WHERE name = $1 AND state = 'building'`,
    [read_schema, until_at],
  )
}

/**
 * Points readers back at the read schema that was live before, under the same rule as a swap. A second time it goes forth
 * again. Throws `swap_impossible` where none is kept.
 */
export async function rollback(
  options: Omit<Parameters<typeof whileKeptUp>[0], 'read_schema' | 'patience_ms'> & {
    readonly announce: Announce
    readonly patience_ms?: number
    /** Readers may be shown less of keys than before. */
    readonly accept_held_back: boolean
    /** Another one than the last that was live. */
    readonly to?: string
  },
): Promise<Flip> {
  const { database, settings, patience_ms = PATIENCE_MS } = options
  const lock = await takeRebuildLock(settings)
  try {
    const { live, kept } = await keptOne(database, options.to)
    const between = await findRebuildBetween(database, live, kept)
    const signal = AbortSignal.any([options.signal, lock.lost])
    return await whileKeptUp({ ...options, signal, read_schema: kept, patience_ms }, () =>
      flip({
        ...{ database, settings, signal, to: kept, announce: options.announce },
        onHeldBack(lanes) {
          if (!options.accept_held_back) throw heldBackThere(kept, live, lanes)
        },
        telling: between?.report == null ? nothingKnown : tellingOf(between.report),
        patience_ms: FLIP_WITHIN_MS,
      }),
    )
  } finally {
    await lock.release()
  }
}

async function keptOne(database: Database, wanted?: string): Promise<{ live: string; kept: string }> {
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
        ? 'no read schema is kept that was live before: legislog read-schemas lists those that there are'
        : `${wanted} is not kept up to date, or is live: legislog read-schemas lists those that are`,
    )
  }
  return { live, kept }
}

function heldBackThere(kept: string, live: string, lanes: readonly string[]): LegislogError {
  return new LegislogError(
    'swap_impossible',
    `${kept} holds back ${lanes.length} keys that ${live} shows (${firstOf(lanes)}): legislog parked retry or drop, ` +
      `with --read-schema ${kept}, or legislog rollback --accept-held-back shows readers less of them until then`,
  )
}

async function tellingOfSwap(
  database: Database,
  { id }: RebuildRecord,
  live: string | undefined,
): Promise<Telling> {
  const { rows } = await database.query<{ report: SwapPlan | null }>(
    'SELECT report FROM control.rebuild WHERE id = $1',
    [id],
  )
  const plan = rows[0]?.report
  if (plan == null)
    throw new LegislogError('swap_impossible', 'it was not compared: legislog rebuild --restart')
  // While it waited, a roll back may have made another one live.
  return live === undefined || live === plan.live ? tellingOf(plan) : nothingKnown
}

/** Two that were never compared: what differs cannot be told. */
const nothingKnown: Telling = { ids: [], opens_feed: true, since: null }

function tellingOf({ is_same_code, changed_ids, opens_feed, compared_at }: SwapPlan): Telling {
  return { ids: changed_ids, opens_feed, since: is_same_code ? null : compared_at }
}
