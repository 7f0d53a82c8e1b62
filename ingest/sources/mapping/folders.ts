import { findJurisdiction, type JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'

/** Gives the folder of a record: `openstates-scraper/wa` for `openstates-scraper/wa/bill.ndjson#17`. */
export function folderOf(record: string): string {
  const file = record.split('#', 1)[0]!
  const end = file.lastIndexOf('/')
  return end < 0 ? '' : file.slice(0, end)
}

/**
 * Finds the jurisdiction by the folder's name, if no record names it: `wa`, `_data/wa`,
 * `data/wa/legislature`.
 */
export function jurisdictionOfFolder(folder: string): JurisdictionEntry | undefined {
  for (const name of folder.split('/').toReversed()) {
    const entry = findJurisdiction(name)
    if (entry !== undefined) return entry
  }
  return undefined
}
