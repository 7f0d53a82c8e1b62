import { Type } from 'typebox'
import { Passage } from '../bills/bill-answer.ts'
import {
  Closed,
  changed,
  Day,
  DivisionId,
  Extras,
  Id,
  Instant,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
  unlinked,
} from '../fields.ts'

export const commentStates = ['open', 'closed', 'none'] as const

const item = {
  id: Id,
  ocd_id: OcdId,
  jurisdiction: DivisionId,
  document_number: Text,
  publication_date: Day,
  type: Text,
  title: Text,
  state: Type.String({ description: 'published or withdrawn' }),
  agencies: Type.Array(
    Closed({ name: Text, slug: TextOrNull, source_id: TextOrNull, parent_source_id: TextOrNull }),
  ),
  docket_ids: Type.Array(Text),
  rins: Type.Array(Text),
  effective_on: OrNull(Day),
  comment_period: OrNull(
    Closed({
      opens_on: OrNull(Day),
      closes_on: OrNull(Day),
      comment_url: TextOrNull,
      ...unlinked,
      accepts_late: OrNull(
        Type.Boolean({ description: 'true if comments are accepted after the close, according to a source' }),
      ),
      comment_count: OrNull(Type.Integer({ description: 'Comments received, in all of its dockets' })),
      comment_count_as_of: TextOrNull,
    }),
  ),
  ...changed,
}

const commentState = Type.Enum([...commentStates], {
  description: 'Derived at read time: comments are open through the end of `closes_on`, Eastern time',
})

export const RegulationItem = Closed({
  ...item,
  comment_state: commentState,
  passage: Type.Optional(OrNull(Passage)),
})
export const RegulationPage = Page(RegulationItem)

const commentChanges = ['opened', 'extended', 'shortened', 'moved', 'closed', 'reopened', 'removed'] as const

/** The reported comment days. An extension keeps the day that it replaces here. */
const CommentChange = Closed({
  change: Type.Enum([...commentChanges], {
    description: '`moved`: only the first day changed; `removed`: the period no longer has a last day',
  }),
  opens_on: OrNull(Day),
  closes_on: OrNull(Day),
  closed_on: OrNull(Type.String({ description: 'Day on which comments ended, if it was reported' })),
  observed_at: Type.String({ description: 'Time at which a source reported it, RFC 3339' }),
  recorded_at: Instant,
})

/** A document of regulations.gov: a regulation has one in each of its dockets, with its own days. */
const Document = Closed({
  document_id: Text,
  object_id: TextOrNull,
  agency_id: TextOrNull,
  docket_id: TextOrNull,
  docket_title: TextOrNull,
  docket_type: TextOrNull,
  docket_program: TextOrNull,
  docket_abstract: TextOrNull,
  posted_on: TextOrNull,
  comments_open_on: TextOrNull,
  comments_close_on: TextOrNull,
  withdrawn: Type.Boolean(),
  reason_withdrawn: TextOrNull,
  restrict_reason: TextOrNull,
})

export const RegulationDetail = Closed({
  ...item,
  comment_state: commentState,
  subtype: TextOrNull,
  abstract: TextOrNull,
  action: TextOrNull,
  citation: TextOrNull,
  cfr_references: Type.Array(Closed({ title: Type.Integer(), part: TextOrNull, chapter: TextOrNull })),
  topics: Type.Array(Text),
  signing_on: OrNull(Day),
  significant: OrNull(Type.Boolean()),
  correction_of: TextOrNull,
  html_url: TextOrNull,
  pdf_url: TextOrNull,
  text_url: TextOrNull,
  ...unlinked,
  start_page: OrNull(Type.Integer()),
  end_page: OrNull(Type.Integer()),
  corrections: Type.Array(Text, { description: 'Numbers of the documents that correct it' }),
  dates: OrNull(Type.String({ description: 'The text printed under DATES' })),
  documents: Type.Array(Document),
  comment_history: Type.Array(CommentChange, { description: 'Oldest first' }),
  extras: Extras,
})
