import { Type } from 'typebox'
import { chambers, sessionClosers } from '../../vocabulary/vocabulary.ts'
import { Closed, changed, Day, DivisionId, Id, linked, OcdId, OrNull, Page, Text } from '../fields.ts'

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
  closed_on: OrNull(
    Type.String({
      description: 'Last day of the session if it was reported as ended: bills may be `dead` then',
    }),
  ),
  closed_by: OrNull(
    Type.Enum([...sessionClosers], {
      description: '`operator`: a person; `policy`: its end date passed and nothing happened; null: a source',
    }),
  ),
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
  ...linked,
  chambers: Type.Array(Closed({ chamber: Type.Enum([...chambers]), name: Text })),
  sessions: Type.Array(SessionItem),
  ...changed,
})
export const JurisdictionPage = Page(JurisdictionItem)
