import { Type } from 'typebox'
import { ChamberOrNull, MatchedPerson } from '../bills/bill.ts'
import {
  Closed,
  changed,
  DivisionId,
  Id,
  NotedLink,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
} from '../fields.ts'

const item = {
  id: Id,
  ocd_id: OcdId,
  jurisdiction: DivisionId,
  chamber: ChamberOrNull,
  name: Text,
  classification: Text,
  parent_ocd_id: TextOrNull,
  ...changed,
}
export const CommitteeItem = Closed(item)
export const CommitteePage = Page(CommitteeItem)

const Brief = Closed({ id: Id, ocd_id: OcdId, name: Text })

export const CommitteeDetail = Closed({
  ...item,
  parent: OrNull(Brief),
  subcommittees: Type.Array(Brief),
  links: Type.Array(NotedLink),
  other_names: Type.Array(Closed({ name: Text })),
  sources: Type.Array(NotedLink),
  memberships: Type.Array(
    Closed({
      person_name: Text,
      role: Text,
      start_date: TextOrNull,
      end_date: TextOrNull,
      person: MatchedPerson,
    }),
  ),
})
