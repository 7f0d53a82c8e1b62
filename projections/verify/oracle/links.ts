import { isWebLink } from '../../../schemas/values/web-link.ts'
import type { OracleRow } from './oracle-tables.ts'

/** Leaves a row as it is if its `url` is a web link; else the text stands in `invalid_url`. */
export function unlinked(row: OracleRow): OracleRow {
  if (typeof row.url !== 'string' || isWebLink(row.url)) return row
  return { ...row, url: null, invalid_url: row.url }
}

/** Does the same for links under other names, which stand in `invalid_url` together. */
export function unlinkedFields(row: OracleRow, ...names: readonly string[]): OracleRow {
  const shown = { ...row }
  const stated: OracleRow = {}
  for (const name of names) {
    const text = row[name]
    if (typeof text !== 'string' || isWebLink(text)) continue
    shown[name] = null
    stated[name] = text
  }
  return Object.keys(stated).length === 0 ? shown : { ...shown, invalid_url: stated }
}
