import { canonicalJson } from '../../schemas/canonical-json.ts'
import type { LogEvent } from '../../schemas/event.ts'
import { bury, mark, type OracleRow, type OracleTables, pick, pickAll } from './oracle-tables.ts'

/** A list as its event tells it, whole: equal items stay where they are, those that are gone are buried. */
export function setList<T extends { id: string }>(
  tables: OracleTables,
  event: LogEvent,
  table: string,
  reason: string,
  columns: OracleRow,
  items: readonly T[],
  itemOf: (one: T, columns: OracleRow) => OracleRow,
): void {
  const rows = tables.of(table)
  const bill_id = event.body.id
  items.forEach((one, position) => {
    const item = itemOf(one, columns)
    const row: OracleRow = rows.get(one.id) ?? { id: one.id, deleted: true }
    const same = !row.deleted && canonicalJson(row.item) === canonicalJson(item)
    Object.assign(row, { ...columns, bill_id, position, deleted: false, item })
    if (table === 'bill_sponsors') row.name = item.name
    if (!same) mark(row, event, [reason])
    tables.add(table, row)
  })
  const now = new Set(items.map(({ id }) => id))
  for (const row of tables.partsOf(table, bill_id)) {
    const isGone = row.kind === columns.kind && !now.has(row.id as string)
    if (isGone && !row.deleted) bury(row, event, [reason, 'removed'])
  }
}

export const sponsorItem = (one: object): OracleRow =>
  pick(
    one,
    ...['id', 'name', 'entity_type', 'classification', 'primary', 'chamber', 'district'],
    ...['sponsored_on', 'withdrawn_on', 'source_id'],
  )

export const versionItem = (
  one: { links: object[]; text: object | null },
  { kind }: OracleRow,
): OracleRow => ({
  ...pick(one, 'id'),
  kind,
  ...pick(one, 'note', 'date', 'classification'),
  links: pickAll(one.links, 'url', 'media_type'),
  text: one.text && pick(one.text, 'sha256', 'bytes', 'media_type', 'url'),
})
