import { type Static, Type } from 'typebox'
import { billStatuses, chambers, statusDetails } from '../../vocabulary/vocabulary.ts'
import { Closed, Day, DayOrTime, DivisionId, Id, Instant, OrNull, Text, TextOrNull } from '../fields.ts'

/** What an organization thinks of a bill. */
export const billPositions = [
  'support',
  'support_if_amended',
  'neutral',
  'watch',
  'oppose_unless_amended',
  'oppose',
] as const
export type BillPosition = (typeof billPositions)[number]

export const priorities = ['high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

/** Facts of a bill that a page or a widget can show. */
export const factColumns = [
  'identifier',
  'jurisdiction',
  'session',
  'title',
  'status',
  'status_date',
  'latest_action',
  'introduced_on',
  'chamber',
  'classification',
  'subjects',
  'sponsors',
  'summary',
  'link',
  'updated_at',
] as const

/** What the account wrote about a bill. Nobody sees it unless it is chosen. */
export const ownColumns = ['position', 'priority', 'note', 'tags'] as const

export const sheetColumns = [...factColumns, ...ownColumns] as const
export type SheetColumn = (typeof sheetColumns)[number]

export const defaultColumns: readonly SheetColumn[] = [
  'identifier',
  'jurisdiction',
  'title',
  'status',
  'latest_action',
]

/** The values of the columns. A bill has those that were chosen. */
const columns = {
  identifier: OrNull(Type.String({ description: 'As printed' })),
  jurisdiction: OrNull(DivisionId),
  session: TextOrNull,
  title: TextOrNull,
  status: OrNull(
    Closed({ status: Type.Enum([...billStatuses]), detail: OrNull(Type.Enum([...statusDetails])) }),
  ),
  status_date: OrNull(DayOrTime),
  latest_action: OrNull(Closed({ date: DayOrTime, description: Text })),
  introduced_on: OrNull(Day),
  chamber: OrNull(Type.Enum([...chambers])),
  classification: Type.Array(Text),
  subjects: Type.Array(Text),
  sponsors: Type.Array(Text, { description: 'Primary sponsors, as printed' }),
  summary: TextOrNull,
  link: OrNull(Type.String({ description: 'The page of the bill at its source' })),
  updated_at: OrNull(Instant),
  position: OrNull(Type.Enum([...billPositions])),
  priority: OrNull(Type.Enum([...priorities])),
  note: Text,
  tags: Type.Array(Text),
} as const satisfies Record<SheetColumn, unknown>

/** A bill as pages and widgets show it. */
export const ShownBill = Closed(
  {
    id: Id,
    removed: Type.Boolean({
      description: 'The source removed the bill: only what was known of it is shown',
    }),
    ...Type.Partial(Type.Object(columns)).properties,
  },
  { examples: [{ id: 1042, removed: false, identifier: 'HB 5', position: 'support' }] },
)
export type ShownBill = Static<typeof ShownBill>
