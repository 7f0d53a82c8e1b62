import { Type } from 'typebox'
import { Closed, Day, Id, Instant, OcdId, OrNull, Page, Text } from '../fields.ts'

/** How an agency takes comments on its rules and notices, and when that was last verified. */
export const CommentCapabilityItem = Closed({
  id: Id,
  ocd_id: OcdId,
  name: Text,
  slug: Type.String({ description: 'Accepted values of `agency` in /v1/regulations' }),
  acronym: OrNull(Type.String({ description: 'As on regulations.gov' })),
  parent: OrNull(Closed({ name: Text, slug: Text })),
  takes_electronic_comments: OrNull(
    Type.Boolean({ description: 'null if no document gives an address and no list names the agency' }),
  ),
  portal: OrNull(Type.String({ description: 'Address that receives the webhooks' })),
  accepts_late_comments: OrNull(Type.Boolean({ description: 'From the latest document, if it says so' })),
  basis: OrNull(
    Type.Enum(['document', 'list'], {
      description: 'Address from its latest document that has one, or else from the list of regulations.gov',
    }),
  ),
  as_of: OrNull(
    Type.String({
      description:
        'The last day on which this is known to be true: today while the document is open, otherwise its last day; the day of the list',
    }),
  ),
  latest_document: OrNull(
    Closed(
      { id: Id, opens_on: OrNull(Day), closes_on: Day },
      { description: 'The comment period that closes last, preferably one with an address' },
    ),
  ),
  open_documents: Type.Integer({ description: 'Documents that take comments today, Eastern time' }),
  next_close_on: OrNull(Day),
  updated_at: Instant,
})
export const CommentCapabilityPage = Page(CommentCapabilityItem)
