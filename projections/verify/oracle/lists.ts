import { orderVersions } from '../../../runtime/versions/order-versions.ts'
import type { RelatedBill, Sponsor, Version } from '../../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import {
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
  unlinked,
} from './oracle-tables.ts'

/** The columns of rows besides their item. */
const besides: Readonly<Record<string, (one: never, items: readonly never[]) => OracleRow>> = {
  bill_sponsors: ({ name }: Sponsor) => ({ name }),
  bill_versions: ({ id, text }: Version, items: readonly Version[]) => ({
    made: madeOrder(items).indexOf(id),
    text_sha256: text?.sha256 ?? null,
    extracted_sha256: text?.extracted?.sha256 ?? null,
    marked_sha256: text?.marked?.sha256 ?? null,
  }),
  related_bills: ({ session, identifier }: RelatedBill) => ({
    session,
    identifier_key: searchKey(identifier),
  }),
}

const madeOrder = (versions: readonly Version[]): string[] =>
  orderVersions(versions.map(({ id, note, date }, position) => ({ id, note, date, position }))).map(
    ({ id }) => id,
  )

/** Applies the whole list of an event: equal items keep their position, missing ones become tombstones. */
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
  const billId = event.body.id
  items.forEach((one, position) => {
    const item = itemOf(one, columns)
    const row: OracleRow = rows.get(one.id) ?? { id: one.id, deleted: true }
    const same = !row.deleted && canonicalJson(row.item) === canonicalJson(item)
    Object.assign(row, { ...columns, bill_id: billId, position, deleted: false, item })
    Object.assign(row, besides[table]?.(one as never, items as readonly never[]))
    if (!same) moveRow(row, event, [reason])
    tables.add(table, row)
  })
  const now = new Set(items.map(({ id }) => id))
  for (const row of tables.partsOf(table, billId)) {
    const isGone = row.kind === columns.kind && !now.has(row.id as string)
    if (isGone && !row.deleted) tombstoneRow(row, event, [reason, 'removed'])
  }
}

export const sponsorItem = (one: Sponsor): OracleRow => ({
  ...pick(
    one,
    ...['id', 'name', 'entity_type', 'classification', 'primary', 'chamber', 'district'],
    ...['sponsored_on', 'withdrawn_on', 'source_id'],
  ),
  roles: one.roles ?? [one.classification],
})

export const versionItem = (one: Version, { kind }: OracleRow): OracleRow => ({
  ...pick(one, 'id'),
  kind,
  ...pick(one, 'note', 'date', 'classification'),
  links: pickAll(one.links, 'url', 'media_type').map(unlinked),
  text: one.text && storedText(one.text),
})

const storedText = (text: NonNullable<Version['text']>): OracleRow => ({
  ...unlinked(pick(text, 'sha256', 'bytes', 'media_type', 'url', 'no_text')),
  extracted: text.extracted ? pick(text.extracted, 'sha256', 'bytes', 'characters') : null,
})

/** Letters and digits in upper case; zeros before the number that follows the first letters do not count. */
export function searchKey(identifier: string): string {
  const unchanged = [...identifier.toUpperCase()].filter((character) => /[\p{L}\p{N}]/u.test(character))
  const first = unchanged.findIndex((character) => !/\p{L}/u.test(character))
  let zeros = 0
  while (first > 0 && unchanged[first + zeros] === '0' && /\p{N}/u.test(unchanged[first + zeros + 1] ?? ''))
    zeros += 1
  return unchanged.toSpliced(first, zeros).join('').slice(0, 200)
}
