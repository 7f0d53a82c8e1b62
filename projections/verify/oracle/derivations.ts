import type { LogEvent } from '../../../schemas/log/event.ts'
import { nameBill } from './bills.ts'
import { moveRow, type OracleRow, type OracleTables, pick, pickAll, tombstoneRow } from './oracle-tables.ts'

/** Folds what a model says about a bill: its own row, and the position of the bill's row. */
export function foldDerivation(
  tables: OracleTables,
  event: LogEvent<'derivation.recorded' | 'derivation.removed' | 'derivation.released'>,
): void {
  const rows = tables.of('bill_derivations')
  if (event.type === 'derivation.released') {
    for (const id of event.body.released_ids) {
      for (const row of [rows.get(id), tables.of('bills').get(id)]) {
        if (row !== undefined) moveRow(row, event, ['released'])
      }
    }
    return
  }
  const { id, ocd_id, bill } = event.body
  if (event.type === 'derivation.removed') {
    const row = rows.get(id)
    if (row !== undefined) tombstoneRow(row, event, ['summary', 'removed'])
  } else {
    const said = event.body.derivation
    const row: OracleRow = { ...rows.get(id), id, ocd_id, bill_id: bill.id, bill_ocd_id: bill.ocd_id }
    Object.assign(row, pick(said, 'kind', 'language', 'text_sha256'), { deleted: false })
    row.item = {
      id,
      ocd_id,
      bill: pick(bill, 'id', 'ocd_id', 'identifier'),
      ...pick(said, 'kind', 'language', 'text', 'content', 'method', 'method_version', 'model'),
      ...pick(said, 'prompt_version', 'version_id', 'text_sha256', 'generated_at'),
      citations: pickAll(said.citations, 'section', 'start', 'end', 'quote'),
    }
    moveRow(row, event, ['summary'])
    rows.set(id, row)
  }
  if (bill.id !== null && bill.ocd_id !== null) {
    nameBill(tables, event, { id: bill.id, ocd_id: bill.ocd_id }, ['summary'])
  }
}
