import type pg from 'pg'
import type { TableRows } from '../../fold/working-set.ts'
import { createIndexes, createTables, type Table } from '../../read-model/table.ts'
import { readTables } from '../../tables/read-tables.ts'

/**
 * An index entry must fit into a third of a page, 2,700 bytes. A text with fewer characters than this always fits.
 */
const SURE_CHARACTERS = 600

/** Text columns of a table that are indexed unchanged. */
const indexedText = new Map(readTables.map((table) => [table, textColumnsOf(table)]))

function textColumnsOf(table: Table): string[] {
  const words = new Set([table.key, ...table.indexes.flatMap((index) => index.match(/\w+/g) ?? [])])
  return Object.entries(table.columns)
    .filter(([name, { kind }]) => words.has(name) && (kind === 'text' || kind === 'text_list'))
    .map(([name]) => name)
}

/**
 * Says if an index may refuse one of the rows. A live projection gets the refusal at once and parks the
 * event. A load has no indexes yet, so it tries such rows in temporary tables that have them.
 */
export function mayExceedIndex(changes: readonly TableRows[]): boolean {
  return changes.some(({ table, rows: changed }) => {
    const columns = indexedText.get(table)!
    return changed.some(
      (row) => charactersOf(row as Readonly<Record<string, unknown>>, columns) > SURE_CHARACTERS,
    )
  })
}

function charactersOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): number {
  let characters = 0
  for (const column of columns) {
    const value = row[column]
    if (typeof value === 'string') characters += value.length
    else if (value !== null)
      for (const item of value as readonly string[]) characters = Math.max(characters, item.length)
  }
  return characters
}

export const TRIAL_SCHEMA = 'pg_temp'

/** Temporary tables of this session, with all indexes. */
export async function makeTrialTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('${TRIAL_SCHEMA}.${readTables[0]!.name}') IS NOT NULL AS is_there`,
  )
  if (rows[0]!.is_there) return
  await client.query(
    [...createTables(TRIAL_SCHEMA, readTables), ...createIndexes(TRIAL_SCHEMA, readTables)].join(';\n'),
  )
}
