import {
  findAgencyByAcronym,
  findAgencyByName,
  findAgencyBySlug,
} from '../../../schemas/vocabulary/federal-agencies.ts'
import { organizationKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { UNITED_STATES } from '../federal-documents/eastern-day.ts'
import type { ListedAgency } from './agency-lists.ts'

const CLASSIFICATION = 'agency'

/**
 * An agency in one list. Each list is a separate record, and all records of one agency describe one
 * organization.
 */
export function mapAgency(
  agency: ListedAgency,
  list: string,
  observedAt: string,
  record: string,
): ObservationOf<'organization'> {
  const known =
    findAgencyByAcronym(agency.acronym ?? '') ??
    findAgencyBySlug(agency.slug ?? '') ??
    findAgencyByName(agency.name)
  const name = known?.name ?? agency.name
  const parent = agency.parent_name === null ? null : nameOf(agency.parent_name)
  return {
    entity: 'organization',
    key: organizationKey(UNITED_STATES, CLASSIFICATION, name),
    record_key: list,
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: observedAt,
    schema_rank: 1,
    parts: {
      organization: {
        jurisdiction: UNITED_STATES,
        name,
        classification: CLASSIFICATION,
        parent_name: known?.parent?.name ?? (parent === name ? null : parent),
        links: agency.url === null ? [] : [{ url: agency.url, media_type: 'text/html' }],
        sources: [],
      },
    },
    bill: null,
    aliases: aliasesOf(agency, known?.slug ?? null),
    removed: null,
    record,
  }
}

function nameOf(printed: string): string {
  return findAgencyByName(printed)?.name ?? printed
}

function aliasesOf(agency: ListedAgency, slug: string | null) {
  const named = [
    ['regulations-gov-agency', agency.acronym],
    ['federal-register-agency', agency.slug ?? slug],
    // Slugs of the Code differ from those of the Federal Register.
    ['ecfr-agency', agency.ecfr_slug],
  ] as const
  return named.flatMap(([scheme, value]) => (value === null ? [] : [{ scheme, value }]))
}
