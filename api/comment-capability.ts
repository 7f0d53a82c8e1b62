import { participation } from '../schemas/federal-agencies/participation.ts'
import {
  type FederalAgency,
  findAgencyByName,
  findAgencyBySlug,
  slugOf,
} from '../schemas/federal-agencies.ts'
import type { CapabilityRow } from './read-model/comment-capabilities.ts'

type Known = {
  readonly takes_electronic_comments: boolean | null
  readonly portal: string | null
  readonly accepts_late_comments: boolean | null
  readonly basis: 'document' | 'list' | null
  readonly as_of: string | null
  readonly latest_document: object | null
}

/**
 * How an agency takes comments. A document says it for its own days alone, a list for the day on which it was made: so
 * the answer says of when it is, and a portal that closes for a year shows as one that was last seen open then.
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
    ...(byDocument(row, today) ?? byList(agency)),
    open_documents,
    next_close_on,
    updated_at,
  }
}

const named = (name: string) => ({ name, slug: findAgencyByName(name)?.slug ?? slugOf(name) })

function byDocument(row: CapabilityRow, today: string): Known | undefined {
  const { regulation_id, opens_on, closes_on, is_electronic, portal, accepts_late } = row
  if (regulation_id === null || closes_on === null) return undefined
  return {
    takes_electronic_comments: is_electronic,
    portal,
    accepts_late_comments: accepts_late,
    basis: 'document',
    as_of: closes_on < today ? closes_on : today,
    latest_document: { id: regulation_id, opens_on, closes_on },
  }
}

function byList(agency: FederalAgency | undefined): Known {
  const acronym = agency?.acronym ?? null
  const takes_part = acronym === null ? null : participation.acronyms.has(acronym)
  return {
    takes_electronic_comments: takes_part,
    portal: takes_part === true ? participation.portal : null,
    accepts_late_comments: null,
    basis: takes_part === null ? null : 'list',
    as_of: takes_part === null ? null : participation.listed_on,
    latest_document: null,
  }
}
