import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { partitionCount } from '../../runtime/kafka/client/kafka-client.ts'
import { findAbandonedLog } from '../../runtime/kafka/log-guard/log-faults.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { topics } from '../../schemas/log/topics.ts'
import { codeFingerprint } from '../read-schemas/code-fingerprint.ts'
import { dropMarked, markDropping } from '../read-schemas/drop-read-schema.ts'
import { listReadSchemas } from '../read-schemas/read-schema.ts'
import { readPositions } from '../verify/schema-snapshot.ts'
import type { Positions } from './catch-up/catch-up.ts'
import { logEnds, positionsAt } from './catch-up/positions-at.ts'
import { createCandidate } from './create-candidate.ts'
import { findUnfinished, movePhase, type RebuildRecord } from './record/rebuild-record.ts'

/**
 * The live one counts as complete if at most this share is missing, or this many events unless they are most of the
 * log. Otherwise it is being created again.
 */
const INCOMPLETE_SHARE = 0.01
const INCOMPLETE_EVENTS = 10_000

type OpenedRebuild = {
  readonly record: RebuildRecord
  /** From an earlier run that was killed or waits. */
  readonly is_continued: boolean
}

/**
 * Continues the unfinished rebuild or starts one. Throws `rebuild_unfinished` if it differs from the requested one.
 */
export async function openRebuild(options: {
  readonly database: Database
  readonly settings: Settings
  readonly codec: EventCodec
  readonly source: LogSource
  readonly until_at: string | null
  readonly restarts: boolean
}): Promise<OpenedRebuild> {
  const { database, settings, codec, source, until_at, restarts } = options
  await requirePartitions(settings, source)
  const unfinished = await findUnfinished(database)
  if (unfinished !== undefined) {
    if (!restarts) {
      await requireSame(database, unfinished, until_at)
      return { record: unfinished, is_continued: true }
    }
    await abandonRebuild(database, unfinished)
  }
  const live = await liveReadSchema(database)
  const until =
    until_at === null
      ? await loadedUntil(database, source, live)
      : await positionsAt({ database, codec, source }, until_at)
  const spans = Object.fromEntries([...until].map(([place, next]) => [place, String(next)]))
  const record = await createCandidate({ database, settings, spans, until_at, live })
  return { record, is_continued: false }
}

/** A partition that the settings do not include would not be read, and all of its rows would be missing. */
async function requirePartitions(settings: Settings, source: LogSource): Promise<void> {
  for (const { name } of topics) {
    const [found, wanted] = [(await source.ranges(name)).length, partitionCount(settings, name)]
    if (found !== wanted) {
      throw new LegislogError(
        'topic_mismatch',
        `topic ${name} has ${found} partitions, but the setting TOPIC_PARTITIONS says ${wanted}`,
      )
    }
  }
}

/**
 * Gives the end of the load: the positions of the live read schema, at which the two are compared. Without a
 * live one, it is the end of the log.
 */
async function loadedUntil(
  database: Database,
  source: LogSource,
  live: string | undefined,
): Promise<Positions> {
  const standing = live === undefined ? undefined : await readLogStanding(database, source, live)
  return standing?.is_complete === true ? standing.positions : logEnds(source)
}

async function requireSame(
  database: Database,
  { read_schema, code, until_at, phase, started_at }: RebuildRecord,
  wantedUntilAt: string | null,
): Promise<void> {
  const isThere = (await listReadSchemas(database)).some(({ name }) => name === read_schema)
  const why = !isThere
    ? 'its read schema is gone'
    : code !== codeFingerprint()
      ? 'other code started it'
      : until_at !== wantedUntilAt
        ? `it is ${until_at === null ? 'of the whole log' : `until ${until_at}`}`
        : undefined
  if (why === undefined) return
  throw new LegislogError(
    'rebuild_unfinished',
    `the rebuild of ${read_schema} from ${started_at} is not finished (${phase}), and ${why}: ` +
      'legislog rebuild --abandon drops it, --restart starts over',
  )
}

/** Abandons an unfinished rebuild: its read schema is dropped, unless it is live by now. */
export async function abandonRebuild(database: Database, record: RebuildRecord): Promise<void> {
  const { id, read_schema } = record
  const found = (await listReadSchemas(database)).find(({ name }) => name === read_schema)
  if (found !== undefined && !found.is_live) {
    await markDropping(database, read_schema)
    // Projectors drop tables that are in use later.
    await dropMarked(database, read_schema)
  }
  await movePhase(database, id, found?.is_live === true ? 'done' : 'abandoned')
}

type LogStanding = {
  readonly positions: ReadonlyMap<string, bigint>
  /** It has nearly all of the log, so it can be compared. */
  readonly is_complete: boolean
  /** It has read offsets that this log does not have: it belongs to another log. */
  readonly is_of_other_log: boolean
}

/** The positions of a read schema in the log. */
export async function readLogStanding(
  database: Database,
  source: LogSource,
  name: string,
): Promise<LogStanding> {
  // Read the positions first: events that are read meanwhile must not look like more than the log has.
  const positions = await readPositions(database, name)
  const ends = await logEnds(source)
  let [total, missing] = [0, 0]
  for (const [place, end] of ends) {
    total += Number(end)
    missing += Number(end - (positions.get(place) ?? 0n))
  }
  const isOfOtherLog =
    [...positions].some(([place, next]) => next > (ends.get(place) ?? 0n)) ||
    (await findAbandonedLog(database, name)) !== undefined
  const few = Math.min(INCOMPLETE_EVENTS, total / 2)
  const isComplete = !isOfOtherLog && missing <= Math.max(few, total * INCOMPLETE_SHARE)
  return { positions, is_complete: isComplete, is_of_other_log: isOfOtherLog }
}
