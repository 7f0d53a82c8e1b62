import { findJurisdiction, type JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'

/** The folder a record stands in: `openstates-scraper/wa/bill.ndjson#17` is of `openstates-scraper/wa`. */
export function folderOf(record: string): string {
  const file = record.split('#', 1)[0]!
  const end = file.lastIndexOf('/')
  return end < 0 ? '' : file.slice(0, end)
}

/** Folders are named after their jurisdiction, where no record in them says it: `wa`, `_data/wa`, `data/wa/legislature`. */
export function jurisdictionOfFolder(folder: string): JurisdictionEntry | undefined {
  for (const name of folder.split('/').toReversed()) {
    const entry = findJurisdiction(name)
    if (entry !== undefined) return entry
  }
  return undefined
}
