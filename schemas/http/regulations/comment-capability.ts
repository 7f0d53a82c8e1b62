import { Type } from 'typebox'
import { Closed, Day, Id, Instant, OcdId, OrNull, Page, Text } from '../fields.ts'

/** How an agency takes comments on its rules and notices, and when that was last verified. */
export const CommentCapabilityItem = Closed({
  id: Id,
  ocd_id: OcdId,
  name: Text,
  slug: Type.String({ description: 'What `agency` of /v1/regulations takes' }),
  acronym: OrNull(Type.String({ description: 'As on regulations.gov' })),
  parent: OrNull(Closed({ name: Text, slug: Text })),
  takes_electronic_comments: OrNull(
    Type.Boolean({ description: 'null where no document gives an address and no list names the agency' }),
  ),
  portal: OrNull(Type.String({ description: 'Where they are sent' })),
  accepts_late_comments: OrNull(Type.Boolean({ description: 'Of the latest document, where it says so' })),
  basis: OrNull(
    Type.Enum(['document', 'list'], {
      description: 'The address of its latest document that has one, else the list of regulations.gov',
    }),
  ),
  as_of: OrNull(
    Type.String({
      description:
        'The last day on which that is known to hold: today while the document is open, else its last day; the day of the list',
    }),
  ),
  latest_document: OrNull(
    Closed(
      { id: Id, opens_on: OrNull(Day), closes_on: Day },
      { description: 'The last to close of those with an address, else of all with a period for comments' },
    ),
  ),
  open_documents: Type.Integer({ description: 'Documents that take comments today, Eastern time' }),
  next_close_on: OrNull(Day),
  updated_at: Instant,
})
export const CommentCapabilityPage = Page(CommentCapabilityItem)
