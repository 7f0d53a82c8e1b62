import type { Session } from '../../../schemas/event-bodies/reference.ts'
import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import { jurisdictionKey, sessionKey } from '../../identity/identity-keys.ts'
import type { Observation, ObservationOf } from '../../source-interface/observation.ts'

type Seen = Pick<Observation, 'observed_at' | 'record'>

/**
 * Observes a place as our list has it, whatever the source calls it. Only the address of its site comes from
 * the source.
 */
export function observeJurisdiction(
  entry: JurisdictionEntry,
  url: string | null,
  { observed_at, record }: Seen,
): ObservationOf<'jurisdiction'> {
  const { division_id, jurisdiction_id, abbreviation, name, classification } = entry
  const chambers = entry.chambers.map((chamber) => ({ ...chamber }))
  return {
    entity: 'jurisdiction',
    key: jurisdictionKey(division_id),
    discriminator: null,
    ocd_id: division_id,
    jurisdiction: division_id,
    observed_at,
    schema_rank: 1,
    parts: {
      jurisdiction: { division_id, jurisdiction_id, abbreviation, name, classification, url, chambers },
    },
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
}

export function observeSession(session: Session, { observed_at, record }: Seen): ObservationOf<'session'> {
  return {
    entity: 'session',
    key: sessionKey(session.jurisdiction, session.identifier),
    discriminator: null,
    ocd_id: null,
    jurisdiction: session.jurisdiction,
    observed_at,
    schema_rank: 1,
    parts: { session },
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
}
