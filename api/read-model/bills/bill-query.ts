import {
  type BillFacet,
  type BillSort,
  billFacets,
  type DetailPart,
  detailParts,
  MAX_IDENTIFIERS,
} from '../../../schemas/http/bill-query-values.ts'
import type { BillQuery } from '../../../schemas/http/bills/bill-parameters.ts'
import { invalidParameter } from '../../http/problem.ts'
import { dayParameter } from '../../input/day-parameter.ts'
import { jurisdictionParameter, parseId } from '../../input/parameters.ts'
import { includedBy, type Orders } from '../../paging/collection.ts'
import type { Order } from '../../paging/cursor.ts'
import type { BillFilters } from './bill-filters.ts'

/** Filters of a request for bills. Throws 400 if a value cannot match any bill. */
export function filtersOf(query: BillQuery): BillFilters {
  const { q, jurisdiction, session, subject, status, classification, chamber } = query
  const { identifier, sponsor, introduced_since, action_since, routine } = query
  return {
    q,
    session,
    subject,
    status,
    classification,
    chamber,
    routine,
    jurisdiction: jurisdictionParameter(jurisdiction),
    identifiers: identifier === undefined ? undefined : identifiersOf(identifier),
    sponsor: sponsor === undefined ? undefined : (parseId(sponsor) ?? { name: sponsor }),
    introduced_since: dayOrNone('introduced_since', introduced_since),
    action_since: dayOrNone('action_since', action_since),
  }
}

const dayOrNone = (name: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : dayParameter(name, text)

function identifiersOf(list: string): string[] {
  const identifiers = list.split(',').filter((identifier) => identifier.trim() !== '')
  if (identifiers.length >= 1 && identifiers.length <= MAX_IDENTIFIERS) return identifiers
  throw invalidParameter(
    'identifier',
    `identifier names ${identifiers.length} bills; it must name 1 to ${MAX_IDENTIFIERS}, separated by commas.`,
  )
}

const ordersOfSort: { readonly [S in BillSort]: readonly [Order, ...Order[]] } = {
  id: ['id'],
  '-id': ['id_desc'],
  updated_at: ['updated_at'],
  '-updated_at': ['updated_at_desc'],
  introduced_on: ['introduced_on'],
  '-introduced_on': ['introduced_on_desc'],
  latest_action_on: ['latest_action_on'],
  '-latest_action_on': ['latest_action_on_desc'],
  // A whole number of a bill comes before words, the newest bill of that number first.
  // Bills with the words only in their text come last, in an order of their own.
  relevance: ['identifier_desc', 'word_score', 'text_score'],
}

/** Gives the possible orders of a request for bills. Throws 400 for any other order. */
export function ordersOf({ q, sort, updated_since }: BillQuery): Orders {
  if (updated_since !== undefined && sort !== undefined && sort !== 'updated_at') {
    throw invalidParameter('sort', 'With updated_since bills come in the order of their changes: updated_at.')
  }
  if (sort === 'relevance' && q === undefined) {
    throw invalidParameter('sort', 'relevance is how well a bill fits q, which is not there.')
  }
  const plain = ordersOfSort[sort ?? (q === undefined ? 'id' : 'relevance')]
  return { plain, changes: 'changes' }
}

/** Included parts of each bill, except removed items. */
export function partsOf({ include }: BillQuery): { parts: DetailPart[]; with_details: boolean } {
  const words: readonly string[] = includedBy(include)
  return {
    parts: detailParts.filter((part) => words.includes(part)),
    with_details: words.includes('details'),
  }
}

/** The facets to count: none on later pages, and none for readers of changes. */
export const facetsOf = ({ facets, cursor, updated_since }: BillQuery): BillFacet[] =>
  cursor !== undefined || updated_since !== undefined
    ? []
    : billFacets.filter((facet) => facets?.split(',').includes(facet))
