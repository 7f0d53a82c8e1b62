import { type Static, Type } from 'typebox'
import { billStatuses, chambers } from '../../vocabulary/vocabulary.ts'
import { Closed, Id, Instant, OrNull, Page } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { collectionQuery } from '../parameters.ts'
import { sheetColumns } from '../sheets/sheet-columns.ts'

export const widgetTypes = [
  'bill-grid',
  'bill',
  'scorecard',
  'find-your-rep',
  'legislator',
  'activity',
] as const
export type WidgetType = (typeof widgetTypes)[number]

/** Stands for the type in the address of a preview. */
export const PREVIEW_TYPE = 'preview'

export const MAX_ORIGINS = 20
export const MAX_WIDGET_BILLS = 200
export const MAX_WIDGET_ROWS = 100
export const MAX_QUESTIONS = 5
const MAX_DAILY_CAP = 1_000_000

const Line = (most: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: most, pattern: NOT_BLANK, description, examples: [example] })
const Color = (example: string) =>
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Six hex digits after #', examples: [example] })

export const Theme = Closed(
  { accent: Color('#0a58ca'), background: Color('#ffffff'), text: Color('#1b1f24') },
  { description: 'The colors of the embedded page' },
)

/** Filters of `GET /v1/bills`. */
export const BillSearch = Closed(
  {
    q: Type.Optional(Line(300, 'Words, as the parameter q of /v1/bills', 'school meals')),
    jurisdiction: Type.Optional(Line(300, 'Postal code, name, division id or jurisdiction id', 'wa')),
    session: Type.Optional(Line(300, "The source's session identifier", '2025-2026')),
    subject: Type.Optional(Line(300, 'One subject, in the words of the source', 'Education')),
    status: Type.Optional(Type.Enum([...billStatuses])),
    classification: Type.Optional(Line(300, 'One class, such as bill', 'bill')),
    chamber: Type.Optional(Type.Enum([...chambers])),
  },
  { minProperties: 1, description: 'Bills by filters: bills that match later are shown too' },
)
export type BillSearch = Static<typeof BillSearch>

export const WidgetShows = Closed(
  {
    bill_ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MAX_WIDGET_BILLS,
        uniqueItems: true,
        description: 'These bills',
      }),
    ),
    sheet_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The bills of a bill sheet of the account',
      }),
    ),
    search: Type.Optional(BillSearch),
    legislator_id: Type.Optional(Id),
    scorecard_id: Type.Optional(Id),
  },
  {
    description:
      'bill-grid and activity: bill_ids, sheet_id or search; bill: one of bill_ids; scorecard: scorecard_id, of a published one; legislator: legislator_id; find-your-rep: nothing',
  },
)
export type WidgetShows = Static<typeof WidgetShows>

export const WidgetLookups = Closed(
  {
    daily_cap: Type.Integer({
      minimum: 1,
      maximum: MAX_DAILY_CAP,
      description: 'Matched lookups of a day (UTC) through this widget; default 50',
      examples: [50],
    }),
    use_credits: Type.Boolean({
      description: 'Bought lookups may be used after the allowance of the month; default false',
    }),
  },
  { description: 'Limits of find-your-rep, whose lookups are those of the account; null for other types' },
)

export const WidgetLeads = Closed(
  {
    heading: Line(100, 'Above the form', 'Stay informed'),
    consent_text: Line(2_000, 'What a visitor agrees to', 'You may send me news about these bills.'),
    questions: Type.Array(Line(200, 'A question with a short answer', 'Which bill do you care about?'), {
      maxItems: MAX_QUESTIONS,
      uniqueItems: true,
      description: 'Further questions of the form; answers are optional',
    }),
  },
  { description: 'The form to sign up; null: no form' },
)

const settings = {
  name: Line(100, 'The heading of the widget', 'Bills about school meals'),
  origins: Type.Array(Type.String({ maxLength: 300, examples: ['https://www.example.org'] }), {
    minItems: 1,
    maxItems: MAX_ORIGINS,
    uniqueItems: true,
    description: 'Sites that may embed it: https, or http on this machine',
  }),
  shows: WidgetShows,
  columns: Type.Array(Type.Enum([...sheetColumns]), {
    uniqueItems: true,
    description: 'What is shown of each bill. position, priority, note and tags are those of the sheet',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_WIDGET_ROWS,
    description: 'Most bills; default 25',
    examples: [25],
  }),
  theme: Theme,
  lookups: OrNull(WidgetLookups),
  leads: OrNull(WidgetLeads),
}
const { name, origins, ...optional } = settings

export const WidgetRequest = Closed({
  type: Type.Enum([...widgetTypes]),
  name,
  origins,
  ...Type.Partial(
    Type.Object({ ...optional, theme: Type.Partial(Theme), lookups: Type.Partial(WidgetLookups) }),
  ).properties,
})
export type WidgetRequest = Static<typeof WidgetRequest>

export const WidgetChange = Closed(
  Type.Partial(Type.Object({ ...settings, theme: Type.Partial(Theme), lookups: Type.Partial(WidgetLookups) }))
    .properties,
  { minProperties: 1 },
)
export type WidgetChange = Static<typeof WidgetChange>

const shown = {
  id: Id,
  type: Type.Enum([...widgetTypes]),
  ...settings,
  shown: Type.String({
    description: 'The prefix and the last four characters of its token',
    examples: ['wgt_…k3Qz'],
  }),
  created_at: Instant,
  rotated_at: OrNull(Instant),
  former_token_ends_at: OrNull(
    Type.String({
      description: 'Until then, the token before the last rotation works too',
      examples: ['2026-02-10T17:20:01.123456Z'],
    }),
  ),
  revoked_at: OrNull(Type.String({ description: 'From then on, no token of the widget works' })),
  updated_at: Instant,
}
export const WidgetItem = Closed(shown)
export type WidgetItem = Static<typeof WidgetItem>
export const WidgetPage = Page(WidgetItem)

const Secret = Type.String({
  description: 'Shown only in this answer',
  examples: ['wgt_0123456789ABCDEFGHIJKLMNOPQRST0aBcDe'],
})
export const WidgetCreated = Closed({
  ...shown,
  token: Secret,
  snippet: Type.String({
    description: 'The HTML that embeds it: an element for the widget, and the script, once for each page',
    examples: ['<div data-legislog-widget="bill-grid/wgt_…"></div>'],
  }),
})

export const WidgetPreview = Closed({
  url: Type.String({
    description: 'What visitors see; who has the address can see it. Its forms do nothing',
    examples: [
      'https://pages.example.org/embed/preview/7.1767229200.6yL2zQ0v9mXW3ZkV1p4b8AuDqgY5nTn2K0RrEe1sWcM',
    ],
  }),
  expires_at: Instant,
})

export const WidgetQuery = collectionQuery({
  type: Type.Optional(Type.Enum([...widgetTypes], { description: 'Only widgets of this type' })),
})
export const WidgetPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
export const WidgetRotation = Closed({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      description: 'Seconds for which the old token works beside the new one; default 604800',
    }),
  ),
})
