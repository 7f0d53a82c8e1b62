import type { JurisdictionEntry } from '../../../schemas/jurisdictions.ts'
import { jurisdictionKey, sessionKey } from '../../identity/identity-keys.ts'
import type { Observation } from '../../observation.ts'
import { type Fields, mapList, nullableText, textOf } from '../fields.ts'
import { webAddress } from '../web-address.ts'
import { nullableDate } from './map-bill.ts'
import { requireJurisdiction } from './place.ts'

export function jurisdictionOf(fields: Fields): JurisdictionEntry {
  return requireJurisdiction('division_id', nullableText(fields, 'division_id') ?? textOf(fields, '_id'))
}

/** A jurisdiction and its sessions. Names and chambers are ours: the source calls territories states. */
export function mapJurisdiction(fields: Fields, observed_at: string, record: string): Observation[] {
  const entry = jurisdictionOf(fields)
  const url = nullableText(fields, 'url')
  const common = {
    discriminator: null,
    jurisdiction: entry.division_id,
    observed_at,
    schema_rank: 1,
    bill: null,
    removed: null,
    record,
  }
  const jurisdiction: Observation = {
    ...common,
    entity: 'jurisdiction',
    key: jurisdictionKey(entry.division_id),
    ocd_id: entry.division_id,
    parts: {
      jurisdiction: {
        division_id: entry.division_id,
        jurisdiction_id: entry.jurisdiction_id,
        abbreviation: entry.abbreviation,
        name: entry.name,
        classification: entry.classification,
        url: url === null ? null : webAddress(url),
        chambers: entry.chambers.map((chamber) => ({ ...chamber })),
      },
    },
    aliases: [],
  }
  const sessions = mapList(fields, 'legislative_sessions', (item): Observation => {
    const identifier = textOf(item, 'identifier')
    const name = textOf(item, 'name')
    return {
      ...common,
      entity: 'session',
      key: sessionKey(entry.division_id, identifier),
      ocd_id: null,
      parts: {
        session: {
          jurisdiction: entry.division_id,
          identifier,
          name,
          classification: sessionKind(nullableText(item, 'classification'), name),
          start_date: nullableDate(item, 'start_date', entry.time_zone),
          end_date: nullableDate(item, 'end_date', entry.time_zone),
          active: typeof item.active === 'boolean' ? item.active : null,
        },
      },
      aliases: [],
    }
  })
  return [jurisdiction, ...sessions]
}

/** Many sessions have no kind, or one of another vocabulary: then the name tells. */
function sessionKind(kind: string | null, name: string): string {
  if (kind === 'primary' || kind === 'special') return kind
  return /special|extraordinary|called|fiscal/iu.test(name) ? 'special' : 'primary'
}
