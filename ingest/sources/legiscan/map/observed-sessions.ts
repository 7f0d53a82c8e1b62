import type { SourceItem } from '../../../source-interface/source.ts'
import type { LegiscanBill } from './map-bill.ts'
import { mapJurisdictionAndSession } from './map-session.ts'

/** Sessions whose place and session this run has told. */
export type ObservedSessions = Set<string>

/** The place and the session of a bill come before the first bill of it. */
export function* observeSessionOnce(frames: ObservedSessions, bill: LegiscanBill): Generator<SourceItem> {
  const { observation, jurisdiction, session } = bill
  const name = `${jurisdiction.division_id}|${session.identifier}`
  if (frames.has(name)) return
  frames.add(name)
  const frame = mapJurisdictionAndSession(jurisdiction, session, observation.observed_at, observation.record)
  for (const one of frame) yield { kind: 'observed', group: [one] }
}
