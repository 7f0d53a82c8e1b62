import { Type } from 'typebox'
import { Closed, DivisionId, Id, Instant, OcdId, OrNull, Page, Text } from '../fields.ts'

const SharedPlace = Closed(
  {
    section: OrNull(
      Type.String({ description: 'The number or heading of the section; null if it has none' }),
    ),
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
  },
  { description: 'Unicode characters of the plain text' },
)

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

const SharedSpan = Closed({
  this: SharedPlace,
  other: SharedPlace,
  excerpt: Type.String({
    description:
      'The words of this bill, cut after 300 characters. Only case, signs and spaces may differ there',
  }),
})

/** A model or another bill whose text shares passages with this bill. */
export const CopycatItem = Closed({
  id: Type.String({ description: '`model:` or `bill:`, and the id of the other text' }),
  updated_at: Instant,
  source: Type.Enum(['model', 'bill']),
  title: OrNull(Text),
  publisher: OrNull(Type.String({ description: 'Who offers the model; the place of a bill' })),
  url: OrNull(Type.String({ description: 'Where the model was published, http or https' })),
  published_on: OrNull(
    Type.String({
      description:
        'The first day that the model names (YYYY, YYYY-MM or YYYY-MM-DD); the day of introduction of a bill',
    }),
  ),
  bill: OrNull(
    Closed({
      id: Id,
      ocd_id: OcdId,
      jurisdiction: DivisionId,
      session: Text,
      identifier: OrNull(Text),
    }),
  ),
  matched_words: Type.Integer({
    minimum: 1,
    description: 'Words that stand in both texts in shared passages. No word counts twice',
  }),
  overlap: Closed({
    of_this: share('The share of the stretches of eight words of this bill that stand in shared passages'),
    of_other: share('The same of the other text'),
  }),
  longest_run: Type.Integer({
    minimum: 0,
    description: 'Words of the longest stretch without any difference',
  }),
  distinctiveness: Type.Number({
    minimum: 0,
    description:
      'How rare the shared words are among all bills, as a sum over them. Formulas have low values',
  }),
  family_size: Type.Integer({
    minimum: 1,
    description: 'Models that have the same passages, with this one: models copy each other. 1 for a bill',
  }),
  spans: Type.Array(SharedSpan, { description: 'The 20 longest stretches that are equal in both texts' }),
  band: Type.Enum(['near_identical', 'substantial', 'partial'], {
    description:
      'near_identical: at least 80 % of the shorter text, by its overlap; substantial: at least 100 words; partial: at least 60',
  }),
  earlier: Type.Enum(['this', 'other', 'unknown'], {
    description: 'The text with the earlier day. It says nothing about who wrote it first',
  }),
})

export const CopycatPage = Closed({
  ...Page(CopycatItem).properties,
  coverage: Closed({
    status: Type.Enum(['complete', 'partial', 'missing']),
    reason: OrNull(
      Type.Enum(['no_models', 'no_text', 'not_compared', 'text_unreadable'], {
        description:
          'no_models: no model text is loaded, so only bills are compared; no_text: the bill has no stored text; not_compared: its text is not compared yet; text_unreadable: its stored text cannot be read, or takes too long to compare',
      }),
    ),
  }),
  method_version: Type.Integer({ minimum: 1 }),
})
