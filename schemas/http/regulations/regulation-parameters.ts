import { type Static, Type } from 'typebox'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'
import { commentStates } from './regulation.ts'

const Since = (what: string) => Words(`${what} on this day or later: YYYY-MM-DD`)
const Until = (what: string) => Words(`${what} on this day or before: YYYY-MM-DD`)
const Agency = Words(
  'Acronym, slug or name of an agency; that of a department finds what its parts publish, too',
)

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
    'A document number, docket or RIN as a whole, else words of title, numbers, agencies, topics and abstract',
  ),
  jurisdiction: Jurisdiction,
  agency: Agency,
  type: Words('rule, proposed_rule, notice, presidential_document'),
  docket: Words('Docket id'),
  rin: Words('Regulation identifier number'),
  comment_state: Type.Optional(
    Type.Enum([...commentStates], { description: 'As it is when it is asked for, Eastern time' }),
  ),
  published_since: Since('Published'),
  published_until: Until('Published'),
  effective_since: Since('In effect'),
  effective_until: Until('In effect'),
  comments_close_since: Since('Comments close'),
  comments_close_until: Until('Comments close'),
  sort: Type.Optional(
    Type.Enum([...regulationSorts], {
      description: 'Without it: by relevance where words are searched, else by id',
    }),
  ),
})
export type RegulationQuery = Static<typeof RegulationQuery>

export const CommentCapabilityQuery = collectionQuery({ agency: Agency })
