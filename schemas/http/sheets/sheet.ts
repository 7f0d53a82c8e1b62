import { type Static, Type } from 'typebox'
import { BillQuery } from '../bills/bill-parameters.ts'
import { Closed, DivisionId, Id, Instant, OcdId, OrNull, Page, Text, TextOrNull } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { collectionQuery } from '../parameters.ts'
import { billPositions, priorities } from './sheet-columns.ts'

/** The most bills of a sheet. */
export const MAX_SHEET_BILLS = 5_000
const MAX_NOTE = 5_000
const MAX_ITEMS = 1_000

/** Filters of `GET /v1/bills` that can be stored. */
export const SheetSearch = Type.Object(
  Type.Pick(BillQuery, [
    ...(['q', 'jurisdiction', 'session', 'subject', 'status', 'identifier', 'classification'] as const),
    ...(['chamber', 'routine', 'sponsor', 'introduced_since', 'action_since'] as const),
  ]).properties,
  {
    additionalProperties: false,
    minProperties: 1,
    description:
      'Filters of `GET /v1/bills`. The bills that they find become items by themselves, and leave when they no longer fit, unless something is written about them',
    examples: [{ jurisdiction: 'wa', subject: 'Insurance' }],
  },
)
export type SheetSearch = Static<typeof SheetSearch>

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK, examples: ['Insurance bills'] })
const Description = Type.String({ maxLength: 2_000 })

export const BillSheet = Closed({
  id: Id,
  name: Text,
  description: Text,
  search: OrNull(SheetSearch),
  is_search_cut: Type.Boolean({
    description: `The search finds more bills than the ${MAX_SHEET_BILLS} of a sheet: only the newest are in it`,
  }),
  bills: Type.Integer({
    minimum: 0,
    description: 'Number of its bills. A change of it does not change `updated_at`',
  }),
  created_at: Instant,
  updated_at: Instant,
})
export const BillSheetPage = Page(BillSheet)

export const SheetRequest = Closed({
  name: Name,
  description: Type.Optional(Description),
  search: Type.Optional(OrNull(SheetSearch)),
})
export type SheetRequest = Static<typeof SheetRequest>

export const SheetChange = Closed(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    search: Type.Optional(OrNull(SheetSearch)),
  },
  { minProperties: 1 },
)
export type SheetChange = Static<typeof SheetChange>

/** What an account writes about a bill. */
export const Annotations = Closed({
  position: Type.Optional(OrNull(Type.Enum([...billPositions]))),
  priority: Type.Optional(OrNull(Type.Enum([...priorities]))),
  note: Type.Optional(Type.String({ maxLength: MAX_NOTE, description: 'Plain text' })),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: NOT_BLANK }), {
      maxItems: 20,
      uniqueItems: true,
    }),
  ),
})
export type Annotations = Static<typeof Annotations>

export const BriefBill = Closed({
  id: Id,
  ocd_id: OcdId,
  jurisdiction: DivisionId,
  session: Text,
  identifier: TextOrNull,
  title: TextOrNull,
  removed: Type.Boolean({ description: 'The source removed the bill' }),
})

export const SheetItem = Closed({
  id: Id,
  bill_id: Id,
  bill: OrNull(BriefBill),
  origin: Type.Enum(['list', 'search'], {
    description: 'Who added it: somebody, or the search of the sheet',
  }),
  position: OrNull(Type.Enum([...billPositions])),
  priority: OrNull(Type.Enum([...priorities])),
  note: Text,
  tags: Type.Array(Text),
  created_at: Instant,
  updated_at: {
    ...Instant,
    description: 'Of the item alone: changes of its bill are those of `GET /v1/bills?sheet=`',
  },
})
export const SheetItemPage = Page(SheetItem)

export const NewItem = Closed({
  bill_id: Type.Optional(Id),
  ocd_id: Type.Optional(Type.String({ maxLength: 200, description: 'The ocd_id of a bill: ocd-bill/…' })),
  ...Annotations.properties,
})
export const ItemsRequest = Closed(
  { items: Type.Array(NewItem, { minItems: 1, maxItems: MAX_ITEMS }) },
  {
    description:
      'Bills to add, each by `bill_id` or `ocd_id`. If a bill is already there, what is given replaces what was written',
    examples: [{ items: [{ bill_id: 1042, position: 'support' }] }],
  },
)
export type ItemsRequest = Static<typeof ItemsRequest>

export const ItemsAnswer = Closed({
  added: Type.Integer({ minimum: 0 }),
  present: Type.Integer({ minimum: 0, description: 'Number of those that were already there' }),
  items: Type.Array(SheetItem),
})

export const ItemChange = Closed(Annotations.properties, { minProperties: 1 })

export const SheetQuery = collectionQuery({})
export const SheetIdPath = Type.Object({ id: { ...Id, description: 'Id of the sheet' } })
export const SheetItemPath = Type.Object({
  id: { ...Id, description: 'Id of the sheet' },
  item_id: { ...Id, description: 'Id of the item' },
})
