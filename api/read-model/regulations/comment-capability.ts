import {
  type FederalAgency,
  findAgencyByName,
  findAgencyBySlug,
  slugOf,
} from '../../../schemas/vocabulary/federal-agencies.ts'
import { participation } from '../../../schemas/vocabulary/regulations-gov-agencies.ts'
import type { CapabilityRow } from './comment-capabilities.ts'

type Known = {
  readonly takes_electronic_comments: boolean | null
  readonly portal: string | null
  readonly basis: 'document' | 'list' | null
  readonly as_of: string | null
}

/**
 * Describes how an agency accepts comments. A document proves this only for its own days, and a list only for
 * its date. So the answer is dated, and a portal that closes shows the date on which it was last known to be
 * open.
 */
export function commentCapability(row: CapabilityRow, today: string): object {
  const { id, ocd_id, slug, open_documents, next_close_on, updated_at } = row
  const { name, parent_name } = JSON.parse(row.item ?? '{}') as { name: string; parent_name: string | null }
  const agency = findAgencyBySlug(slug)
  return {
    id,
    ocd_id,
    name,
    slug,
    acronym: agency?.acronym ?? null,
    parent: parent_name === null ? null : named(parent_name),
    ...(byDocument(row, agency, today) ?? byList(agency)),
    accepts_late_comments: row.accepts_late,
    latest_document: latestDocument(row),
    open_documents,
    next_close_on,
    updated_at,
  }
}

const named = (name: string) => ({ name, slug: findAgencyByName(name)?.slug ?? slugOf(name) })

/**
 * The address comes from a document, for its own days. A document without one proves nothing, because
 * regulations.gov has pages even for agencies that accept no comments there.
 */
function byDocument(
  { closes_on, portal }: CapabilityRow,
  agency: FederalAgency | undefined,
  today: string,
): Known | undefined {
  if (portal === null || closes_on === null) return undefined
  if (portal === participation.portal && takesPart(agency) === false) return undefined
  const asOf = closes_on < today ? closes_on : today
  return { takes_electronic_comments: true, portal, basis: 'document', as_of: asOf }
}

function byList(agency: FederalAgency | undefined): Known {
  const takes_part = takesPart(agency)
  return {
    takes_electronic_comments: takes_part,
    portal: takes_part === true ? participation.portal : null,
    basis: takes_part === null ? null : 'list',
    as_of: takes_part === null ? null : participation.listed_on,
  }
}

/** True if the agency takes part in regulations.gov; null if no list has it. */
function takesPart(agency: FederalAgency | undefined): boolean | null {
  const acronym = agency?.acronym ?? null
  return acronym === null ? null : participation.acronyms.has(acronym)
}

const latestDocument = ({ regulation_id, opens_on, closes_on }: CapabilityRow) =>
  regulation_id === null ? null : { id: regulation_id, opens_on, closes_on }
