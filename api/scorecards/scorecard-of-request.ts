import type { Scorecard, ScorecardItem, ScorecardMember } from '../../schemas/event-bodies/scorecard.ts'
import type {
  ItemRequest,
  MemberRequest,
  ScorecardRequest,
} from '../../schemas/http/scorecards/own-scorecard.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { defaultPolicies } from '../../schemas/vocabulary/scorecards.ts'
import { shownValue } from '../input/accepted-values.ts'
import { invalidBody } from '../input/refused-input.ts'

/** The whole scorecard that a request means, in the form of the event. Throws 400 that names the field and the value. */
export function scorecardOfRequest(request: ScorecardRequest): Scorecard {
  const { title, organization, sessions, items: wantedItems = [], members: wantedMembers = [] } = request
  const jurisdiction = findJurisdiction(request.jurisdiction)?.division_id
  if (jurisdiction === undefined)
    throw refused('jurisdiction', request.jurisdiction, 'a jurisdiction that is known here')
  const items = wantedItems.map((item, index) =>
    itemOf(item, { place: `items.${index}`, number: index + 1, sessions }),
  )
  const ids = new Set<string>()
  for (const [index, { id }] of items.entries()) {
    if (ids.has(id)) throw refused(`items.${index}.id`, id, 'an id that no other item has')
    ids.add(id)
  }
  const members = wantedMembers.map((member, index) => memberOf(member, `members.${index}`, items.length))
  const method = request.method ?? (items.length > 0 ? 'computed' : 'published')
  if (method === 'computed' && items.length === 0) throw refused('items', [], 'a list with an item')
  const hasPrinted = members.some(({ printed }) => printed !== null)
  return {
    title,
    organization: { name: organization.name, url: organization.url ?? null },
    jurisdiction,
    sessions,
    method,
    policies: method === 'computed' ? { ...defaultPolicies, ...request.policies } : null,
    printed_unit: request.printed_unit ?? (hasPrinted ? 'percent' : 'none'),
    published_on: dayIn('published_on', request.published_on ?? null),
    url: request.url ?? null,
    items,
    members,
  }
}

function itemOf(
  item: ItemRequest,
  {
    place,
    number,
    sessions,
  }: { readonly place: string; readonly number: number; readonly sessions: readonly string[] },
): ScorecardItem {
  const {
    kind = 'vote',
    vote_ocd_id = null,
    bill_ocd_id = null,
    bill_identifier = null,
    roll_call = null,
  } = item
  const session = item.session ?? (sessions.length === 1 ? sessions[0]! : null)
  const chamber = item.chamber ?? null
  if (session !== null && !sessions.includes(session))
    throw refused(`${place}.session`, session, 'one of `sessions`')
  const namesBill = bill_ocd_id !== null || bill_identifier !== null
  if (kind === 'vote' && vote_ocd_id === null && roll_call === null && !namesBill)
    throw refused(
      `${place}.vote_ocd_id`,
      vote_ocd_id,
      'a roll call; or name a bill in `bill_ocd_id` or `bill_identifier`',
    )
  if ((kind === 'sponsorship' || kind === 'cosponsorship') && !namesBill)
    throw refused(`${place}.bill_ocd_id`, bill_ocd_id, 'a bill; or name one in `bill_identifier`')
  if (roll_call !== null && vote_ocd_id === null && !namesBill && chamber === null)
    throw refused(`${place}.chamber`, chamber, 'the chamber whose roll calls have this number')
  const needsSession = bill_ocd_id === null && vote_ocd_id === null && kind !== 'other'
  if (needsSession && session === null) throw refused(`${place}.session`, session, 'one of `sessions`')
  return {
    id: item.id ?? String(number),
    kind,
    vote_ocd_id,
    bill_ocd_id,
    session,
    bill_identifier,
    roll_call,
    chamber,
    date: dayIn(`${place}.date`, item.date ?? null),
    position: item.position,
    weight: item.weight ?? 1,
    title: item.title,
    why: item.why ?? null,
    url: item.url ?? null,
  }
}

function memberOf(member: MemberRequest, place: string, items: number): ScorecardMember {
  const { marks = null } = member
  if (marks !== null && marks.length !== items)
    throw refused(`${place}.marks`, marks.length, `a list with one mark for each of the ${items} items`)
  return {
    name: member.name,
    source_id: member.source_id ?? null,
    chamber: member.chamber ?? null,
    party: member.party ?? null,
    district: member.district ?? null,
    state: member.state?.toLowerCase() ?? null,
    printed: member.printed ?? null,
    marks,
  }
}

function dayIn(place: string, day: string | null): string | null {
  if (day !== null && dayOf(day) === null) throw refused(place, day, 'a day that exists')
  return day
}

const refused = (place: string, value: unknown, wanted: string) =>
  invalidBody(place.split('.'), `${place} is ${shownValue(value)}; it must be ${wanted}.`)
