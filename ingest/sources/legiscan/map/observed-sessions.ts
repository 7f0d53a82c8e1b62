import type { SourceItem } from '../../../source-interface/source.ts'
import type { LegiscanBill } from './map-bill.ts'
import { mapJurisdictionAndSession } from './map-session.ts'

/** Sessions that this run has already observed. */
export type ObservedSessions = Set<string>

/** Gives the place and the session before the first bill of the session. */
export function* observeSessionOnce(frames: ObservedSessions, bill: LegiscanBill): Generator<SourceItem> {
  const { observation, jurisdiction, session } = bill
  const name = `${jurisdiction.division_id}|${session.identifier}`
  if (frames.has(name)) return
  frames.add(name)
  const frame = mapJurisdictionAndSession(jurisdiction, session, observation.observed_at, observation.record)
  for (const one of frame) yield { kind: 'observed', group: [one] }
}
