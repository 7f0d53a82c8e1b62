import {
  type ActivityCells,
  type ActivityTable,
  addTopics,
  createActivityTable,
  replaceOrganizations,
} from '../../../derive/targets/score/activity-table.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/** Topics of issues are codes, such as TAX; those of agencies are slugs, in lower case. So they never meet. */
export type TopicKind = 'issue' | 'agency'

type Version = { readonly id: string; readonly change: number }
type Cache = { generation: string; change: number; table: ActivityTable; turn: Promise<void> }

const caches = new WeakMap<ReadModel, Cache>()

/**
 * The activity of all organizations on these topics, as it is stored now. A topic is read once; later requests read only
 * the organizations that changed. undefined: nothing is summed up yet.
 */
export async function readActivityTable(
  model: ReadModel,
  kind: TopicKind,
  topics: readonly string[],
): Promise<ActivityTable | undefined> {
  const version = await readVersion(model)
  if (version === undefined) return undefined
  const cache = caches.get(model) ?? {
    generation: '',
    change: 0,
    table: createActivityTable(),
    turn: Promise.resolve(),
  }
  caches.set(model, cache)
  if (isCurrent(cache, version, topics)) return cache.table
  const turn = cache.turn.then(() => bringUpToDate(model, cache, { version, kind, topics }))
  // The next request starts after this one, even if it fails, and reads again what is missing.
  cache.turn = turn.catch(() => undefined)
  await turn
  return cache.table
}

const isCurrent = (cache: Cache, { id, change }: Version, topics: readonly string[]): boolean =>
  cache.generation === id && cache.change >= change && topics.every((topic) => cache.table.topics.has(topic))

async function readVersion(model: ReadModel): Promise<Version | undefined> {
  const found = await withDerivedTables(() =>
    model.read<Version>(
      () => `SELECT p.generation AS id, coalesce((SELECT max(change) FROM derive.organization_change), 0) AS change
        FROM derive.organization_activity_position p WHERE p.table_name = 'advocacy_organizations'`,
    ),
  )
  return found?.rows[0]
}

async function bringUpToDate(
  model: ReadModel,
  cache: Cache,
  {
    version,
    kind,
    topics,
  }: { readonly version: Version; readonly kind: TopicKind; readonly topics: readonly string[] },
): Promise<void> {
  if (cache.generation !== version.id) {
    cache.table = createActivityTable()
    cache.generation = version.id
    cache.change = version.change
  }
  if (cache.change < version.change) {
    const { changed, rows } = await readChanged(model, cache.change)
    replaceOrganizations(cache.table, changed, rows)
    // Later changes may be in these rows too. They are read once more then, which changes nothing.
    cache.change = version.change
  }
  const missing = topics.filter((topic) => !cache.table.topics.has(topic))
  if (missing.length > 0) addTopics(cache.table, missing, await readTopics(model, kind, missing))
}

type CellArray = [number, string, string, number, number, number | null, boolean, string | null]
type PackedRow = { readonly id: number; readonly cells: readonly CellArray[] }

/** One JSON array for all rows is read several times as fast as one row for each. */
const PACKED = `json_agg(json_build_array(a.organization_id, a.topic, a.jurisdiction, a.activities, a.issues,
  a.day - '1970-01-01'::date, a.is_ended, c.type))`

const cellsOf = (rows: readonly PackedRow[]): ActivityCells[] =>
  rows.flatMap(({ cells }) =>
    cells.map(
      ([organization_id, topic, jurisdiction, activities, issues, day, is_ended, type]): ActivityCells => ({
        organization_id,
        topic,
        jurisdiction,
        activities,
        issues,
        day,
        is_ended,
        type,
      }),
    ),
  )

async function readTopics(
  model: ReadModel,
  kind: TopicKind,
  topics: readonly string[],
): Promise<ActivityCells[]> {
  const { rows } = await model.read<PackedRow>(
    (_, bind) => `
      SELECT 1 AS id, coalesce(${PACKED}, '[]') AS cells
      FROM derive.organization_activity a LEFT JOIN derive.organization_change c USING (organization_id)
      WHERE a.kind = ${bind(kind)} AND a.topic = ANY (${bind(topics)}::text[])`,
  )
  return cellsOf(rows)
}

async function readChanged(model: ReadModel, since: number) {
  const { rows } = await model.read<PackedRow & { readonly organization_id: number }>(
    (_, bind) => `
      SELECT 1 AS id, c.organization_id,
        coalesce(${PACKED} FILTER (WHERE a.organization_id IS NOT NULL), '[]') AS cells
      FROM derive.organization_change c LEFT JOIN derive.organization_activity a USING (organization_id)
      WHERE c.change > ${bind(since)} GROUP BY c.organization_id`,
  )
  return { changed: rows.map(({ organization_id }) => organization_id), rows: cellsOf(rows) }
}
