import { type Static, Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Page } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'

export const AuditItem = Closed({
  id: Id,
  actor: Closed({
    kind: Type.Enum(['user', 'token', 'operator'], {
      description: '`operator`: an operator of the service',
    }),
    id: OrNull(Type.Integer({ description: 'Of the user or token, which may be gone' })),
    shown: Type.String({ description: 'The address of the user, or the hint of the token, at that time' }),
  }),
  action: Type.String({
    description:
      'The operation id of the route, such as `createBillSheet`, or `signIn`, `signOut`, `signOutEverywhere`, `acceptInvitation`, `createAccount`, `setTier`, `buyLookups`',
  }),
  path: Type.String({ description: 'What it was done to' }),
  detail: OrNull(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Such as the role that was given',
      examples: [{ email: 'grace@example.org', role: 'editor' }],
    }),
  ),
  updated_at: Type.String({ ...Instant, description: 'When it was done' }),
})
export type AuditItem = Static<typeof AuditItem>
export const AuditPage = Page(AuditItem)
export const AuditQuery = collectionQuery({
  action: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: 'Only this action', examples: ['createToken'] }),
  ),
})
