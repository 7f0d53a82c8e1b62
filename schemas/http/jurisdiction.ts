import { Type } from 'typebox'
import { chambers } from '../vocabulary.ts'
import { Closed, changed, Day, DivisionId, Id, OcdId, OrNull, Page, Text, TextOrNull } from './fields.ts'

export const SessionItem = Closed({
  id: Id,
  ocd_id: OcdId,
  jurisdiction: DivisionId,
  identifier: Text,
  name: Text,
  classification: Text,
  start_date: OrNull(Day),
  end_date: OrNull(Day),
  active: OrNull(Type.Boolean()),
  closed_on: OrNull(Type.String({ description: 'Set where the source has said that the session ended' })),
  ...changed,
})
export const SessionPage = Page(SessionItem)

export const JurisdictionItem = Closed({
  id: Id,
  ocd_id: DivisionId,
  division_id: Type.String({ description: 'Equal to `ocd_id`' }),
  jurisdiction_id: Text,
  abbreviation: Text,
  name: Text,
  classification: Text,
  url: TextOrNull,
  chambers: Type.Array(Closed({ chamber: Type.Enum([...chambers]), name: Text })),
  sessions: Type.Array(SessionItem),
  ...changed,
})
export const JurisdictionPage = Page(JurisdictionItem)
