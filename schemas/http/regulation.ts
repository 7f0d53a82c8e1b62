import { Type } from 'typebox'
import {
  Closed,
  changed,
  Day,
  DivisionId,
  Extras,
  Id,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
} from './fields.ts'

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
      accepts_late: OrNull(
        Type.Boolean({ description: 'Whether comments are taken after the close, where somebody says so' }),
      ),
      comment_count: OrNull(Type.Integer({ description: 'Comments received, in all of its dockets' })),
      comment_count_as_of: TextOrNull,
    }),
  ),
  ...changed,
}

const commentState = Type.Enum([...commentStates], {
  description: 'Worked out when it is read: comments are open through the end of `closes_on`, Eastern time',
})

export const RegulationItem = Closed({ ...item, comment_state: commentState })
export const RegulationPage = Page(RegulationItem)

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
  start_page: OrNull(Type.Integer()),
  end_page: OrNull(Type.Integer()),
  extras: Extras,
})
