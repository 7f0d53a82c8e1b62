import { Type } from 'typebox'
import {
  Closed,
  DivisionId,
  Id,
  Instant,
  OcdId,
  OrNull,
  Text,
  TextOrNull,
  Tombstone,
} from '../../schemas/http/fields.ts'
import { includeDeleted, paging, updatedSince } from './schemas.ts'

export const FollowBody = Closed(
  {
    bill_id: Type.Optional(Id),
    ocd_id: Type.Optional(Type.String({ maxLength: 200, description: 'The ocd_id of a bill: ocd-bill/…' })),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    description: 'The bill to follow: exactly one of the two values',
    examples: [{ bill_id: 1042 }],
  },
)

export const Follow = Closed({
  id: Type.Integer({ minimum: 1, description: 'Id of the bill' }),
  bill: OrNull(
    Closed(
      {
        id: Id,
        ocd_id: OcdId,
        jurisdiction: DivisionId,
        session: Text,
        identifier: TextOrNull,
        title: TextOrNull,
      },
      { description: 'null if the bill was removed' },
    ),
  ),
  created_at: Instant,
  updated_at: Instant,
})

export const FollowPage = Closed({
  data: Type.Array(Type.Union([Follow, Tombstone])),
  next_cursor: OrNull(Type.String()),
})

export const FollowQuery = Closed({
  ...updatedSince,
  ...includeDeleted('unfollowed bills'),
  ...paging,
})

export const FollowParams = Type.Object({
  id: Type.String({ maxLength: 200, description: 'Number or ocd_id of the bill' }),
})
