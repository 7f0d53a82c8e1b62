import { readTables } from '../../../projections/tables/read-tables.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'

/** Columns that may differ between runs: times and the order of events. */
const TIMES = new Set(['updated_at', 'seq', 'at', 'observed_at', 'recorded_at'])

/**
 * Rows of one run that the other lacks, with ocd_ids instead of ids and without times. Empty if two runs of the same
 * input ended the same.
 */
export async function differencesOf(one: Database, other: Database, readSchema: string): Promise<string[]> {
  const [left, right] = [await readRows(one, readSchema), await readRows(other, readSchema)]
  return [
    ...[...left].filter((row) => !right.has(row)).map((row) => `only in the first: ${row}`),
    ...[...right].filter((row) => !left.has(row)).map((row) => `only in the second: ${row}`),
  ]
}

async function readRows(database: Database, schema: string): Promise<Set<string>> {
  const { rows: entities } = await database.query<{ id: number; ocd_id: string }>(
    `SELECT id, ocd_id FROM ${schema}.entity`,
  )
  const names = new Map(entities.map(({ id, ocd_id }) => [id, ocd_id]))
  const found = new Set<string>()
  for (const { name } of readTables) {
    const { rows } = await database.query<{ row: object }>(
      `SELECT to_json(t) AS row FROM ${schema}.${name} t`,
    )
    for (const { row } of rows) found.add(`${name} ${canonicalJson(timeless(row, names))}`)
  }
  return found
}

function timeless(value: unknown, names: ReadonlyMap<number, string>, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => timeless(item, names))
  if (typeof value === 'number' && (name === 'id' || name.endsWith('_id') || name === 'replaced_by')) {
    return names.get(value) ?? value
  }
  // Id of a part of a regulation: the id of the regulation, then the part.
  const [, owner, part] = name === 'id' && typeof value === 'string' ? (/^(\d+)(:.*)$/.exec(value) ?? []) : []
  if (owner !== undefined) return `${names.get(Number(owner)) ?? owner}${part}`
  if (typeof value !== 'object' || value === null) return value
  if (name === 'reasons') return Object.keys(value).sort()
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !TIMES.has(key))
      .map(([key, other]) => [key, timeless(other, names, key)]),
  )
}
