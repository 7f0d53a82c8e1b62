import type { Agency } from '../../../schemas/event-bodies/regulation.ts'
import {
  type FederalAgency,
  findAgencyByAcronym,
  findAgencyByName,
  findAgencyBySlug,
  slugOf,
} from '../../../schemas/vocabulary/federal-agencies.ts'

type Named = { readonly name: string; readonly slug?: string | null; readonly source_id?: string | null }

/** The one name in an address that an agency has, however it is printed; null for one without a name. */
export function agencySlug(agency: Named): string | null {
  const slug = knownAgency(agency)?.slug ?? agency.slug?.toLowerCase() ?? slugOf(agency.name)
  return slug === '' ? null : slug
}

/** Those of the agencies of a document and of all that these belong to, each once. */
export function agencySlugs(agencies: readonly Agency[]): string[] {
  const slugs = new Set<string>()
  for (const agency of agencies) {
    const slug = agencySlug(agency)
    if (slug !== null) slugs.add(slug)
    for (let above = knownAgency(agency)?.parent; above != null; above = above.parent) slugs.add(above.slug)
  }
  return [...slugs].sort()
}

/** Its name as printed, and the acronym by which people call it. */
export function agencyNames(agency: Named): string[] {
  const acronym = knownAgency(agency)?.acronym ?? null
  return acronym === null ? [agency.name] : [agency.name, acronym]
}

function knownAgency({ name, slug, source_id }: Named): FederalAgency | undefined {
  return findAgencyBySlug(slug ?? '') ?? findAgencyByName(name) ?? findAgencyByAcronym(source_id ?? '')
}
