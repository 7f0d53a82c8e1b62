import { type Static, Type } from 'typebox'
import { BillItem } from '../bills/bill.ts'
import { Passage } from '../bills/bill-answer.ts'
import { Interpreted } from '../bills/suggestions.ts'
import { Closed, DivisionId, OrNull, Page } from '../fields.ts'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'
import { RegulationItem } from '../regulations/regulation.ts'

export const searchKinds = ['bill', 'regulation'] as const
export type SearchKind = (typeof searchKinds)[number]

export const SearchQuery = collectionQuery({
  q: Words(
    'The whole number of a bill, document, docket or RIN, or else words, best match first: "a phrase", or, -not, beginning*. Without it, the list has all items, ordered by id',
  ),
  kind: Type.Optional(Type.Enum([...searchKinds])),
  jurisdiction: Jurisdiction,
  year: Type.Optional(
    Type.Integer({
      minimum: 1600,
      maximum: 2999,
      description: 'The year in which the bill was introduced or the document was published',
    }),
  ),
})
export type SearchQuery = Static<typeof SearchQuery>

const passage = Type.Optional(OrNull(Passage))
const FoundBill = Closed({ kind: Type.Literal('bill'), ...BillItem.properties, passage })
const FoundRegulation = Closed({ kind: Type.Literal('regulation'), ...RegulationItem.properties })

const count = Type.Integer({ minimum: 1 })
export const SearchFacets = Closed(
  {
    kind: Type.Array(Closed({ value: Type.Enum([...searchKinds]), count })),
    jurisdiction: Type.Array(Closed({ value: DivisionId, count })),
    year: Type.Array(Closed({ value: OrNull(Type.Integer()), count })),
    is_capped: Type.Boolean({
      description:
        'true if there are more matches than were counted; the counts are then those of the newest',
    }),
  },
  { description: 'Counts of matches, largest first; null on later pages, without q, and with updated_since' },
)
export type SearchFacets = Static<typeof SearchFacets>

export const SearchPage = Closed({
  ...Page(Type.Union([FoundBill, FoundRegulation])).properties,
  facets: OrNull(SearchFacets),
  interpreted: Interpreted,
})
