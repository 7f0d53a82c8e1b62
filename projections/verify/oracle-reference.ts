import type { Person } from '../../schemas/event/reference.ts'
import type { LogEvent } from '../../schemas/event.ts'
import { agencyOf } from './oracle-agencies.ts'
import { bury, calendarDay, mark, type OracleRow, type OracleTables, pick, pickAll } from './oracle-tables.ts'
import { spokenNames } from './oracle-words.ts'

const referenceTables = [
  'jurisdictions',
  'sessions',
  'people',
  'committees',
  'organizations',
  'name_matches',
  'divisions',
  'boundaries',
]

export function foldReference(tables: OracleTables, event: LogEvent): void {
  switch (event.type) {
    case 'reference.released':
      for (const id of event.body.released_ids) {
        for (const name of referenceTables) {
          const row = tables.of(name).get(id)
          if (row !== undefined) mark(row, event, ['released'])
        }
      }
      return
    case 'jurisdiction.observed': {
      const columns = pick(
        event.body.jurisdiction,
        'jurisdiction_id',
        'abbreviation',
        'name',
        'classification',
      )
      observe(tables, event, 'jurisdictions', columns, {
        ...columns,
        division_id: event.body.ocd_id,
        url: event.body.jurisdiction.url,
        chambers: pickAll(event.body.jurisdiction.chambers, 'chamber', 'name'),
      })
      break
    }
    case 'session.observed': {
      const { session } = event.body
      const closed_on = tables.of('sessions').get(event.body.id)?.closed_on ?? null
      const columns = {
        ...pick(session, 'jurisdiction', 'identifier'),
        start_date: calendarDay(session.start_date),
        end_date: calendarDay(session.end_date),
        closed_on,
      }
      const names = [
        'jurisdiction',
        'identifier',
        'name',
        'classification',
        'start_date',
        'end_date',
        'active',
      ]
      observe(tables, event, 'sessions', columns, { ...pick(session, ...names), closed_on })
      break
    }
    case 'session.closed': {
      const row = tables.of('sessions').get(event.body.id)
      if (row === undefined) throw new Error(`session ${event.body.ocd_id} is closed before it was observed`)
      row.closed_on = event.body.reopened ? null : calendarDay(event.body.closed_on)
      if (row.item !== null) row.item = { ...(row.item as object), closed_on: row.closed_on }
      mark(row, event, ['status'])
      break
    }
    case 'person.observed':
      observePerson(tables, event)
      break
    case 'committee.observed': {
      const { committee } = event.body
      const names = ['jurisdiction', 'chamber', 'name', 'classification', 'parent_ocd_id']
      const columns = pick(committee, ...names)
      const memberships = pickAll(
        committee.memberships,
        ...['person_name', 'role', 'person_ocd_id', 'start_date', 'end_date'],
      )
      const detail = {
        links: pickAll(committee.links, 'url', 'note'),
        other_names: pickAll(committee.other_names, 'name'),
        sources: pickAll(committee.sources, 'url', 'note'),
      }
      observe(tables, event, 'committees', { ...columns, memberships, detail }, columns)
      break
    }
    case 'organization.observed': {
      const { organization } = event.body
      const columns = pick(organization, 'jurisdiction', 'classification', 'name')
      const slug = organization.classification === 'agency' ? agencyOf(organization.name).slug : null
      observe(
        tables,
        event,
        'organizations',
        { ...columns, slug },
        {
          ...columns,
          parent_name: organization.parent_name,
          links: pickAll(organization.links, 'url', 'media_type'),
          sources: pickAll(organization.sources, 'url', 'note'),
        },
      )
      break
    }
    case 'division.observed': {
      const { division } = event.body
      const shown = [
        'division_id',
        'country',
        'type',
        'parent_id',
        'name',
        'aliases',
        'valid_from',
        'valid_through',
      ]
      observe(tables, event, 'divisions', pick(division, ...shown), {
        ...pick(division, ...shown, 'extras'),
        other_names: pickAll(division.other_names, 'name', 'language'),
        forms: pickAll(division.forms, 'id', 'name', 'valid_from', 'valid_through'),
        identifiers: pickAll(division.identifiers, 'scheme', 'identifier'),
      })
      break
    }
    case 'name.matched': {
      const { match } = event.body
      const columns = pick(match, 'jurisdiction', 'session', 'chamber', 'printed_name', 'candidates')
      const { person } = match
      observe(
        tables,
        event,
        'name_matches',
        { ...columns, person_id: person?.id ?? null, person_ocd_id: person?.ocd_id ?? null },
        { ...columns, person: person && pick(person, 'id', 'ocd_id') },
      )
      break
    }
    case 'person.merged':
      remove(tables, event, 'people', 'merged', { detail: null })
      break
    case 'person.removed':
      remove(tables, event, 'people', 'removed', { detail: null })
      break
    case 'session.removed':
      remove(tables, event, 'sessions', 'removed', {})
      break
    case 'committee.removed':
      remove(tables, event, 'committees', 'removed', { detail: null, memberships: null })
      break
    case 'division.removed':
      remove(tables, event, 'divisions', 'removed', {})
      break
    case 'organization.removed':
      remove(tables, event, 'organizations', 'removed', {})
      break
  }
}

