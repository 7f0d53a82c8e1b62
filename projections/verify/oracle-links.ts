import { isWebLink } from '../../schemas/web-link.ts'
import type { OracleRow } from './oracle-tables.ts'

/** What has a `url`: where that is no web link, it is told as a text. */
export function unlinked(row: OracleRow): OracleRow {
  if (typeof row.url !== 'string' || isWebLink(row.url)) return row
  return { ...row, url: null, invalid_url: row.url }
}

/** The same of links under other names, told together. */
export function unlinkedFields(row: OracleRow, ...names: readonly string[]): OracleRow {
  const shown = { ...row }
  const told: OracleRow = {}
  for (const name of names) {
    const text = row[name]
    if (typeof text !== 'string' || isWebLink(text)) continue
    shown[name] = null
    told[name] = text
  }
  return Object.keys(told).length === 0 ? shown : { ...shown, invalid_url: told }
}
