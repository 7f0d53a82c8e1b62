import { type Static, Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Page, Text } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { ShownBill, sheetColumns } from './sheet-columns.ts'

/** Words with hyphens. It is never all digits: those are ids. */
export const SLUG = '^(?=[a-z0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$'
const Slug = Type.String({ minLength: 3, maxLength: 80, pattern: SLUG, examples: ['insurance-bills-2026'] })
const Title = Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK })
const Introduction = Type.String({
  maxLength: 5_000,
  description: 'Plain text; an empty line begins a paragraph, and http or https addresses become links',
})
const Columns = Type.Array(Type.Enum([...sheetColumns]), {
  minItems: 1,
  maxItems: sheetColumns.length,
  uniqueItems: true,
  description:
    'What the page shows of each bill, in this order. Your position, priority, note and tags are shown only if they are here',
})
const Sort = Type.String({
  pattern: `^-?(?:${sheetColumns.join('|')})$`,
  description: 'The column that orders the bills, with a minus for the other direction',
  examples: ['-status_date'],
})
const Color = Type.String({
  pattern: '^[0-9a-fA-F]{6}$',
  description: 'Six hex digits',
  examples: ['0a58ca'],
})

const Logo = Closed({
  url: Text,
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  description: Text,
})

const shown = {
  slug: Text,
  title: Text,
  introduction: Text,
  columns: Type.Array(Type.Enum([...sheetColumns])),
  sort: Text,
  accent_color: Text,
  logo: OrNull(Logo),
  url: Type.String({ description: 'The page for people' }),
  published_at: OrNull(Instant),
  updated_at: Instant,
}

/** What only the account of a page reads. */
const own = {
  id: Id,
  sheet_id: Id,
  status: Type.Enum(['draft', 'published']),
  former_slugs: Type.Array(Text, { description: 'Published names that redirect to this page' }),
  created_at: Instant,
}

/** A page with its bills: as everybody with a token reads it, and with more for its account. */
export const PublishedPage = Closed({
  ...shown,
  bills: Type.Array(ShownBill, { description: 'With the chosen columns and nothing else' }),
  ...Type.Partial(Type.Object(own)).properties,
})

/** A page as its account reads it. */
export const StakeholderPage = Closed({ ...own, ...shown })
export type StakeholderPage = Static<typeof StakeholderPage>
export const StakeholderPagePage = Page(StakeholderPage)

const settings = {
  introduction: Type.Optional(Introduction),
  columns: Type.Optional(Columns),
  sort: Type.Optional(Sort),
  accent_color: Type.Optional(Color),
}

export const PageRequest = Closed({ sheet_id: Id, slug: Slug, title: Title, ...settings })
export type PageRequest = Static<typeof PageRequest>

export const PageChange = Closed(
  {
    sheet_id: Type.Optional(Id),
    slug: Type.Optional(Slug),
    title: Type.Optional(Title),
    ...settings,
  },
  { minProperties: 1 },
)
export type PageChange = Static<typeof PageChange>

/** The most bytes of an uploaded logo. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024

export const LogoRequest = Closed({
  data: Type.String({
    minLength: 1,
    maxLength: Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 4,
    description:
      'A PNG, JPEG, WebP, GIF or AVIF picture in base64, at most 2 MiB. The service decodes it and encodes it again',
  }),
  description: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: NOT_BLANK,
    description: 'What people who do not see it read, such as the name of the organization',
  }),
})

export const PagePreview = Closed({
  url: Type.String({ description: 'The page as it would be published; who has the address can read it' }),
  expires_at: Instant,
})

export const SlugPath = Type.Object({
  slug: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'The name of a published page, or the id of a page of the account',
  }),
})
export const PageQuery = Type.Object({}, { additionalProperties: false })
/** The same place in a path as that of a name. */
export const OwnPagePath = Type.Object({ slug: { ...Id, description: 'Id of the page' } })
export const PageIdPath = Type.Object({ id: { ...Id, description: 'Id of the page' } })
