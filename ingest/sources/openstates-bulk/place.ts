import { findJurisdiction, type JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import { folderOf } from '../mapping/folders.ts'

export type RecordKind = 'bill' | 'vote' | 'sessions' | 'log'

/**
 * Finds the kind of a record by its folder and name: `HB0007/metadata.json`,
 * `logs/…vote_event.pass.lower.json`.
 */
export function kindOf(record: string): RecordKind | undefined {
  const file = record.split('#', 1)[0]!
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (/^metadata\.(?:nd)?json/u.test(name)) return 'bill'
  if (/^sessions\.json/u.test(name)) return 'sessions'
  if (!/\.(?:nd)?json(?:\.gz)?$/u.test(name)) return undefined
  // Two styles are in use: `…_vote_event_fail.json` and `….vote_event.pass.lower.json`.
  if (/(?:^|[._])vote_event[._]/u.test(name)) return 'vote'
  return /(?:^|\/)logs\/[^/]+$/u.test(file) ? 'log' : undefined
}

/** Folders: `wy/`, `usa/`, `wy-legislation-main/country:us/state:wy/sessions/2026/bills/HB0007/logs/`. */
export function placeOf(record: string): JurisdictionEntry | undefined {
  for (const folder of folderOf(record).split('/').toReversed()) {
    const entry = findJurisdiction(folder) ?? findJurisdiction(nameOf(folder))
    if (entry !== undefined) return entry
  }
  return undefined
}

/** `state:wy`, `district:dc`, `country:us`, `usa`, `wy-legislation-main`. */
function nameOf(folder: string): string {
  const name = folder.replace(/^[a-z]+:/u, '').replace(/-legislation.*$/u, '')
  return name === 'usa' ? 'us' : name
}
