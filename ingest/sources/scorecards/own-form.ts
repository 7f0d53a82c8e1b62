import type { Scorecard, ScorecardItem, ScorecardMember } from '../../../schemas/event-bodies/scorecard.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import {
  printedUnits,
  type ScorecardMark,
  scorecardItemKinds,
  scorecardMarks,
  scorecardMethods,
  scorecardPositions,
} from '../../../schemas/vocabulary/scorecards.ts'
import { chambers } from '../../../schemas/vocabulary/vocabulary.ts'
import { requireJurisdiction } from '../mapping/jurisdiction.ts'
import {
  asFields,
  type Fields,
  fieldsOf,
  integerOf,
  invalid,
  looseText,
  mapList,
  nullableText,
  textOf,
} from '../records/fields.ts'
import type { ReadScorecard } from './observe-scorecard.ts'
import { readPolicies } from './own-policies.ts'

const MOST = { weight: 1_000, items: 1_000, members: 5_000 } as const

/** Our own form: docs/sources/scorecards.md explains each field. Throws an error that names the field and the value. */
export function readOwn(fields: Fields): ReadScorecard {
  const title = textOf(fields, 'title')
  const organization = readOrganization(fields)
  const jurisdiction = requireJurisdiction('jurisdiction', textOf(fields, 'jurisdiction')).division_id
  const removed = nullableText(fields, 'removed')
  if (removed !== null) return { removed, organization: organization.name, title, jurisdiction }
  const sessions = readSessions(fields)
  const items = readItems(fields, sessions)
  const method = word(fields, 'method', scorecardMethods, items.length > 0 ? 'computed' : 'published')
  const members = mapList(fields, 'members', (member) => readMember(member, items))
  if (members.length > MOST.members) throw invalid('members', members.length, `at most ${MOST.members}`)
  if (method === 'computed' && items.length === 0) throw invalid('items', [], 'a list with an item')
  if (method === 'published' && members.length === 0) throw invalid('members', [], 'a list with a member')
  const scorecard: Scorecard = {
    title,
    organization,
    jurisdiction,
    sessions,
    method,
    policies: method === 'computed' ? readPolicies(fieldsOf(fields, 'policies')) : null,
    printed_unit: word(
      fields,
      'printed_unit',
      printedUnits,
      members.some(({ printed }) => printed !== null) ? 'percent' : 'none',
    ),
    published_on: readDay(fields, 'published_on'),
    url: nullableText(fields, 'url'),
    items,
    members,
  }
  return { scorecard }
}

/** A name alone, or `{name, url}`. */
function readOrganization(fields: Fields): Scorecard['organization'] {
  if (typeof fields.organization === 'string') return { name: textOf(fields, 'organization'), url: null }
  const organization = asFields(fields.organization, 'organization')
  return { name: textOf(organization, 'name'), url: nullableText(organization, 'url') }
}

function readSessions({ sessions }: Fields): string[] {
  if (!Array.isArray(sessions) || sessions.length === 0)
    throw invalid('sessions', sessions, 'a list of sessions')
  return sessions.map((session: unknown, index) => {
    const name = typeof session === 'number' ? String(session) : session
    if (typeof name !== 'string' || name.trim() === '')
      throw invalid(`sessions[${index}]`, session, 'a session')
    return name.trim()
  })
}

function readItems(fields: Fields, sessions: readonly string[]): ScorecardItem[] {
  let count = 0
  const items = mapList(fields, 'items', (item) => {
    count += 1
    return readItem(item, { number: count, sessions })
  })
  if (items.length > MOST.items) throw invalid('items', items.length, `at most ${MOST.items}`)
  const ids = new Set<string>()
  for (const [index, { id }] of items.entries()) {
    if (ids.has(id)) throw invalid(`items[${index}].id`, id, 'an id that no other item has')
    ids.add(id)
  }
  return items
}

