import { isWebLink } from '../../../schemas/values/web-link.ts'
import type { OracleRow } from './oracle-tables.ts'

/** Leaves a row unchanged if its `url` is a web link. Otherwise moves the text to `invalid_url`. */
export function unlinked(row: OracleRow): OracleRow {
  if (typeof row.url !== 'string' || isWebLink(row.url)) return row
  return { ...row, url: null, invalid_url: row.url }
}

/** The same for links under other names, which share one `invalid_url`. */
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
