import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import type { Observation } from '../../../source-interface/observation.ts'
import { observeJurisdiction, observeSession } from '../../mapping/jurisdiction-and-session.ts'
import type { LegiscanSession } from '../fields/session.ts'

/**
 * Maps the place and the session that LegiScan gives with each bill. A session without a rule is left out,
 * because other sources do not use LegiScan's name.
 */
export function mapJurisdictionAndSession(
  jurisdiction: JurisdictionEntry,
  session: LegiscanSession,
  observedAt: string,
  record: string,
): Observation[] {
  const seen = { observed_at: observedAt, record }
  const place = observeJurisdiction(jurisdiction, null, seen)
  if (!session.is_ruled) return [place]
  const named = {
    jurisdiction: jurisdiction.division_id,
    identifier: session.identifier,
    name: session.name,
    classification: session.is_special ? 'special' : 'primary',
    start_date: null,
    end_date: null,
    active: null,
  }
  return [place, observeSession(named, seen)]
}
