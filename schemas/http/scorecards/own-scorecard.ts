import { type Static, Type } from 'typebox'
import {
  printedUnits,
  scorecardItemKinds,
  scorecardMarks,
  scorecardMethods,
  scorecardPositions,
} from '../../vocabulary/scorecards.ts'
import { ChamberOrNull } from '../bills/bill.ts'
import { Closed, Day, Id, OrNull } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { Policies } from './scorecard.ts'

const MOST = { items: 500, members: 2_000, sessions: 20 } as const

const Short = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 300, pattern: NOT_BLANK, ...options })
const Long = Type.String({ maxLength: 2_000 })
const Web = OrNull(Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'http or https' }))
const Named = OrNull(Short())
const optional = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema)

const ItemRequest = Closed({
  id: optional(
    Type.String({ minLength: 1, maxLength: 40, pattern: NOT_BLANK, description: 'Default: its number' }),
  ),
  kind: optional(Type.Enum([...scorecardItemKinds], { description: 'Default: `vote`' })),
  vote_ocd_id: optional(OrNull(Type.String({ maxLength: 100, pattern: '^ocd-vote/' }))),
  bill_ocd_id: optional(OrNull(Type.String({ maxLength: 100, pattern: '^ocd-bill/' }))),
  session: optional(Named),
  bill_identifier: optional(Named),
  roll_call: optional(Named),
  chamber: optional(ChamberOrNull),
  date: optional(OrNull(Day)),
  position: Type.Enum([...scorecardPositions]),
  weight: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Default: 1' })),
  title: Short({ examples: ['Hives in gardens'] }),
  why: optional(OrNull(Long)),
  url: optional(Web),
})
export type ItemRequest = Static<typeof ItemRequest>

const MemberRequest = Closed({
  name: Short({ examples: ['Alder'] }),
  source_id: optional(Named),
  chamber: optional(ChamberOrNull),
  party: optional(Named),
  district: optional(Named),
  state: optional(OrNull(Type.String({ pattern: '^[A-Za-z]{2}$' }))),
  printed: optional(Named),
  marks: optional(
    OrNull(
      Type.Array(Type.Enum([...scorecardMarks]), {
        maxItems: MOST.items,
        description: 'One for each item, in the order of the items',
      }),
    ),
  ),
})
export type MemberRequest = Static<typeof MemberRequest>

const fields = {
  title: Short({ examples: ['Friends of Bees, 2026'] }),
  organization: Closed({ name: Short({ examples: ['Friends of Bees'] }), url: optional(Web) }),
  jurisdiction: Short({ description: 'Postal code, name, division id or jurisdiction id', examples: ['wa'] }),
  sessions: Type.Array(Short({ examples: ['2025-2026'] }), { minItems: 1, maxItems: MOST.sessions }),
  method: optional(
    Type.Enum([...scorecardMethods], { description: 'Default: `computed` with items, else `published`' }),
  ),
  policies: optional(
    Closed(Type.Partial(Policies).properties, { description: 'One that is not stated has its default' }),
  ),
  printed_unit: optional(Type.Enum([...printedUnits])),
  published_on: optional(OrNull(Day)),
  url: optional(Web),
  items: optional(Type.Array(ItemRequest, { maxItems: MOST.items })),
  members: optional(Type.Array(MemberRequest, { maxItems: MOST.members })),
  note: optional(
    Type.String({ maxLength: 5_000, description: 'For the account alone: it is never published' }),
  ),
}

const example = {
  title: 'Friends of Bees, 2026',
  organization: { name: 'Friends of Bees' },
  jurisdiction: 'wa',
  sessions: ['2025-2026'],
  items: [{ bill_identifier: 'HB 5', position: 'yes', weight: 2, title: 'Hives in gardens' }],
}

export const ScorecardRequest = Closed(fields, { examples: [example] })
export type ScorecardRequest = Static<typeof ScorecardRequest>

export const ScorecardChange = Closed(Type.Partial(Type.Object(fields)).properties, {
  minProperties: 1,
  examples: [{ title: example.title, items: example.items }],
})
export type ScorecardChange = Static<typeof ScorecardChange>

export const OwnScorecardPath = Type.Object({ id: Id })
