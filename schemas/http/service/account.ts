import { Type } from 'typebox'
import { Closed, Id, Instant, Text } from '../fields.ts'
import { tierNames } from './tiers.ts'

export const AccountAnswer = Closed({
  id: Id,
  name: Text,
  tier: Type.Enum([...tierNames]),
  created_at: Instant,
})

export const AccountDeletion = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'The name of the account, typed by the person who deletes it',
    }),
  },
  { additionalProperties: false },
)
