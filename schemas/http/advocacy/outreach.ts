import { type Static, Type } from 'typebox'
import { outreachAudiences } from '../../vocabulary/targets.ts'
import { Closed, Id, Instant, OcdId, OrNull, Page, Text, TextOrNull } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'
import { TargetCoverage, Types } from './targets.ts'

export const OutreachQuery = collectionQuery({
  audience: Type.Optional(
    Type.Enum([...outreachAudiences], {
      description: '`organizations` (default): its targets; `legislators`: those who decide on the bill next',
    }),
  ),
  types: Types,
})
export type OutreachQuery = Static<typeof OutreachQuery>

/** A message that somebody reads, corrects and sends. */
export const OutreachItem = Closed({
  id: Type.Integer({ ...Id, description: 'Of the organization or legislator' }),
  ocd_id: OcdId,
  updated_at: Instant,
  to: Closed({
    kind: Type.Enum(['organization', 'legislator']),
    id: Id,
    name: Text,
    email: TextOrNull,
    url: TextOrNull,
  }),
  subject: Text,
  body: Type.String({ description: 'Plain text' }),
  facts: Type.Array(
    Closed({
      text: Text,
      source: Type.String({ description: 'An address of the publisher, or a path of this API' }),
    }),
    { minItems: 1, description: 'Everything that the message states' },
  ),
  channel: Type.Enum(['email', 'web', 'phone', 'none'], {
    description: 'The way to send it, by the addresses that the sources have',
  }),
  legal_note: Text,
  review_required: Type.Literal(true),
})

export const OutreachPage = Closed({
  ...Page(OutreachItem).properties,
  coverage: OrNull(TargetCoverage),
})
