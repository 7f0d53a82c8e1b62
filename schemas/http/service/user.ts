import { type Static, Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Page, Text } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'
import { roles } from './roles.ts'

const RoleName = Type.Enum([...roles], {
  description: '`owner`, `editor` and `viewer` are given by owners, `operator` by operators only',
})

export const UserItem = Closed({
  id: Id,
  email: Text,
  role: RoleName,
  created_at: Instant,
  signed_in_at: OrNull(Instant),
  updated_at: Instant,
})
export const UserPage = Page(UserItem)
export const UserQuery = collectionQuery({})
export const UserPath = Type.Object({ id: Id })
export const UserChange = Closed({ role: RoleName })

export const InvitationItem = Closed({
  id: Id,
  email: Text,
  role: RoleName,
  invited_by: Type.String({ description: 'The address of a user, or the hint of a token' }),
  created_at: Instant,
  expires_at: Instant,
  accepted_at: OrNull(Instant),
  updated_at: Instant,
})
export const InvitationPage = Page(InvitationItem)
export const InvitationQuery = collectionQuery({})
export const InvitationPath = Type.Object({ id: Id })
export const InvitationRequest = Closed({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  role: RoleName,
})
export type InvitationRequest = Static<typeof InvitationRequest>
