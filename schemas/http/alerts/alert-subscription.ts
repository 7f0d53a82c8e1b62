import { type Static, Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Page, Text } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { collectionQuery } from '../parameters.ts'
import { SheetSearch } from '../sheets/sheet.ts'

/** The most bills that a subscription names. A sheet may have more. */
export const MAX_ALERT_BILLS = 500

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK, examples: ['Insurance bills'] })
const Weekdays = Type.Enum([...weekdays], { examples: ['monday'] })
const Hour = Type.Integer({
  minimum: 0,
  maximum: 23,
  description: 'Local hour at which a digest is due; default 7',
  examples: [7],
})
const Zone = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'IANA time zone; default America/New_York',
  examples: ['America/Los_Angeles'],
})
const watched = {
  sheet_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'A bill sheet' }),
  bill_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: MAX_ALERT_BILLS,
    uniqueItems: true,
    description: 'Bills by their ids',
    examples: [[1042]],
  }),
  search: SheetSearch,
}
const schedule = {
  frequency: Type.Enum(['daily', 'weekly'], { description: 'Default: daily' }),
  weekday: { ...Weekdays, description: 'Day of a weekly digest; default monday' },
  hour: Hour,
  zone: Zone,
}

export const AlertSubscription = Closed({
  id: Id,
  name: Text,
  sheet_id: OrNull(Id),
  bill_ids: OrNull(Type.Array(Id)),
  search: OrNull(SheetSearch),
  frequency: Type.Enum(['daily', 'weekly']),
  weekday: OrNull(Weekdays),
  hour: Type.Integer({ minimum: 0, maximum: 23, examples: [7] }),
  zone: Type.String({ examples: ['America/Los_Angeles'] }),
  channel: Type.Enum(['email', 'feed']),
  email: OrNull(Type.String({ examples: ['reader@example.org'] })),
  feed: OrNull(
    Type.String({
      description: 'The last characters of the address of the feed, by which a person recognizes it',
      examples: ['alf_…k3Qz'],
    }),
  ),
  state: Type.Enum(['waiting', 'active', 'paused', 'stopped', 'suppressed'], {
    description:
      '`waiting`: the person has not confirmed the address. `stopped`: the person ended it. `suppressed`: the mail server does not know the address, or its owner complained',
    examples: ['active'],
  }),
  created_at: Instant,
  updated_at: Instant,
})
export type AlertSubscription = Static<typeof AlertSubscription>
export const AlertSubscriptionPage = Page(AlertSubscription)

const FeedAddress = Type.String({
  description: 'Shown only in this answer. Whoever has it can read the feed',
  examples: ['https://pages.example.org/v1/alert_feeds/alf_0123456789ABCDEFGHIJKLMNOPQRST0aBcDe/atom'],
})
export const AlertFeeds = Closed({ atom: FeedAddress, json: FeedAddress })
export type AlertFeeds = Static<typeof AlertFeeds>

export const AlertSubscriptionCreated = Closed({
  ...AlertSubscription.properties,
  feeds: OrNull(AlertFeeds),
})

export const AlertRequest = Closed(
  {
    name: Name,
    sheet_id: Type.Optional(watched.sheet_id),
    bill_ids: Type.Optional(watched.bill_ids),
    search: Type.Optional(watched.search),
    channel: Type.Optional(Type.Enum(['email', 'feed'], { description: 'Default: email' })),
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'Who gets the digest by mail. The first mail asks the person to confirm it',
        examples: ['reader@example.org'],
      }),
    ),
    frequency: Type.Optional(schedule.frequency),
    weekday: Type.Optional(schedule.weekday),
    hour: Type.Optional(schedule.hour),
    zone: Type.Optional(schedule.zone),
  },
  {
    description: 'Exactly one of `sheet_id`, `bill_ids` and `search` says what is watched',
    examples: [
      { name: 'Insurance bills', bill_ids: [1042], email: 'reader@example.org', zone: 'America/Los_Angeles' },
    ],
  },
)
export type AlertRequest = Static<typeof AlertRequest>

export const AlertChange = Closed(
  {
    name: Type.Optional(Name),
    paused: Type.Optional(
      Type.Boolean({ description: 'What happens while it is paused is not reported later' }),
    ),
    sheet_id: Type.Optional(watched.sheet_id),
    bill_ids: Type.Optional(watched.bill_ids),
    search: Type.Optional(watched.search),
    frequency: Type.Optional(schedule.frequency),
    weekday: Type.Optional(schedule.weekday),
    hour: Type.Optional(schedule.hour),
    zone: Type.Optional(schedule.zone),
  },
  { minProperties: 1, examples: [{ hour: 6 }] },
)
export type AlertChange = Static<typeof AlertChange>

export const AlertPreview = Closed({
  day: Type.String({ description: 'Local day of the next digest', examples: ['2026-02-04'] }),
  due_at: Instant,
  changes: Type.Integer({ minimum: 0, description: 'Events that wait for it', examples: [3] }),
  subject: Type.String({ examples: ['Insurance bills: 3 changes on 2 bills'] }),
  text: Type.String({ examples: ['Insurance bills: 3 changes on 2 bills\n…'] }),
  html: Type.String({ examples: ['<!doctype html>…'] }),
})
export const AlertTest = Closed({
  accepted: Type.Literal(true),
  detail: Type.String({ examples: ['The mail is on its way.'] }),
})

export const AlertQuery = collectionQuery({
  sheet_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only those of this sheet' }),
  ),
})
export const AlertPath = Type.Object({
  id: { ...Id, description: 'Id of the subscription' },
})
export const AlertDeleteQuery = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Id of the subscription' }),
  },
  { additionalProperties: false },
)

/** The token in the link of a mail. */
export const AlertLinkBody = Closed({
  token: Type.String({
    maxLength: 120,
    description: 'The last part of the link in the mail',
    examples: ['alc_0123456789ABCDEFGHIJKLMNOPQRST0aBcDe'],
  }),
})
export const AlertConfirmed = Closed({ confirmed: Type.Literal(true) })
export const AlertStopped = Closed({ stopped: Type.Literal(true) })

export const FeedPath = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'The token of the feed, which is its credential',
  }),
  format: Type.Enum(['atom', 'json'], { description: '`atom`: RFC 4287. `json`: JSON Feed 1.1' }),
})
export const JsonFeed = Closed(
  {
    version: Type.Literal('https://jsonfeed.org/version/1.1'),
    title: Type.String({ examples: ['Insurance bills'] }),
    feed_url: Type.String({ examples: ['https://pages.example.org/v1/alert_feeds/alf_…/json'] }),
    items: Type.Array(
      Closed({
        id: Type.String({ examples: ['urn:sha256:0f6f6b1e35a55f2e'] }),
        title: Type.String({ examples: ['Insurance bills: 3 changes on 2 bills'] }),
        content_html: Type.String({ examples: ['<h1>…</h1>'] }),
        content_text: Type.String({ examples: ['…'] }),
        date_published: Instant,
      }),
    ),
  },
  { description: 'A JSON Feed, or an Atom feed as XML' },
)
