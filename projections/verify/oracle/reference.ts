import type { LogEvent } from '../../../schemas/log/event.ts'
import type { EventType } from '../../../schemas/log/event-catalog.ts'
import { agencyOf } from './agencies.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
  unlinked,
} from './oracle-tables.ts'
import { personColumns, personItem } from './people.ts'
import { scorecardColumns, scorecardItem } from './scorecards.ts'

const referenceTables = [
  'jurisdictions',
  'sessions',
  'people',
  'committees',
  'organizations',
  'name_matches',
  'divisions',
  'boundaries',
  'address_releases',
  'model_texts',
  'scorecards',
]

type FoldOf = {
  readonly [T in EventType]?: (tables: OracleTables, event: LogEvent<T>) => void
}

const folds: FoldOf = {
  'reference.released': release,
  'jurisdiction.observed': observeJurisdiction,
  'jurisdiction.removed': (tables, event) => remove(tables, event, 'jurisdictions', 'removed', {}),
  'session.observed': observeSession,
  'session.closed': closeSession,
  'session.removed': (tables, event) => remove(tables, event, 'sessions', 'removed', {}),
  'person.observed': (tables, event) =>
    observe(tables, event, 'people', personColumns(event), personItem(event)),
  'person.merged': (tables, event) => remove(tables, event, 'people', 'merged', { detail: null }),
  'person.removed': (tables, event) => remove(tables, event, 'people', 'removed', { detail: null }),
  'committee.observed': observeCommittee,
  'committee.removed': (tables, event) =>
    remove(tables, event, 'committees', 'removed', { detail: null, memberships: null }),
  'organization.observed': observeOrganization,
  'organization.removed': (tables, event) => remove(tables, event, 'organizations', 'removed', {}),
  'division.observed': observeDivision,
  'division.removed': (tables, event) => remove(tables, event, 'divisions', 'removed', {}),
  'name.matched': observeNameMatch,
  'model_text.observed': observeModelText,
  'model_text.removed': (tables, event) => remove(tables, event, 'model_texts', 'removed', {}),
  'scorecard.published': observeScorecard,
  'scorecard.updated': observeScorecard,
  'scorecard.removed': (tables, event) =>
    remove(tables, event, 'scorecards', 'removed', { definition: null }),
}

export function foldReference(tables: OracleTables, event: LogEvent): void {
  const fold = folds[event.type] as ((tables: OracleTables, event: LogEvent) => void) | undefined
  fold?.(tables, event)
}

function release(tables: OracleTables, event: LogEvent<'reference.released'>): void {
  for (const id of event.body.released_ids) {
    for (const name of referenceTables) {
      const row = tables.of(name).get(id)
      if (row !== undefined) moveRow(row, event, ['released'])
    }
  }
}

function observeJurisdiction(tables: OracleTables, event: LogEvent<'jurisdiction.observed'>): void {
  const columns = pick(event.body.jurisdiction, 'jurisdiction_id', 'abbreviation', 'name', 'classification')
  observe(tables, event, 'jurisdictions', columns, {
    ...columns,
    division_id: event.body.ocd_id,
    ...unlinked(pick(event.body.jurisdiction, 'url')),
    chambers: pickAll(event.body.jurisdiction.chambers, 'chamber', 'name'),
  })
}

function observeSession(tables: OracleTables, event: LogEvent<'session.observed'>): void {
  const { session } = event.body
  const known = tables.of('sessions').get(event.body.id)
  const closed = { closed_on: known?.closed_on ?? null, closed_by: known?.closed_by ?? null }
  const columns = {
    ...pick(session, 'jurisdiction', 'identifier'),
    start_date: calendarDay(session.start_date),
    end_date: calendarDay(session.end_date),
    ...closed,
  }
  const names = ['jurisdiction', 'identifier', 'name', 'classification', 'start_date', 'end_date', 'active']
  observe(tables, event, 'sessions', columns, { ...pick(session, ...names), ...closed })
}

function closeSession(tables: OracleTables, event: LogEvent<'session.closed'>): void {
  const row = tables.of('sessions').get(event.body.id)
  if (row === undefined) throw new Error(`session ${event.body.ocd_id} is closed before it was observed`)
  row.closed_on = event.body.reopened ? null : calendarDay(event.body.closed_on)
  row.closed_by = event.body.reopened ? null : (event.body.closed_by ?? null)
  if (row.item !== null)
    row.item = { ...(row.item as object), closed_on: row.closed_on, closed_by: row.closed_by }
  moveRow(row, event, ['status'])
}

function observeCommittee(tables: OracleTables, event: LogEvent<'committee.observed'>): void {
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
}

function observeOrganization(tables: OracleTables, event: LogEvent<'organization.observed'>): void {
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
}

function observeDivision(tables: OracleTables, event: LogEvent<'division.observed'>): void {
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
}

function observeNameMatch(tables: OracleTables, event: LogEvent<'name.matched'>): void {
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
}

function observeModelText(tables: OracleTables, event: LogEvent<'model_text.observed'>): void {
  const { text, ...model } = event.body.model_text
  observe(
    tables,
    event,
    'model_texts',
    {
      ...pick(model, 'publisher', 'title', 'published_on'),
      extracted_sha256: text.extracted.sha256,
    },
    {
      ...pick(model, 'title', 'publisher', 'published_on', 'family'),
      ...unlinked(pick(model, 'url')),
      text: { ...pick(text, 'sha256', 'bytes', 'media_type'), characters: text.extracted.characters },
    },
  )
}

function observeScorecard(
  tables: OracleTables,
  event: LogEvent<'scorecard.published' | 'scorecard.updated'>,
): void {
  observe(tables, event, 'scorecards', scorecardColumns(event), scorecardItem(event))
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
