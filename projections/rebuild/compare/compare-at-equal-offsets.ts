import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { type EntityKey, loadEntityKeys } from '../../read-schemas/entity-keys.ts'
import { readPositions, whileReading } from '../../verify/schema-snapshot.ts'
import { verifyKeys } from '../../verify/verify-keys.ts'
import { type CatchUpOptions, catchUp, type Positions } from '../catch-up/catch-up.ts'
import { describeEvents } from '../progress/pace.ts'
import { describeTasks } from '../progress/task-tracker.ts'
import { type BlockedComparison, compareBlockedEvents } from './blocked-events.ts'
import { compareReadSchemas, type SchemaComparison } from './compare-read-schemas.ts'
import type { RowDifference } from './find-differing-rows.ts'
import type { JudgedRow, Supported } from './swap-decision.ts'

export type EqualOffsets = {
  readonly comparison: SchemaComparison
  readonly blocked: BlockedComparison
  /** Leaves out rows of parked keys. */
  readonly judged: readonly JudgedRow[]
  /** Entities of keys whose events the swap shows. */
  readonly shown_ids: readonly number[]
  /** The watermark of the live one at the comparison. */
  readonly watermark: string
}

type ComparingOptions = CatchUpOptions & {
  readonly live: string
  readonly rebuilt: string
  /** false if the live tables are of another version: then only the rebuilt rows can be judged. */
  readonly judgesLive: boolean
  readonly onStep: (detail: string) => void
}

const POLL_MS = 500

/**
 * Compares both read schemas at the same offsets: the live one in one snapshot, while it continues; the rebuilt one
 * after it is projected to exactly these positions. The independent fold judges the differing rows.
 */
export async function compareAtEqualOffsets(options: ComparingOptions): Promise<EqualOffsets> {
  await untilAhead(options)
  return whileReading(options.database, (client) => compareWith(client, options))
}

async function compareWith(client: pg.PoolClient, options: ComparingOptions): Promise<EqualOffsets> {
  const { database, live, rebuilt, judgesLive, signal, onStep } = options
  const { rows } = await client.query<{ snapshot: string; watermark: string }>(
    `SELECT pg_export_snapshot() AS snapshot, watermark FROM control.read_schema WHERE name = $1`,
    [live],
  )
  const { snapshot, watermark } = rows[0]!
  const events = await catchUp(options, rebuilt, await readPositions(client, live), (progress) =>
    onStep(describeEvents(progress)),
  )
  onStep(`${rebuilt} at the offsets of ${live} (${events} events)`)
  const comparison = await compareReadSchemas({
    database,
    sides: [{ name: live, snapshot }, { name: rebuilt }],
    signal,
    onProgress: (progress) => onStep(describeTasks('tables', progress)),
  })
  const blocked = await compareBlockedEvents(client, live, database, rebuilt)
  const owners = [...new Set(comparison.differences.map(({ owner_id }) => owner_id))]
  const known = new Map([
    ...(judgesLive ? await loadEntityKeys(client, live, owners) : []),
    ...(await loadEntityKeys(database, rebuilt, owners)),
  ])
  const isHeld = ({ owner_id }: RowDifference) => blocked.keys.has(known.get(owner_id)?.key ?? '')
  const shownIds = [...new Set(comparison.differences.filter(isHeld).map(({ owner_id }) => owner_id))]
  const open = comparison.differences.filter((one) => !isHeld(one))
  if (open.length > 0) onStep(`${open.length} rows differ: checking them with the log`)
  const judged = comparison.is_complete ? await judge(options, snapshot, open, known) : nameOnly(open, known)
  return { comparison, blocked, judged, shown_ids: shownIds, watermark }
}

/** The rebuilt one cannot go back, so the live one has to be as far. */
async function untilAhead({ database, live, rebuilt, signal, onStep }: ComparingOptions): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const [ofLive, ofRebuilt] = [await positionsOf(database, live), await positionsOf(database, rebuilt)]
    const behind = [...ofRebuilt].filter(([place, next]) => (ofLive.get(place) ?? 0n) < next)
    if (behind.length === 0) return
    onStep(`waiting for ${live}, which is behind in ${behind.length} partitions: legislog project moves it`)
    await delay(POLL_MS)
  }
}

const positionsOf = (database: CatchUpOptions['database'], name: string): Promise<Positions> =>
  inTransaction(database, (client) => readPositions(client, name))

async function judge(
  options: ComparingOptions,
  snapshot: string,
  differences: readonly RowDifference[],
  known: ReadonlyMap<number, EntityKey>,
): Promise<JudgedRow[]> {
  if (differences.length === 0) return []
  const { live, rebuilt, judgesLive } = options
  const verdicts = await verifyKeys({
    ...options,
    read_schemas: [{ name: rebuilt }, ...(judgesLive ? [{ name: live, snapshot }] : [])],
    rows: differences.map(({ table, key }) => ({ table, key })),
  })
  const [ofRebuilt, ofLive] = verdicts.map(
    ({ judgments }) => new Map(judgments.map((one) => [`${one.table} ${one.key}`, one.verdict])),
  )
  return differences.map((one) => {
    const name = `${one.table} ${one.key}`
    const supported = supportedBy(ofLive?.get(name) ?? 'differs', ofRebuilt!.get(name) ?? 'unknown')
    return { ...one, entity: known.get(one.owner_id)?.ocd_id ?? null, supported }
  })
}

function supportedBy(live: string, rebuilt: string): Supported {
  if (rebuilt === 'unknown') return 'unknown'
  if (rebuilt === 'equal') return live === 'equal' ? 'both' : 'rebuilt'
  return live === 'equal' ? 'live' : 'neither'
}

const nameOnly = (
  differences: readonly RowDifference[],
  known: ReadonlyMap<number, EntityKey>,
): JudgedRow[] =>
  differences.map((one) => ({
    ...one,
    entity: known.get(one.owner_id)?.ocd_id ?? null,
    supported: 'both',
  }))
