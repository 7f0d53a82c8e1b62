import type { Agency } from '../../../schemas/event-bodies/regulation.ts'
import {
  type FederalAgency,
  findAgencyByAcronym,
  findAgencyByName,
  findAgencyBySlug,
  slugOf,
} from '../../../schemas/vocabulary/federal-agencies.ts'

type Named = { readonly name: string; readonly slug?: string | null; readonly source_id?: string | null }

/** The one name of an agency in addresses, however it is printed. null for an agency without a name. */
export function agencySlug(agency: Named): string | null {
  const slug = knownAgency(agency)?.slug ?? agency.slug?.toLowerCase() ?? slugOf(agency.name)
  return slug === '' ? null : slug
}

/** The slugs of a document's agencies and of all their parents, each once. */
export function agencySlugs(agencies: readonly Agency[]): string[] {
  const slugs = new Set<string>()
  for (const agency of agencies) {
    const slug = agencySlug(agency)
    if (slug !== null) slugs.add(slug)
    for (let above = knownAgency(agency)?.parent; above != null; above = above.parent) slugs.add(above.slug)
  }
  return [...slugs].sort()
}

/** Its printed name, and its common acronym. */
export function agencyNames(agency: Named): string[] {
  const acronym = knownAgency(agency)?.acronym ?? null
  return acronym === null ? [agency.name] : [agency.name, acronym]
}

function knownAgency({ name, slug, source_id }: Named): FederalAgency | undefined {
  return findAgencyBySlug(slug ?? '') ?? findAgencyByName(name) ?? findAgencyByAcronym(source_id ?? '')
}
