import type {
  RegulationQuery,
  RegulationSort,
} from '../../../schemas/http/regulations/regulation-parameters.ts'
import { invalidParameter } from '../../http/problem.ts'
import { agencyParameter } from '../../input/agency-parameter.ts'
import { dayParameter } from '../../input/day-parameter.ts'
import { jurisdictionParameter } from '../../input/parameters.ts'
import type { Orders } from '../../paging/collection.ts'
import type { Order } from '../../paging/cursor.ts'
import type { RegulationFilters } from './regulation-filters.ts'

const DAYS = [
  'published_since',
  'published_until',
  'effective_since',
  'effective_until',
  'comments_close_since',
  'comments_close_until',
] as const satisfies (keyof RegulationFilters & keyof RegulationQuery)[]

/** Filters of a request for regulations. Throws 400 for an invalid day. */
export function filtersOf(query: RegulationQuery): RegulationFilters {
  const { q, jurisdiction, agency, type, docket, rin, comment_state } = query
  const days = DAYS.map((name) => [name, dayParameter(name, query[name])] as const)
  return {
    q,
    type,
    docket,
    rin,
    comment_state,
    jurisdiction: jurisdictionParameter(jurisdiction),
    agency: agency === undefined ? undefined : agencyParameter(agency),
    ...Object.fromEntries(days),
  }
}

const ordersOfSort: { readonly [S in RegulationSort]: readonly [Order, ...Order[]] } = {
  id: ['id'],
  '-id': ['id_desc'],
  updated_at: ['updated_at'],
  '-updated_at': ['updated_at_desc'],
  publication_date: ['publication_date'],
  '-publication_date': ['publication_date_desc'],
  effective_on: ['effective_on'],
  '-effective_on': ['effective_on_desc'],
  comments_close_on: ['comments_close_on'],
  '-comments_close_on': ['comments_close_on_desc'],
  // A whole number of a document comes before words, the newest document of that number first.
  relevance: ['identifier_desc', 'word_score'],
}

/** Gives the possible orders of a request for regulations. Throws 400 for any other order. */
export function ordersOf({ q, sort, updated_since }: RegulationQuery): Orders {
  if (updated_since !== undefined && sort !== undefined && sort !== 'updated_at') {
    const detail = 'With updated_since regulations come in the order of their changes: updated_at.'
    throw invalidParameter('sort', detail)
  }
  if (sort === 'relevance' && q === undefined) {
    throw invalidParameter('sort', 'relevance is how well a regulation fits q, which is not there.')
  }
  const plain = ordersOfSort[sort ?? (q === undefined ? 'id' : 'relevance')]
  return { plain, changes: 'changes' }
}
