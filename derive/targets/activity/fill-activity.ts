import { ORGANIZATION_ACTIVITY_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import type { BillPosition } from '../../bills/changed-bills.ts'
import { latestOf } from '../score/latest-of.ts'
import { beginFollowing, type FollowedSchema, movePosition, readPosition } from './activity-position.ts'
import { readOrganizationSources } from './read-sources.ts'
import { changedSums, storeActivity } from './store-activity.ts'
import { summarizeActivity } from './summarize-activity.ts'

/** Changed rows of one batch. If the process is killed, it reads so many again. */
const ROWS_AT_ONCE = 500

export type ActivityFill = {
  readonly database: Database
  readonly signal: AbortSignal
}

/** How the organizations of changed rows are found. */
const followed = [
  {
    table: 'advocacy_organizations',
    organizations: (schema: string) =>
      `SELECT unnest(ARRAY[e.id, e.replaced_by]) AS id, t.updated_at FROM ${schema}.entity e
       JOIN ${schema}.advocacy_organizations t ON t.id = e.id WHERE e.id = ANY ($1::bigint[])`,
  },
  {
    table: 'lobbying_filings',
    organizations: (schema: string) => namedBy(schema, 'lobbying_filings', 'client_ocd_id'),
  },
  {
    table: 'advocacy_positions',
    organizations: (schema: string) => namedBy(schema, 'advocacy_positions', 'organization_ocd_id'),
  },
  {
    // A position may be stated before its bill is known, and subjects of a bill may come later.
    table: 'bills',
    organizations: (schema: string) => positionedOn(schema),
  },
] as const

/** The organizations that the rows name now, and those for which they were counted before. */
const namedBy = (schema: string, table: string, column: string): string => `
  SELECT coalesce(e.replaced_by, e.id) AS id, t.updated_at FROM ${schema}.${table} t
  JOIN ${schema}.entity e ON e.ocd_id = t.${column} WHERE t.id = ANY ($1::bigint[])
  UNION ALL SELECT c.organization_id, t.updated_at FROM derive.counted_source c
  JOIN ${schema}.${table} t ON t.id = c.source_id WHERE c.source_id = ANY ($1::bigint[])`

/** The organizations with a position on the bills, also under ids that were merged into them. */
const positionedOn = (schema: string): string => `
  SELECT coalesce(o.replaced_by, o.id) AS id, n.updated_at FROM (
    SELECT e.ocd_id, b.updated_at FROM ${schema}.bills b JOIN ${schema}.entity e ON e.id = b.id
    WHERE b.id = ANY ($1::bigint[])
    UNION ALL SELECT e.ocd_id, b.updated_at FROM ${schema}.bills b JOIN ${schema}.entity e ON e.replaced_by = b.id
    WHERE b.id = ANY ($1::bigint[])
  ) n
  JOIN ${schema}.advocacy_positions p ON p.bill_ocd_id = n.ocd_id
  JOIN ${schema}.entity o ON o.ocd_id = p.organization_ocd_id`

/**
 * Sums up what organizations did, for those whose sources changed, until nothing remains. Continues where the last process
 * stopped. Gives false, and does nothing, if another process does it.
 */
export async function fillActivity({ database, signal }: ActivityFill): Promise<boolean> {
  return tryWithAdvisoryLock(database, ORGANIZATION_ACTIVITY_LOCK, async () => {
    const live = await beginFollowing(database)
    if (live === undefined) return
    for (const source of followed) {
      let remains = true
      while (remains) {
        signal.throwIfAborted()
        remains = await fillNext(database, live, source)
      }
    }
  })
}

/** Gives false if no changed row remains in the table. */
async function fillNext(
  database: Database,
  { read_schema, watermark }: FollowedSchema,
  source: (typeof followed)[number],
): Promise<boolean> {
  const position = await readPosition(database, source.table)
  const { rows: changed } = await database.query<BillPosition>(
    `SELECT updated_at, seq::text AS seq, id FROM ${read_schema}.${source.table}
     WHERE (updated_at, seq, id) > ($1, $2, $3) AND updated_at < $4
     ORDER BY updated_at, seq, id LIMIT ${ROWS_AT_ONCE}`,
    [position.updated_at, position.seq, position.id, watermark],
  )
  const last = changed.at(-1)
  if (last === undefined) return false
  const { rows: named } = await database.query<{ id: number; updated_at: string }>(
    `SELECT id, max(updated_at) AS updated_at FROM (${source.organizations(read_schema)}) o
     WHERE id IS NOT NULL GROUP BY id ORDER BY id`,
    [changed.map(({ id }) => id)],
  )
  const changedAt = new Map(named.map(({ id, updated_at }) => [id, updated_at]))
  const found = await readOrganizationSources(database, read_schema, [...changedAt.keys()])
  const all = found.map((read) => {
    const updated_at = latestOf([read.updated_at, changedAt.get(read.organization_id)!])
    const sources = { ...read, updated_at }
    return { sources, rows: summarizeActivity(sources) }
  })
  // Most changes of a bill change no sum. Then the time of the organization stays too.
  const summed = source.table === 'bills' ? await changedSums(database, all) : all
  const ids =
    source.table === 'bills' ? summed.map(({ sources }) => sources.organization_id) : [...changedAt.keys()]
  await inTransaction(database, async (client) => {
    await storeActivity(client, ids, summed)
    await movePosition(client, source.table, last)
  })
  return changed.length === ROWS_AT_ONCE
}