function observe(
  tables: OracleTables,
  event: LogEvent,
  table: string,
  columns: OracleRow,
  item: OracleRow,
): void {
  const { id, ocd_id } = event.body
  const rows = tables.of(table)
  const before = rows.get(id)
  const row: OracleRow = { ...before, id, ocd_id, ...columns, deleted: false, item: { id, ocd_id, ...item } }
  mark(row, event, [before === undefined ? 'introduced' : 'details'])
  rows.set(id, row)
}

function remove(
  tables: OracleTables,
  event: LogEvent,
  table: string,
  reason: string,
  emptied: OracleRow,
): void {
  const row = tables.of(table).get(event.body.id)
  if (row === undefined) return
  bury(row, event, [reason])
  Object.assign(row, emptied)
}

function observePerson(tables: OracleTables, event: LogEvent<'person.observed'>): void {
  const { person } = event.body
  const today = event.meta.time.slice(0, 10)
  const role = seat(person, today)
  const party =
    [...person.party].reverse().find(({ end_date }) => !end_date || end_date >= today)?.name ?? null
  const seated = { jurisdiction: null, chamber: null, district: null, division_id: null, ...role }
  const shown = { party, ...pick(seated, 'jurisdiction', 'chamber', 'district') }
  observe(
    tables,
    event,
    'people',
    {
      ...shown,
      ...pick(person, 'name', 'family_name'),
      division_id: seated.division_id,
      name_words: spokenNames(person),
      leadership: role && leads(person, role, today),
      role_starts_on: calendarDay(role?.start_date),
      role_ends_on: calendarDay(role?.end_date),
      detail: personDetail(person),
    },
    {
      ...shown,
      ...pick(person, 'name', 'given_name', 'family_name', 'email', 'image'),
      current_role: role === null ? null : roleFields(role),
    },
  )
}

type Role = Person['roles'][number]

/** Of the seats held on a day the one taken last; of equals the one listed last. */
function seat(person: Person, today: string): Role | null {
  const held = person.roles.filter(({ chamber, start_date, end_date }) => {
    const hasBegun = start_date === null || start_date.slice(0, 10) <= today
    return chamber !== null && hasBegun && (!end_date || end_date >= today)
  })
  const starts = held.map(({ start_date }) => start_date ?? '').sort()
  return held.findLast(({ start_date }) => (start_date ?? '') === starts.at(-1)) ?? null
}

/** The floor leader's title of a seat, else the last of the offices held that day in its chamber. */
function leads(person: Person, role: Role, today: string): string | null {
  const isOne = (title: unknown) =>
    /\b(speaker|president|leader)\b/i.test(`${title}`) &&
    !/\b(deputy|assistant|asst|vice|emeritus|caucus|policy|conference)\b/i.test(`${title}`)
  if (role.title && isOne(role.title)) return role.title.trim()
  const offices = (person.extras.leadership_roles ?? []) as Record<string, string | undefined>[]
  const chamber = { upper: 'senate', lower: 'house' }[role.chamber ?? '']
  const held = offices.filter((one) => {
    const isOpen = typeof one.end !== 'string' || one.end >= today
    return chamber !== undefined && one.chamber === chamber && (one.start ?? '') <= today && isOpen
  })
  return held.filter(({ title }) => isOne(title)).at(-1)?.title ?? null
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
    links: pickAll(person.links, 'url', 'note'),
    other_names: pickAll(person.other_names, 'name', 'start_date', 'end_date'),
    other_identifiers: pickAll(person.other_identifiers, 'scheme', 'identifier'),
    sources: pickAll(person.sources, 'url', 'note'),
  }
}
