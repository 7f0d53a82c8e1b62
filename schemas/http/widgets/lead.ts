import { Type } from 'typebox'
import { Closed, Day, DivisionId, Id, Instant, OrNull, Page } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'

const WidgetId = Type.Optional(
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only those of this widget' }),
)
const PageAddress = OrNull(
  Type.String({ description: 'Without its query', examples: ['https://www.example.org/bills'] }),
)
const Source = OrNull(
  Type.String({ description: 'What the site called the source', examples: ['newsletter'] }),
)

export const LeadItem = Closed({
  id: Id,
  widget_id: Id,
  email: Type.String({ examples: ['visitor@example.org'] }),
  name: OrNull(Type.String({ examples: ['Ada Visitor'] })),
  consent_text: Type.String({
    description: 'What the person agreed to, as it was shown',
    examples: ['You may send me news about these bills.'],
  }),
  questions: Type.Array(Type.String({ examples: ['Which bill do you care about?'] })),
  answers: Type.Array(Type.String({ examples: ['HB 12'] }), {
    description: 'In the order of the questions; an empty text is no answer',
  }),
  page: PageAddress,
  source: Source,
  district: OrNull(DivisionId),
  consented_at: Instant,
  confirmed_at: Instant,
  updated_at: Instant,
})
export const LeadPage = Page(LeadItem)

export const LeadQuery = collectionQuery({
  widget_id: WidgetId,
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description: '`csv`: the page as a table; the header Link leads to the next one. Default: `json`',
    }),
  ),
})
export const LeadPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

const Count = Type.Integer({ minimum: 0 })
export const LeadCountItem = Closed({
  id: Id,
  day: Day,
  widget_id: Id,
  page: PageAddress,
  source: Source,
  district: OrNull(DivisionId),
  signed_up: Count,
  confirmed: Count,
  updated_at: Instant,
})
export const LeadCountPage = Page(LeadCountItem)
export const LeadCountQuery = collectionQuery({
  widget_id: WidgetId,
  since: Type.Optional(Type.String({ maxLength: 10, description: 'First day (UTC), YYYY-MM-DD' })),
  until: Type.Optional(Type.String({ maxLength: 10, description: 'Last day (UTC), YYYY-MM-DD' })),
})

/** The token in the link of a mail. */
export const MailLinkBody = Closed({
  token: Type.String({
    maxLength: 100,
    description: 'The last part of the link in the mail',
    examples: ['led_0123456789ABCDEFGHIJKLMNOPQRST0aBcDe'],
  }),
})
export const LeadConfirmed = Closed({ confirmed: Type.Literal(true) })
export const MailsStopped = Closed({ stopped: Type.Literal(true) })
