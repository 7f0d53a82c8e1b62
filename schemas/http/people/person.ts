import { Type } from 'typebox'
import { ChamberOrNull } from '../bills/bill.ts'
import {
  Closed,
  changed,
  DivisionId,
  Extras,
  Id,
  NotedLink,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
  unlinked,
} from '../fields.ts'

const Role = Closed({
  type: Text,
  jurisdiction: DivisionId,
  chamber: ChamberOrNull,
  district: TextOrNull,
  division_id: TextOrNull,
  title: TextOrNull,
  start_date: TextOrNull,
  end_date: TextOrNull,
  end_reason: TextOrNull,
})

/** `party`, `chamber` and `district` are those of the current role; null for a person without one. */
const item = {
  id: Id,
  ocd_id: OcdId,
  name: Text,
  given_name: TextOrNull,
  family_name: TextOrNull,
  party: TextOrNull,
  jurisdiction: OrNull(DivisionId),
  chamber: ChamberOrNull,
  district: TextOrNull,
  email: TextOrNull,
  image: TextOrNull,
  ...unlinked,
  current_role: OrNull(Role),
  ...changed,
}
export const Office = Closed({
  classification: Text,
  name: TextOrNull,
  address: TextOrNull,
  voice: TextOrNull,
  fax: TextOrNull,
})

const DatedName = Closed({ name: Text, start_date: TextOrNull, end_date: TextOrNull })

const details = {
  middle_name: TextOrNull,
  suffix: TextOrNull,
  gender: TextOrNull,
  biography: TextOrNull,
  birth_date: TextOrNull,
  death_date: TextOrNull,
  parties: Type.Array(DatedName),
  roles: Type.Array(Role),
  offices: Type.Array(Office),
  links: Type.Array(NotedLink),
  other_names: Type.Array(DatedName),
  other_identifiers: Type.Array(Closed({ scheme: Text, identifier: Text })),
  sources: Type.Array(NotedLink),
  extras: Extras,
  committees: Type.Array(
    Closed({
      id: Id,
      ocd_id: OcdId,
      name: Text,
      classification: Text,
      chamber: ChamberOrNull,
      role: Text,
      start_date: TextOrNull,
      end_date: TextOrNull,
    }),
  ),
}

/** `include=details` adds the members that only the detail has. */
export const LegislatorItem = Closed({ ...item, ...Type.Partial(Type.Object(details)).properties })
export const LegislatorPage = Page(LegislatorItem)

export const LegislatorDetail = Closed({ ...item, ...details })
