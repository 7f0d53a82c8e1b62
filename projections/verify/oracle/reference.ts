import type { LogEvent } from '../../../schemas/log/event.ts'
import { agencyOf } from './agencies.ts'
import { unlinked } from './links.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
} from './oracle-tables.ts'
import { personColumns, personItem } from './people.ts'

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
          if (row !== undefined) moveRow(row, event, ['released'])
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
        ...unlinked(pick(event.body.jurisdiction, 'url')),
        chambers: pickAll(event.body.jurisdiction.chambers, 'chamber', 'name'),
      })
      break
    }
    case 'session.observed': {
      const { session } = event.body
      const known = tables.of('sessions').get(event.body.id)
      const closed = { closed_on: known?.closed_on ?? null, closed_by: known?.closed_by ?? null }
      const columns = {
        ...pick(session, 'jurisdiction', 'identifier'),
        start_date: calendarDay(session.start_date),
        end_date: calendarDay(session.end_date),
        ...closed,
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
      observe(tables, event, 'sessions', columns, { ...pick(session, ...names), ...closed })
      break
    }
    case 'session.closed': {
      const row = tables.of('sessions').get(event.body.id)
      if (row === undefined) throw new Error(`session ${event.body.ocd_id} is closed before it was observed`)
      row.closed_on = event.body.reopened ? null : calendarDay(event.body.closed_on)
      row.closed_by = event.body.reopened ? null : (event.body.closed_by ?? null)
      if (row.item !== null)
        row.item = { ...(row.item as object), closed_on: row.closed_on, closed_by: row.closed_by }
      moveRow(row, event, ['status'])
      break
    }
    case 'person.observed':
      observe(tables, event, 'people', personColumns(event), personItem(event))
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
        links: pickAll(committee.links, 'url', 'note').map(unlinked),
        other_names: pickAll(committee.other_names, 'name'),
        sources: pickAll(committee.sources, 'url', 'note').map(unlinked),
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
          links: pickAll(organization.links, 'url', 'media_type').map(unlinked),
          sources: pickAll(organization.sources, 'url', 'note').map(unlinked),
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
    case 'jurisdiction.removed':
      remove(tables, event, 'jurisdictions', 'removed', {})
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
  moveRow(row, event, [before === undefined ? 'introduced' : 'details'])
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
  tombstoneRow(row, event, [reason])
  Object.assign(row, emptied)
}
