import { Type } from 'typebox'
import { Closed, DayOrTime, Id, Instant, linked, OcdId, OrNull, Text } from '../fields.ts'
import { TextSection } from './text-sections.ts'

/** Stored bytes, and their address in this service. */
const StoredObject = Closed({
  href: Type.String({ description: 'Path of the bytes: it supports ranges and never changes' }),
  sha256: Text,
  bytes: Type.Integer(),
  media_type: Text,
})

export const BillText = Closed({
  bill_id: Id,
  bill_ocd_id: OcdId,
  version: Closed({
    id: Text,
    kind: Type.Enum(['version', 'document']),
    note: Text,
    date: OrNull(DayOrTime),
    classification: Text,
  }),
  is_current: Type.Boolean({
    description: 'false if the bill lists a later version whose text is not stored yet',
  }),
  media_type: Type.String({ description: 'SHA-256 of the document as it was published' }),
  sha256: Text,
  bytes: Type.Integer(),
  /** Its published address. */
  ...linked,
  characters: Type.Integer({ description: 'Length of the whole plain text' }),
  text: Type.String({ description: 'Plain text, one paragraph or heading per line' }),
  text_truncated: Type.Boolean({ description: 'true: the rest is in `text_object`' }),
  sections: Type.Optional(
    Type.Array(TextSection, {
      description: 'With `format=sections`: all sections of the whole text, also if `text` is truncated',
    }),
  ),
  method_version: Type.Optional(
    Type.Integer({ description: 'With `format=sections`: version of the method that finds the sections' }),
  ),
  object: StoredObject,
  text_object: StoredObject,
  updated_at: Instant,
})
