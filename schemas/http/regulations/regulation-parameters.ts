import { type Static, Type } from 'typebox'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'
import { commentStates } from './regulation.ts'

const Since = (what: string) => Words(`${what} on this day or later: YYYY-MM-DD`)
const Until = (what: string) => Words(`${what} on this day or before: YYYY-MM-DD`)
const Agency = Words('Acronym, slug or name of an agency; a department also finds documents of its agencies')

/** By day. Items without the day come first. */
export const regulationSorts = [
  'id',
  '-id',
  'updated_at',
  '-updated_at',
  'publication_date',
  '-publication_date',
  'effective_on',
  '-effective_on',
  'comments_close_on',
  '-comments_close_on',
  'relevance',
] as const
export type RegulationSort = (typeof regulationSorts)[number]

export const RegulationQuery = collectionQuery({
  q: Words(
    'A whole document number, docket or RIN, or else words of title, numbers, agencies, topics and abstract',
  ),
  jurisdiction: Jurisdiction,
  agency: Agency,
  type: Words('rule, proposed_rule, notice, presidential_document'),
  docket: Words('Docket id'),
  rin: Words('Regulation identifier number'),
  comment_state: Type.Optional(
    Type.Enum([...commentStates], { description: 'The state at the time of the request, Eastern time' }),
  ),
  published_since: Since('Published'),
  published_until: Until('Published'),
  effective_since: Since('In effect'),
  effective_until: Until('In effect'),
  comments_close_since: Since('Comments close'),
  comments_close_until: Until('Comments close'),
  sort: Type.Optional(
    Type.Enum([...regulationSorts], {
      description: 'Default: by relevance if words are searched, otherwise by id',
    }),
  ),
})
export type RegulationQuery = Static<typeof RegulationQuery>

export const CommentCapabilityQuery = collectionQuery({ agency: Agency })
