import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Observation } from '../../source-interface/observation.ts'
import { requireJurisdiction } from '../mapping/jurisdiction.ts'
import { observeJurisdiction, observeSession } from '../mapping/jurisdiction-and-session.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, mapList, nullableText, textOf } from '../records/fields.ts'
import { nullableDate } from './map-bill.ts'

export function jurisdictionOf(fields: Fields): JurisdictionEntry {
  return requireJurisdiction('division_id', nullableText(fields, 'division_id') ?? textOf(fields, '_id'))
}

/** Maps a jurisdiction and its sessions. Names and chambers are ours: the source calls territories states. */
export function mapJurisdiction(fields: Fields, observedAt: string, record: string): Observation[] {
  const entry = jurisdictionOf(fields)
  const url = nullableText(fields, 'url')
  const seen = { observed_at: observedAt, record }
  const place = observeJurisdiction(entry, url === null ? null : webAddress(url), seen)
  const sessions = mapList(fields, 'legislative_sessions', (item): Observation => {
    const identifier = textOf(item, 'identifier')
    const name = textOf(item, 'name')
    const session = {
      jurisdiction: entry.division_id,
      identifier,
      name,
      classification: sessionKind(nullableText(item, 'classification'), name),
      start_date: nullableDate(item, 'start_date', entry.time_zone),
      end_date: nullableDate(item, 'end_date', entry.time_zone),
      active: typeof item.active === 'boolean' ? item.active : null,
    }
    return observeSession(session, seen)
  })
  return [place, ...sessions]
}

/** Many sessions have no kind or an unknown one; then the name decides. */
function sessionKind(kind: string | null, name: string): string {
  if (kind === 'primary' || kind === 'special') return kind
  return /special|extraordinary|called|fiscal/iu.test(name) ? 'special' : 'primary'
}
