import { type Static, Type } from 'typebox'
import { Closed, DivisionId, Id, Instant, OcdId, OrNull, Page, Text } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'
import { StatusOrNull } from './bill.ts'

export const similarScopes = ['other', 'same', 'all'] as const
export type SimilarScope = (typeof similarScopes)[number]

export const similarRelations = ['companion', 'reintroduction', 'similar'] as const
export type SimilarRelation = (typeof similarRelations)[number]

export const SimilarQuery = collectionQuery({
  scope: Type.Optional(
    Type.Enum([...similarScopes], {
      description:
        '`other` (default): bills of other jurisdictions; `same`: of the same one; `all`: both, other jurisdictions first',
    }),
  ),
})
export type SimilarQuery = Static<typeof SimilarQuery>

const Brief = Closed({
  id: Id,
  ocd_id: OcdId,
  jurisdiction: DivisionId,
  session: Text,
  identifier: Text,
  title: Text,
  status: StatusOrNull,
})

export const SimilarItem = Closed({
  id: Id,
  ocd_id: OcdId,
  updated_at: Instant,
  bill: Brief,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'From both bills the same' }),
  strength: Type.Enum(['strong', 'related'], {
    description: '`strong`: usually the same policy; `related`: the same topic',
  }),
  relation: Type.Enum([...similarRelations], {
    description:
      'A companion has the same purpose in the same session, a reintroduction in another session of the same jurisdiction. Both come after the similar bills',
  }),
  same_text: Type.Boolean({ description: 'The latest texts of both bills have the same words' }),
  reasons: Closed({
    shared_terms: Type.Array(Text, { description: 'Words in their base form, the rarest first' }),
    shared_subjects: Type.Array(Text),
    cosine: OrNull(Type.Number({ description: 'Of the vectors of a model; null without a model' })),
  }),
  shared_passage: OrNull(
    Type.String({
      description:
        'The longest stretch that the current texts of both bills have, as this bill prints it, cut after 300 characters; null if their texts are not compared, or share fewer than 60 words',
    }),
  ),
})

export const SimilarMethod = Closed({
  name: Type.Enum(['words', 'words_and_vectors']),
  version: Type.Integer({ minimum: 1 }),
  embedder: OrNull(Type.String({ description: 'The model of the vectors' })),
})

export const SimilarCoverage = Closed(
  { status: Type.Enum(['complete', 'pending']), reason: OrNull(Type.String()) },
  { description: '`pending`: the list of this bill is not made yet' },
)

export const SimilarPage = Closed({
  ...Page(SimilarItem).properties,
  method: SimilarMethod,
  coverage: SimilarCoverage,
})
