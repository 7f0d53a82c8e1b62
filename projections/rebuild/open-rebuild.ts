import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { partitionCount } from '../../runtime/kafka/client/kafka-client.ts'
import { findAbandonedLog } from '../../runtime/kafka/log-guard/log-faults.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { topics } from '../../schemas/log/topics.ts'
import { codeFingerprint } from '../read-schemas/code-fingerprint.ts'
import { dropMarked, markDropping } from '../read-schemas/drop-read-schema.ts'
import { listReadSchemas, liveReadSchema } from '../read-schemas/read-schema.ts'
import { readPositions } from '../verify/schema-snapshot.ts'
import type { Positions } from './catch-up/catch-up.ts'
import { logEnds, positionsAt } from './catch-up/positions-at.ts'
import { createCandidate } from './create-candidate.ts'
import { findUnfinished, movePhase, type RebuildRecord } from './record/rebuild-record.ts'

/** So much may be missing of the live one, or so many events if they are not most of the log: else it is being made anew. */
const INCOMPLETE_SHARE = 0.01
const INCOMPLETE_EVENTS = 10_000

export type OpenedRebuild = {
  readonly record: RebuildRecord
  /** Of a run before this one, which was killed or waits. */
  readonly is_continued: boolean
}

/** Continues the unfinished rebuild or begins one. Throws `rebuild_unfinished` where it is another than is asked for. */
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

/** Of a partition that the settings do not know nothing would be read, and all of its rows would be missing. */
async function requirePartitions(settings: Settings, source: LogSource): Promise<void> {
  for (const { name } of topics) {
    const [found, wanted] = [(await source.ranges(name)).length, partitionCount(settings, name)]
    if (found !== wanted) {
      throw new LegislogError(
        'topic_mismatch',
        `topic ${name} has ${found} partitions, and the settings (TOPIC_PARTITIONS) say ${wanted}`,
      )
    }
  }
}

/** Where the live one stands, since it is compared with there; else the whole log. */
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
      ? 'it was begun by other code'
      : until_at !== wantedUntilAt
        ? `it is ${until_at === null ? 'of the whole log' : `until ${until_at}`}`
        : undefined
  if (why === undefined) return
  throw new LegislogError(
    'rebuild_unfinished',
    `the rebuild of ${read_schema} that began at ${started_at} is not finished (${phase}), and ${why}: ` +
      'legislog rebuild --abandon gives it up, --restart begins anew',
  )
}

/** Gives an unfinished rebuild up: its read schema goes, unless it is live by now. */
export async function abandonRebuild(database: Database, record: RebuildRecord): Promise<void> {
  const { id, read_schema } = record
  const found = (await listReadSchemas(database)).find(({ name }) => name === read_schema)
  if (found !== undefined && !found.is_live) {
    await markDropping(database, read_schema)
    // What is in use goes later: projectors see to it.
    await dropMarked(database, read_schema)
  }
  await movePhase(database, id, found?.is_live === true ? 'done' : 'abandoned')
}

export type LogStanding = {
  readonly positions: ReadonlyMap<string, bigint>
  /** It holds nearly all of the log: it can be compared with. */
  readonly is_complete: boolean
  /** It has read what this log does not hold: it is of another one. */
  readonly is_of_other_log: boolean
}

/** Where a read schema stands in the log. */
export async function readLogStanding(
  database: Database,
  source: LogSource,
  name: string,
): Promise<LogStanding> {
  // First, so that what is read meanwhile does not look like more than there is.
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
