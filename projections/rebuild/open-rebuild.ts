import type { LogSource } from '../../runtime/log-source.ts'
import type { Database } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { dropMarked, markDropping } from '../drop-read-schema.ts'
import { listReadSchemas, liveReadSchema } from '../read-schema.ts'
import { readPositions } from '../verify/schema-snapshot.ts'
import { codeFingerprint } from './code-fingerprint.ts'
import { createCandidate } from './create-candidate.ts'
import { logEnds, positionsAt } from './positions-at.ts'
import { findUnfinished, movePhase, type RebuildRecord } from './rebuild-record.ts'

/** So much may be missing of the live one: more, and it is being made anew itself. */
const INCOMPLETE_SHARE = 0.01
const INCOMPLETE_EVENTS = 10_000

/** Continues the unfinished rebuild or begins one. Throws `rebuild_unfinished` where it is another than is asked for. */
export async function openRebuild(options: {
  readonly database: Database
  readonly settings: Settings
  readonly source: LogSource
  readonly until_at: string | null
  readonly restarts: boolean
}): Promise<RebuildRecord> {
  const { database, settings, source, until_at, restarts } = options
  const unfinished = await findUnfinished(database)
  if (unfinished !== undefined) {
    if (!restarts) {
      await requireSame(database, unfinished, until_at)
      return unfinished
    }
    await abandonRebuild(database, unfinished)
  }
  const live = await liveReadSchema(database)
  const ends = until_at === null ? await logEnds(source) : await positionsAt(database, source, until_at)
  const compared = until_at === null ? await completePositions(database, live, ends) : undefined
  const spans = Object.fromEntries([...(compared ?? ends)].map(([place, next]) => [place, String(next)]))
  return createCandidate({ database, settings, spans, until_at, live })
}

async function requireSame(
  database: Database,
  { read_schema, code, until_at, phase, started_at }: RebuildRecord,
  wanted_until_at: string | null,
): Promise<void> {
  const isThere = (await listReadSchemas(database)).some(({ name }) => name === read_schema)
  const why = !isThere
    ? 'its read schema is gone'
    : code !== codeFingerprint()
      ? 'it was begun by other code'
      : until_at !== wanted_until_at
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

/** Where the live one stands, if it holds nearly all of the log: it can be compared with then. */
export async function completePositions(
  database: Database,
  live: string | undefined,
  ends: ReadonlyMap<string, bigint>,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  if (live === undefined) return undefined
  const positions = await readPositions(database, live)
  let [total, missing] = [0, 0]
  for (const [place, end] of ends) {
    total += Number(end)
    missing += Math.max(0, Number(end - (positions.get(place) ?? 0n)))
  }
  return missing <= Math.max(INCOMPLETE_EVENTS, total * INCOMPLETE_SHARE) ? positions : undefined
}
