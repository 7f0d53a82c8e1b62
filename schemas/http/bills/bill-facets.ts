import { type Static, Type } from 'typebox'
import { billStatuses, chambers } from '../../vocabulary/vocabulary.ts'
import type { BillFacet } from '../bill-query-values.ts'
import { Closed, DivisionId, Text } from '../fields.ts'

const count = Type.Integer({ minimum: 1 })

/** Counts of the matching bills by the values of each facet that was asked for. */
export const BillFacets = Closed(
  {
    jurisdiction: Type.Optional(Type.Array(Closed({ value: DivisionId, count }))),
    session: Type.Optional(Type.Array(Closed({ value: Text, count }))),
    status: Type.Optional(Type.Array(Closed({ value: Type.Enum([...billStatuses]), count }))),
    chamber: Type.Optional(Type.Array(Closed({ value: Type.Enum([...chambers]), count }))),
    subject: Type.Optional(Type.Array(Closed({ value: Text, count }))),
    is_capped: Type.Boolean({
      description:
        'true if bills that match may be left out; the counts are then those of the newest 4,000, or with words of 50 to 2,000, the newest of those in which the words count most',
    }),
  },
  {
    description:
      'Counts of the bills that match, largest first, at most 50 values of each; the filter of a facet does not narrow its own counts. null on later pages and with updated_since',
  },
)

/** As the counts are read; their values are checked when they are shown. */
export type BillFacets = {
  readonly [F in BillFacet]?: readonly { readonly value: string; readonly count: number }[]
} & Pick<Static<typeof BillFacets>, 'is_capped'>
