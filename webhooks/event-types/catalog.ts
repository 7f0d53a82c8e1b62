import { type Static, type TSchema, Type } from 'typebox'
import { billStatuses, chambers } from '../../schemas/vocabulary/vocabulary.ts'
import type { WebhookEventType } from './event-types.ts'

/** The event types: the schema of each event's `data`, and an example that tests and test events use. */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Text = Nullable(Type.String())

const bill = {
  bill_id: Nullable(Type.Integer({ description: 'For /v1/bills/{id}' })),
  bill_ocd_id: Text,
  identifier: Text,
  jurisdiction: Type.String({ description: 'Division id: ocd-division/country:us/state:wa' }),
  session: Type.String(),
}
export type BillContext = {
  bill_id: number | null
  bill_ocd_id: string | null
  identifier: string | null
  jurisdiction: string
  session: string
}

const chamber = Nullable(Type.String({ description: `One of: ${chambers.join(', ')}` }))
const status = Type.String({ description: `One of: ${billStatuses.join(', ')}` })

const Introduced = Type.Object({
  ...bill,
  title: Type.String(),
  chamber,
  classification: Type.Array(Type.String()),
  subjects: Type.Array(Type.String()),
  introduced_on: Text,
  prefiled_on: Text,
})
const Action = Type.Object({
  ...bill,
  description: Type.String(),
  action_id: Type.String(),
  date: Type.String(),
  chamber,
  organization: Text,
  classification: Type.Array(Type.String()),
})
const StatusChanged = Type.Object({
  ...bill,
  from: Nullable(status),
  to: status,
  detail: Text,
  changed_at: Text,
  action_id: Text,
})
const VoteRecorded = Type.Object({
  ...bill,
  vote_id: Type.Integer(),
  vote_ocd_id: Type.String(),
  motion: Type.String(),
  chamber,
  organization: Text,
  result: Type.String(),
  yes: Nullable(Type.Integer()),
  no: Nullable(Type.Integer()),
  other: Nullable(Type.Integer()),
  held_on: Text,
})

export type WebhookData =
  | Static<typeof Introduced>
  | Static<typeof Action>
  | Static<typeof StatusChanged>
  | Static<typeof VoteRecorded>

const exampleBill = {
  bill_id: 1042,
  bill_ocd_id: 'ocd-bill/6f1ad1ef-3c5e-5cbd-9c1b-6f0f6ac0b7d1',
  identifier: 'HB 5',
  jurisdiction: 'ocd-division/country:us/state:wa',
  session: '2025-2026',
}

export const webhookCatalog = {
  'bill.introduced': {
    description: 'A bill that you track was introduced.',
    version: 1,
    data: Introduced,
    example: {
      ...exampleBill,
      title: 'Concerning school meals',
      chamber: 'lower',
      classification: ['bill'],
      subjects: ['Education'],
      introduced_on: '2026-01-12',
      prefiled_on: null,
    },
  },
  'bill.action': {
    description: 'A new action was added to the bill.',
    version: 1,
    data: Action,
    example: {
      ...exampleBill,
      description: 'Referred to Education',
      action_id: 'ocd-action/0f6f6b1e-35a5-5f2e-8a62-6a3f6c9f1d0b',
      date: '2026-01-13',
      chamber: 'lower',
      organization: null,
      classification: ['referral-committee'],
    },
  },
  'bill.status_changed': {
    description: "The bill's status changed.",
    version: 1,
    data: StatusChanged,
    example: {
      ...exampleBill,
      from: 'introduced',
      to: 'in_committee',
      detail: null,
      changed_at: '2026-01-13',
      action_id: 'ocd-action/0f6f6b1e-35a5-5f2e-8a62-6a3f6c9f1d0b',
    },
  },
  'vote.recorded': {
    description: 'A roll-call vote was recorded. bill_id is null if the vote is not about a bill.',
    version: 1,
    data: VoteRecorded,
    example: {
      ...exampleBill,
      vote_id: 2077,
      vote_ocd_id: 'ocd-vote/9a2c1e52-8d0f-5f0e-b6c4-0c3ef4e9a8d3',
      motion: 'Third reading, final passage',
      chamber: 'lower',
      organization: null,
      result: 'pass',
      yes: 58,
      no: 38,
      other: 2,
      held_on: '2026-02-11',
    },
  },
} as const satisfies Record<
  WebhookEventType,
  { description: string; version: number; data: TSchema; example: WebhookData }
>
