import { type Static, Type } from 'typebox'
import { Closed, DivisionId, Id, Instant, OcdId, OrNull, Page, Text } from '../fields.ts'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'
import { TargetCoverage, TargetOrganization, TargetReasonItem, Types } from './targets.ts'

export const ProspectQuery = collectionQuery({
  subject: Words(
    'An issue code such as TAX, its name, or words such as `renewable energy`; without it, every issue counts',
  ),
  jurisdiction: Jurisdiction,
  types: Types,
})
export type ProspectQuery = Static<typeof ProspectQuery>

/** An organization that is active on a subject elsewhere. */
export const ProspectItem = Closed({
  id: Type.Integer({ ...Id, description: 'Of the organization' }),
  ocd_id: OcdId,
  updated_at: Instant,
  organization: TargetOrganization,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'Only good for the order' }),
  issue_codes: Type.Array(Text, { description: 'Issues of the subject on which it is active' }),
  active_in: Type.Array(DivisionId),
  absent_in: OrNull(
    Type.String({
      ...DivisionId,
      description: 'The jurisdiction that was asked for; null if none was',
    }),
  ),
  reasons: Type.Array(Closed({ ...TargetReasonItem.properties, jurisdiction: DivisionId }), {
    minItems: 1,
    maxItems: 10,
    description: 'The heaviest first',
  }),
})

export const ProspectPage = Closed({ ...Page(ProspectItem).properties, coverage: TargetCoverage })
