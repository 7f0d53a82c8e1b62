import type { JurisdictionEntry } from '../../../schemas/jurisdictions.ts'
import { jurisdictionKey, sessionKey } from '../../identity/identity-keys.ts'
import type { Observation } from '../../observation.ts'
import type { LegiscanSession } from './session.ts'

/**
 * The place and the session of a bill, which LegiScan tells with each. A session that no rule knows is not told: what
 * LegiScan calls it is no name that others would find.
 */
export function mapFrame(
  jurisdiction: JurisdictionEntry,
  session: LegiscanSession,
  observed_at: string,
  record: string,
): Observation[] {
  const { division_id } = jurisdiction
  const common = {
    discriminator: null,
    jurisdiction: division_id,
    observed_at,
    schema_rank: 1,
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
  const place: Observation = {
    ...common,
    entity: 'jurisdiction',
    key: jurisdictionKey(division_id),
    ocd_id: division_id,
    parts: {
      jurisdiction: {
        division_id,
        jurisdiction_id: jurisdiction.jurisdiction_id,
        abbreviation: jurisdiction.abbreviation,
        name: jurisdiction.name,
        classification: jurisdiction.classification,
        url: null,
        chambers: jurisdiction.chambers.map((chamber) => ({ ...chamber })),
      },
    },
  }
  if (!session.is_ruled) return [place]
  return [
    place,
    {
      ...common,
      entity: 'session',
      key: sessionKey(division_id, session.identifier),
      ocd_id: null,
      parts: {
        session: {
          jurisdiction: division_id,
          identifier: session.identifier,
          name: session.name,
          classification: session.is_special ? 'special' : 'primary',
          start_date: null,
          end_date: null,
          active: null,
        },
      },
    },
  ]
}