function readItem(
  item: Fields,
  { number, sessions }: { readonly number: number; readonly sessions: readonly string[] },
): ScorecardItem {
  const kind = word(item, 'kind', scorecardItemKinds, 'vote')
  const bill = nullableText(item, 'bill')
  const rollCall = nullableText(item, 'roll_call')
  const session = nullableText(item, 'session') ?? (sessions.length === 1 ? sessions[0]! : null)
  if (session !== null && !sessions.includes(session))
    throw invalid('session', session, `one of ${sessions.join(', ')}`)
  if (kind === 'vote' && bill === null && rollCall === null)
    throw invalid('roll_call', item.roll_call, 'a roll call, or a bill in `bill`')
  if ((kind === 'sponsorship' || kind === 'cosponsorship') && bill === null)
    throw invalid('bill', item.bill, 'a bill')
  const chamber = nullableText(item, 'chamber') === null ? null : word(item, 'chamber', chambers)
  const isVoteId = rollCall?.startsWith('ocd-vote/') === true
  if (rollCall !== null && !isVoteId && bill === null && chamber === null)
    throw invalid('chamber', item.chamber, 'the chamber whose roll calls have this number')
  const isBillId = bill?.startsWith('ocd-bill/') === true
  if (session === null && ((bill !== null && !isBillId) || (bill === null && rollCall !== null && !isVoteId)))
    throw invalid('session', item.session, `one of ${sessions.join(', ')}`)
  const weight = item.weight === undefined ? 1 : integerOf(item, 'weight')
  if (weight < 1 || weight > MOST.weight) throw invalid('weight', weight, `1 to ${MOST.weight}`)
  return {
    id: nullableText(item, 'id') ?? String(number),
    kind,
    vote_ocd_id: isVoteId ? rollCall : null,
    bill_ocd_id: isBillId ? bill : null,
    session,
    bill_identifier: isBillId ? null : bill,
    roll_call: isVoteId ? null : rollCall,
    chamber,
    date: readDay(item, 'date'),
    position: word(item, 'position', scorecardPositions),
    weight,
    title: textOf(item, 'title'),
    why: nullableText(item, 'why'),
    url: nullableText(item, 'url'),
  }
}

function readMember(member: Fields, items: readonly ScorecardItem[]): ScorecardMember {
  const state = nullableText(member, 'state')
  if (state !== null && findJurisdiction(state) === undefined) throw invalid('state', state, 'a postal code')
  return {
    name: textOf(member, 'name'),
    source_id: nullableText(member, 'source_id'),
    chamber: nullableText(member, 'chamber') === null ? null : word(member, 'chamber', chambers),
    party: nullableText(member, 'party'),
    district: nullableText(member, 'district'),
    state: state?.toLowerCase() ?? null,
    printed: nullableText(member, 'score'),
    marks: member.marks === undefined || member.marks === null ? null : readMarks(member, items),
  }
}

/** `{"1": "for", "3": "absent"}`: by item. An item that is not named is blank. */
function readMarks(member: Fields, items: readonly ScorecardItem[]): ScorecardMark[] {
  const marks = asFields(member.marks, 'marks')
  const ids = new Set(items.map(({ id }) => id))
  for (const id of Object.keys(marks))
    if (!ids.has(id)) throw invalid(`marks.${id}`, marks[id], 'the id of an item')
  return items.map(({ id }) => word(marks, id, scorecardMarks, 'blank'))
}

function readDay(fields: Fields, name: string): string | null {
  const day = nullableText(fields, name)
  if (day !== null && dayOf(day) !== day) throw invalid(name, day, 'a day, YYYY-MM-DD')
  return day
}

function word<const W extends string>(fields: Fields, name: string, words: readonly W[], missing?: W): W {
  const value = fields[name]
  if (value === undefined && missing !== undefined) return missing
  const found = words.find((one) => one === (typeof value === 'string' ? value.trim() : value))
  if (found === undefined) throw invalid(name, value, `one of ${words.join(', ')}`)
  return found
}

/** True for a record that means to be a scorecard of ours. */
export const isOwn = (root: Fields): boolean =>
  'organization' in root && 'title' in root && ('items' in root || 'members' in root || 'removed' in root)

/** The scorecards of a file: one, a list, or `{"scorecards": […]}`. */
export function listOwn(root: unknown): readonly unknown[] | null {
  if (Array.isArray(root)) return root
  const fields = asFields(root, 'the file')
  if (Array.isArray(fields.scorecards)) return fields.scorecards
  return isOwn(fields) || looseText(fields, 'title') !== '' ? [fields] : null
}
