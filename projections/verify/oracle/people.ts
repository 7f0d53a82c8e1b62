import type { Person } from '../../../schemas/event-bodies/reference.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { calendarDay, type OracleRow, pick, pickAll, unlinked, unlinkedFields } from './oracle-tables.ts'
import { spokenNames } from './words/words.ts'

type Observed = LogEvent<'person.observed'>
type Role = Person['roles'][number]

export function personColumns(event: Observed): OracleRow {
  const { person } = event.body
  const role = seat(person, dayOf(event))
  return {
    ...shown(event),
    ...pick(person, 'name', 'family_name'),
    division_id: role?.division_id ?? null,
    name_words: spokenNames(person),
    leadership: role && leads(person, role, dayOf(event)),
    role_starts_on: calendarDay(role?.start_date),
    role_ends_on: calendarDay(role?.end_date),
    detail: personDetail(person),
  }
}

export function personItem(event: Observed): OracleRow {
  const { person } = event.body
  const role = seat(person, dayOf(event))
  return {
    ...shown(event),
    ...unlinkedFields(pick(person, 'name', 'given_name', 'family_name', 'email', 'image'), 'image'),
    current_role: role === null ? null : roleFields(role),
  }
}

const dayOf = ({ meta }: Observed): string => meta.time.slice(0, 10)

/** The common parts: the party and the seat of that day. */
function shown(event: Observed): OracleRow {
  const { person } = event.body
  const today = dayOf(event)
  const party = person.party.findLast(({ end_date }) => !end_date || end_date >= today)?.name ?? null
  const seated = { jurisdiction: null, chamber: null, district: null, ...seat(person, today) }
  return { party, ...pick(seated, 'jurisdiction', 'chamber', 'district') }
}

/** The current seat of a day that was taken last; of equal ones the last listed. */
function seat(person: Person, today: string): Role | null {
  const existing = person.roles.filter(({ chamber, start_date, end_date }) => {
    const hasBegun = start_date === null || start_date.slice(0, 10) <= today
    return chamber !== null && hasBegun && (!end_date || end_date >= today)
  })
  const starts = existing.map(({ start_date }) => start_date ?? '').sort()
  return existing.findLast(({ start_date }) => (start_date ?? '') === starts.at(-1)) ?? null
}

/** The floor leader's title of a seat, otherwise the last office on that day in its chamber. */
function leads(person: Person, role: Role, today: string): string | null {
  const isOne = (title: unknown) =>
    /\b(speaker|president|leader)\b/i.test(`${title}`) &&
    !/\b(deputy|assistant|asst|vice|emeritus|caucus|policy|conference)\b/i.test(`${title}`)
  if (role.title && isOne(role.title)) return role.title.trim()
  const offices = (person.extras.leadership_roles ?? []) as Record<string, string | undefined>[]
  const chamber = { upper: 'senate', lower: 'house' }[role.chamber ?? '']
  const existing = offices.filter((one) => {
    const isOpen = typeof one.end !== 'string' || one.end >= today
    return chamber !== undefined && one.chamber === chamber && (one.start ?? '') <= today && isOpen
  })
  return existing.filter(({ title }) => isOne(title)).at(-1)?.title ?? null
}

const roleFields = (role: Role): OracleRow =>
  pick(
    role,
    ...['type', 'jurisdiction', 'chamber', 'district', 'division_id', 'title'],
    ...['start_date', 'end_date', 'end_reason'],
  )

function personDetail(person: Person): OracleRow {
  return {
    ...pick(person, 'middle_name', 'suffix', 'gender', 'biography', 'birth_date', 'death_date', 'extras'),
    parties: pickAll(person.party, 'name', 'start_date', 'end_date'),
    roles: person.roles.map(roleFields),
    offices: pickAll(person.offices, 'classification', 'name', 'address', 'voice', 'fax'),
    links: pickAll(person.links, 'url', 'note').map(unlinked),
    other_names: pickAll(person.other_names, 'name', 'start_date', 'end_date'),
    other_identifiers: pickAll(person.other_identifiers, 'scheme', 'identifier'),
    sources: pickAll(person.sources, 'url', 'note').map(unlinked),
  }
}
