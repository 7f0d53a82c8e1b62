import { type Static, Type } from 'typebox'
import { advocacyOrganizationTypes, advocacyStances } from '../../vocabulary/advocacy.ts'
import { targetBases, targetReasons } from '../../vocabulary/targets.ts'
import { Parts } from '../bills/bill-parameters.ts'
import { Closed, Day, Id, Instant, OcdId, OrNull, Page, Text, TextOrNull } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'

/** Types by which organizations are filtered. `unknown`: no source states what it is. */
export const targetTypes = [...advocacyOrganizationTypes, 'unknown'] as const
export type TargetType = (typeof targetTypes)[number]

export const Types = Parts(targetTypes, 'Types of organizations; `unknown`: no source states the type')

export const TargetQuery = collectionQuery({ types: Types })
export type TargetQuery = Static<typeof TargetQuery>

export const TargetOrganization = Closed({
  id: Id,
  name: Text,
  type: OrNull(Type.Enum([...advocacyOrganizationTypes], { description: 'null: no source states it' })),
  url: TextOrNull,
})

const weight = Type.Number({
  minimum: 0,
  description: 'Its part of the sum that orders organizations of one basis',
})

export const TargetReasonItem = Closed({
  kind: Type.Enum([...targetReasons], {
    description:
      '`stated_position`: it published a statement; `filing_mention`: a lobbying filing for it names the bill or rule; `issue_code`: it is active on the issue; `agency_contact`: its filings name the agency',
  }),
  basis: Type.Enum([...targetBases]),
  about: Type.String({
    description: 'The bill, rule, issue or agency that the source names: `HB 1110`, `Housing`',
  }),
  quote: OrNull(Type.String({ description: 'The words of the source' })),
  date: OrNull(Day),
  source_url: TextOrNull,
  weight,
})

export const TargetItem = Closed({
  id: Type.Integer({ ...Id, description: 'Of the organization' }),
  ocd_id: OcdId,
  updated_at: Instant,
  organization: TargetOrganization,
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Only good for the order: the basis decides the fifth of the scale',
  }),
  basis: Type.Enum([...targetBases], {
    description:
      'The closest reason: it acted on this bill or rule, on a companion or reintroduction, on a similar bill; it works on the subject; it contacted the agency of the rule',
  }),
  reasons: Type.Array(TargetReasonItem, {
    minItems: 1,
    maxItems: 10,
    description: 'Those of the closest basis first, then the heaviest; at most ten',
  }),
  position: OrNull(
    Type.Enum([...advocacyStances], {
      description: 'The newest that a source states on this very bill or rule; null: none is known',
    }),
  ),
})

export const targetCoverages = ['complete', 'no_bill_level_filings', 'no_filings', 'pending'] as const

export const TargetCoverage = Closed(
  { status: Type.Enum([...targetCoverages]), reason: OrNull(Type.String()) },
  {
    description:
      '`no_bill_level_filings`: no filing or statement names this bill or rule, or one near to it; `no_filings`: none is loaded; `pending`: they are not read yet',
  },
)

const method = { method_version: Type.Integer({ minimum: 1 }) }

export const TargetPage = Closed({ ...Page(TargetItem).properties, coverage: TargetCoverage, ...method })
