import { type Static, Type } from 'typebox'
import { billStatuses, chambers } from '../../vocabulary/vocabulary.ts'
import { billFacets, billSorts, detailParts, MAX_IDENTIFIERS } from '../bill-query-values.ts'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'

const Day = (what: string) => Words(`${what} on this day or later: YYYY-MM-DD`)

/** A list can also include everything else of a bill's own answer. */
const listParts = [...detailParts, 'details'] as const

/** A list of words with commas. */
export const Parts = (words: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${words.join('|')})(,(${words.join('|')}))*$`,
      description,
      examples: [words.slice(0, 2).join(',')],
    }),
  )

const collection = collectionQuery({
  q: Words(
    'A whole bill number, or else words of title, numbers, subjects, abstracts and text, best match first: "a phrase", or, -not, beginning*',
  ),
  jurisdiction: Jurisdiction,
  session: Words("The source's session identifier"),
  subject: Words('One subject, in the words of the source'),
  status: Type.Optional(Type.Enum([...billStatuses])),
  identifier: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: `Bill numbers separated by commas, at most ${MAX_IDENTIFIERS}; the printed form does not matter`,
      examples: ['HB 12,SB 5'],
    }),
  ),
  classification: Words('One class, such as bill or joint resolution'),
  chamber: Type.Optional(
    Type.Enum([...chambers], { description: 'The chamber in which the bill was introduced' }),
  ),
  routine: Type.Optional(
    Type.Boolean({
      description:
        'false: without ceremonial resolutions and titles without content; true: only these. They are recognized by their title',
    }),
  ),
  sponsor: Words('Id or ocd_id of a legislator, or a name as printed on the bill or as a person is called'),
  sheet: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Id of a bill sheet of the account: only its bills. It needs the scope sheets',
    }),
  ),
  introduced_since: Day('Introduced, or prefiled if not introduced yet,'),
  action_since: Day('Latest action'),
  sort: Type.Optional(
    Type.Enum([...billSorts], {
      description:
        'Default: by relevance for words, newest first for a number, by change with updated_since, otherwise by id',
    }),
  ),
})

export const BillQuery = Type.Object(
  {
    ...collection.properties,
    facets: Parts(
      billFacets,
      'Counts of all bills that match, by the values of these: on the first page, not with updated_since',
    ),
    include: Parts(
      [...listParts, 'deleted'],
      '`deleted` adds removed items, as {id, ocd_id, deleted, updated_at}; `details` adds all fields of the bill detail; the others add parts of each bill, up to 100 of each',
    ),
  },
  { additionalProperties: false },
)
export type BillQuery = Static<typeof BillQuery>

export const BillDetailQuery = Type.Object(
  { include: Parts([...detailParts], 'Parts of the bill, up to 1,000 of each') },
  { additionalProperties: false },
)
