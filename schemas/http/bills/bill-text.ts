import { Type } from 'typebox'
import { Closed, DayOrTime, Id, Instant, linked, OcdId, OrNull, Text } from '../fields.ts'

/** Stored bytes, and their address in this service. */
const StoredObject = Closed({
  href: Type.String({ description: 'Path of the bytes: takes ranges, never changes' }),
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
  object: StoredObject,
  text_object: StoredObject,
  updated_at: Instant,
})
