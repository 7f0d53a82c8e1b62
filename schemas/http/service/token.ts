import { Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Page, Text } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { collectionQuery } from '../parameters.ts'
import { scopes } from './scopes.ts'
import { tierNames } from './tiers.ts'

const shown = {
  id: Id,
  account: Text,
  shown: Type.String({ description: 'The prefix and the last four characters' }),
  scopes: Type.Array(Type.Enum([...scopes])),
  created_at: Instant,
  expires_at: OrNull(Instant),
  revoked_at: OrNull(Instant),
  replaced_by: OrNull(Type.Integer({ description: 'The token that replaced it' })),
  last_used_at: OrNull(Type.String({ description: 'Written once a minute' })),
  updated_at: Instant,
}
export const TokenItem = Closed(shown)
export const TokenPage = Page(TokenItem)
export const TokenCreated = Closed({ ...shown, tier: Type.Enum([...tierNames]), token: Text })

const OtherAccount = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: NOT_BLANK,
    description: 'Id of another account; requires the scope admin',
  }),
)

export const TokenQuery = collectionQuery({ account: OtherAccount })

export const RotationRequest = Closed({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'Seconds for which the old token works beside the new one; default 86400',
    }),
  ),
})

export const TokenRequest = Closed({
  account: OtherAccount,
  tier: Type.Optional(Type.Enum([...tierNames])),
  scopes: Type.Optional(Type.Array(Type.Enum([...scopes]), { minItems: 1, uniqueItems: true })),
  expires_at: Type.Optional(Type.String({ description: 'RFC 3339' })),
})
