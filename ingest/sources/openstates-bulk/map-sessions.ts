import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { observeSession } from '../mapping/jurisdiction-and-session.ts'
import { asFields, type Fields, looseText } from '../records/fields.ts'

/** `sessions.json`: identifier → name. The years of its folders are not dates of sessions. */
export function* mapSessions(
  fields: Fields,
  { division_id }: JurisdictionEntry,
  observedAt: string,
  record: string,
): Generator<ObservationOf<'session'>> {
  for (const [identifier, value] of Object.entries(fields)) {
    const name = looseText(asFields(value, identifier), 'name') || identifier
    const session = {
      jurisdiction: division_id,
      identifier,
      name,
      classification: /special|extraordinary|\bcalled\b/iu.test(name) ? 'special' : 'primary',
      start_date: null,
      end_date: null,
      active: null,
    }
    yield observeSession(session, { observed_at: observedAt, record })
  }
}
