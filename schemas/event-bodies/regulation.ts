import { type Static, Type } from 'typebox'
import { DateOnly, DivisionId, EventBody, Nullable } from './common.ts'

export const Agency = Type.Object({
  name: Type.String(),
  slug: Nullable(Type.String()),
  source_id: Nullable(Type.String()),
  parent_source_id: Nullable(Type.String()),
})
export type Agency = Static<typeof Agency>

export const CfrReference = Type.Object({
  title: Type.Integer(),
  part: Nullable(Type.String()),
  chapter: Nullable(Type.String()),
})

export const Regulation = Type.Object({
  jurisdiction: DivisionId,
  document_number: Type.String(),
  publication_date: DateOnly,
  type: Type.String({
    description: 'rule, proposed_rule, notice, presidential_document, or the words of the source',
  }),
  subtype: Nullable(Type.String()),
  title: Type.String(),
  abstract: Nullable(Type.String()),
  action: Nullable(Type.String()),
  citation: Nullable(Type.String()),
  agencies: Type.Array(Agency),
  docket_ids: Type.Array(Type.String()),
  rins: Type.Array(Type.String(), { description: 'Regulation identifier numbers' }),
  cfr_references: Type.Array(CfrReference),
  topics: Type.Array(Type.String()),
  effective_on: Nullable(DateOnly),
  signing_on: Nullable(DateOnly),
  significant: Nullable(Type.Boolean()),
  state: Type.String({ description: 'published or withdrawn; withdrawn is a state, not a removal' }),
  correction_of: Nullable(Type.String()),
  html_url: Nullable(Type.String()),
  pdf_url: Nullable(Type.String()),
  text_url: Nullable(Type.String()),
  start_page: Nullable(Type.Integer()),
  end_page: Nullable(Type.Integer()),
  extras: Type.Record(Type.String(), Type.Unknown()),
})
export type Regulation = Static<typeof Regulation>

/** Per document, never per docket. Readers compute whether it is open. */
export const CommentPeriod = Type.Object({
  opens_on: Nullable(DateOnly),
  closes_on: Nullable(DateOnly),
  comment_url: Nullable(Type.String()),
  accepts_late: Type.Optional(
    Type.Boolean({ description: 'Whether comments are taken after the close; absent where nobody says' }),
  ),
  comment_count: Type.Optional(Type.Integer({ description: 'Comments received, of all of its records' })),
  comment_count_as_of: Type.Optional(Type.String({ description: 'When the count was first seen, RFC 3339' })),
})
export type CommentPeriod = Static<typeof CommentPeriod>

export const RegulationPublished = EventBody({ regulation: Regulation })
export const RegulationUpdated = EventBody({ regulation: Regulation })
export const RegulationCommentPeriodChanged = EventBody({ comment_period: CommentPeriod })
export const RegulationCommentPeriodClosed = EventBody({ closed_on: DateOnly })
export const RegulationRemoved = EventBody({ reason: Type.String() })
