import { ordinal } from '../../../legislature/sessions/session-spelling.ts'

/** The session of a CSV data set in the fields of the API: its tables have only an id. */
export type SessionFields = {
  readonly session_name: string
  readonly year_start: number
  readonly year_end: number
  readonly special: 0 | 1
}

const FOLDER = /(?:^|\/)(?:[A-Z]{2}_)?(\d{4})-(\d{4})(?:_([^/]+?))?(?:_(?:CSV|JSON)_\d{8}[^/]*)?(?=\/)/gu

/**
 * The year and the mark of a special session (`X2`; `F` for a fiscal one) come from the address of the bill's page, the
 * last year and the name from the folder of the set: `MI/2025-2026_103rd_Legislature/csv/bills.csv`.
 */
export function sessionOfSet(table: string, yearStart: number, mark: string): SessionFields {
  const folder = [...table.matchAll(FOLDER)].at(-1)
  const yearEnd = folder === undefined ? yearStart : Number(folder[2])
  const years = yearEnd === yearStart ? String(yearStart) : `${yearStart}-${yearEnd}`
  const special = mark.startsWith('X') ? 1 : 0
  const kind = mark.startsWith('F')
    ? 'Fiscal Session'
    : special === 1
      ? `${ordinal(Number(mark.slice(1)) || 1)} Special Session`
      : 'Regular Session'
  const name = folder?.[3]?.replaceAll('_', ' ')
  return { session_name: name ?? `${years} ${kind}`, year_start: yearStart, year_end: yearEnd, special }
}
