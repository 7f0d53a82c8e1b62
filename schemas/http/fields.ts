import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { changeReasons } from '../vocabulary/vocabulary.ts'

/** The pieces that every answer is built of. Objects are closed: members that are not declared here are never sent. */

export const Closed = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const OcdId = Type.String({ pattern: '^ocd-[a-z-]+/' })
export const DivisionId = Type.String({
  pattern: '^ocd-division/',
  examples: ['ocd-division/country:us/state:wa'],
})
/** Fixed width, so that strings sort as times do. */
export const Instant = Type.String({
  description: 'RFC 3339, UTC, microseconds',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
  examples: ['2026-02-03T17:20:01.123456Z'],
})
export const Day = Type.String({ description: 'YYYY-MM-DD', pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
export const DayOrTime = Type.String({
  description: 'A date, or a time with its offset, as printed: local to the jurisdiction',
})
export const Text = Type.String()
export const TextOrNull = OrNull(Type.String())
export const Extras = Type.Record(Type.String(), Type.Unknown())
const Url = OrNull(Type.String({ description: 'http or https' }))
const invalidUrl = Type.Optional(
  Type.String({
    description: 'The printed text if it is not an http or https address; never a link',
    examples: ['ftp://ftp.legis.example/bills/HB1.htm'],
  }),
)
/** A link in the field `url`; null if the printed text is not a link. */
export const linked = { url: Url, invalid_url: invalidUrl }
/** The same for links under other names, by these names. */
export const unlinked = {
  invalid_url: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Printed text that is not an http or https address, by the name of its field; never a link',
    }),
  ),
}
export const NotedLink = Closed({ ...linked, note: Text })
export const FileLink = Closed({ ...linked, media_type: Text })

export const Reasons = Closed(
  Object.fromEntries(changeReasons.map((reason) => [reason, Type.Optional(Instant)])),
  { description: 'The kind of change, and the time of the last one' },
)

/** Stands first in every item that has a row of its own in the change index. */
export const changed = { updated_at: Instant, reasons: Reasons }

/** The rest of an item that was removed or merged; sent with `include=deleted`. */
export const Tombstone = Closed({
  id: Type.Union([Id, Text]),
  ocd_id: Type.Optional(OcdId),
  deleted: Type.Literal(true),
  updated_at: Instant,
})
export type Tombstone = Static<typeof Tombstone>

/** The collection envelope of the specification, 2.1. */
export const Page = <T extends TSchema>(item: T) =>
  Closed({
    data: Type.Array(Type.Union([item, Tombstone])),
    next_cursor: OrNull(
      Type.String({
        description: 'Pass it as `cursor`, with the same other parameters, to get the next page',
      }),
    ),
  })
