import { Type } from 'typebox'
import { contactReasons } from '../../vocabulary/committees.ts'
import { ChamberOrNull } from '../bills/bill.ts'
import {
  Closed,
  DivisionId,
  Id,
  Instant,
  NotedLink,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
  unlinked,
} from '../fields.ts'
import { Office } from './person.ts'

/** A legislator to ask about a bill, who has a seat today, with reasons and contact data. */
export const BillLegislator = Closed({
  id: Id,
  ocd_id: OcdId,
  name: Text,
  party: TextOrNull,
  jurisdiction: OrNull(DivisionId),
  chamber: ChamberOrNull,
  district: TextOrNull,
  title: TextOrNull,
  image: TextOrNull,
  ...unlinked,
  reasons: Type.Array(
    Closed({
      reason: Type.Enum([...contactReasons]),
      role: Type.String({
        description:
          'For a sponsor: primary, or the words of the source. For a committee member: chair or member. For a leader: the body that the person leads',
      }),
      committee: OrNull(Closed({ id: Id, ocd_id: OcdId, name: Text })),
    }),
    { minItems: 1, description: 'The strongest first' },
  ),
  contact: Closed({
    email: TextOrNull,
    offices: Type.Array(Office),
    links: Type.Array(NotedLink, { description: 'Web pages and contact forms' }),
  }),
  updated_at: Instant,
})
export const BillLegislatorPage = Page(BillLegislator)
