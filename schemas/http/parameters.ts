import { type Static, type TProperties, Type } from 'typebox'
import { NOT_BLANK } from './not-blank.ts'

/**
 * Parameters that every collection takes beside its own filters. Unknown parameters are refused: a typo never widens a
 * search.
 */
const collection = {
  updated_since: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'Only items that changed at or after this time (RFC 3339 or a date), oldest change first. Pass the X-Sync-Through of the last page of one walk to the next.',
    }),
  ),
  include: Type.Optional(
    Type.Enum(['deleted'], {
      description: '`deleted` adds removed items, as {id, ocd_id, deleted, updated_at}',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 2000, description: 'The `next_cursor` of the previous page' }),
  ),
  /** Its `maximum` and `default` are settings of the server, which adds them. */
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of items on a page' })),
}

export const collectionQuery = <P extends TProperties>(filters: P) =>
  Type.Object({ ...filters, ...collection }, { additionalProperties: false })

export const Words = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 300, pattern: NOT_BLANK, description }))
export const Jurisdiction = Words('Postal code, name, division id or jurisdiction id')

export const PartQuery = collectionQuery({})
export type PartQuery = Static<typeof PartQuery>

export const IdPath = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 220, description: 'id or ocd_id' }),
})

export const TextQuery = Type.Object(
  {
    version: Words('Id of a version or document of the bill; default: the latest version with a text'),
    format: Type.Optional(
      Type.Enum(['text', 'sections'], {
        description: '`sections` adds the sections of the text; default: `text`',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ObjectPath = Type.Object({
  sha256: Type.String({ minLength: 1, maxLength: 220, description: 'SHA-256 of the bytes' }),
})

export const NoQuery = Type.Object({}, { additionalProperties: false })
