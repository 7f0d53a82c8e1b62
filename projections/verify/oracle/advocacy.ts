import type { LogEvent } from '../../../schemas/log/event.ts'
import { catalog } from '../../../schemas/log/event-catalog.ts'
import { organizationNameKey } from '../../../schemas/values/organization-name.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
  unlinked,
  unlinkedFields,
} from './oracle-tables.ts'

const TABLES = ['advocacy_organizations', 'lobbying_filings', 'advocacy_positions'] as const

export const isOfAdvocacy = ({ type }: LogEvent): boolean => catalog[type].topic === 'legislog.advocacy.v1'

/** Organizations, filings and positions: a row each, with everything that its last event says. */
export function foldAdvocacy(tables: OracleTables, event: LogEvent): void {
  switch (event.type) {
    case 'advocacy_organization.observed':
      observe(tables, event, 'advocacy_organizations', organizationRow(event.body.advocacy_organization))
      break
    case 'lobbying.filed':
    case 'lobbying.corrected':
      observe(tables, event, 'lobbying_filings', filingRow(event.body.filing))
      break
    case 'position.stated':
    case 'position.corrected':
      observe(tables, event, 'advocacy_positions', positionRow(event.body.position))
      break
    case 'advocacy_organization.merged':
      remove(tables, event, 'advocacy_organizations', 'merged')
      break
    case 'advocacy_organization.removed':
      remove(tables, event, 'advocacy_organizations', 'removed')
      break
    case 'lobbying.removed':
      remove(tables, event, 'lobbying_filings', 'removed', { activities: null })
      break
    case 'position.removed':
      remove(tables, event, 'advocacy_positions', 'removed')
      break
    case 'advocacy.released':
      for (const id of event.body.released_ids) {
        const rows = TABLES.map((table) => tables.of(table).get(id))
        for (const row of rows) if (row !== undefined) moveRow(row, event, ['released'])
      }
  }
}

type Row = { readonly columns: OracleRow; readonly item: OracleRow }

function organizationRow(
  organization: LogEvent<'advocacy_organization.observed'>['body']['advocacy_organization'],
): Row {
  const { name, counts, identifiers, other_names, sources } = organization
  return {
    columns: {
      ...pick(organization, 'name', 'jurisdiction', 'type', 'roles'),
      name_key: organizationNameKey(name),
      identifiers: identifiers.map((one) => [one.publisher, one.identifier].join(' ')),
      names: [name].concat(other_names),
      subjects: (counts?.subjects ?? []).map((subject) => subject.name),
    },
    item: {
      ...pick(organization, 'name', 'jurisdiction', 'type', 'roles', 'other_names', 'description'),
      identifiers: pickAll(identifiers, 'publisher', 'identifier'),
      ...unlinked(pick(organization, 'url')),
      counts: counts && {
        ...pick(counts, 'bills', 'support', 'oppose', 'neutral', 'none', 'years'),
        paid: pickAll(counts.paid, 'year', 'amount'),
        subjects: pickAll(counts.subjects, 'name', 'bills'),
      },
      sources: pickAll(sources, 'url', 'note').map(unlinked),
    },
  }
}

function filingRow(filing: LogEvent<'lobbying.filed'>['body']['filing']): Row {
  const shared = ['publisher', 'filing_uuid', 'jurisdiction', 'kind', 'year', 'period', 'source_url']
  const activities = pickAll(
    filing.activities,
    ...['issue_code', 'issue', 'description', 'agencies', 'lobbyists'],
  )
  const codes = filing.activities.map(({ issue_code }) => issue_code).filter((code) => code !== null)
  const agencies = filing.activities.reduce((all, one) => all.concat(one.agencies), filing.agencies)
  return {
    columns: {
      ...pick(filing, ...shared),
      posted_on: calendarDay(filing.posted_at),
      registrant_ocd_id: filing.registrant.ocd_id,
      client_ocd_id: filing.client.ocd_id,
      amount_cents: filing.amount && Number(filing.amount.replace('.', '')),
      issue_codes: Array.from(new Set(codes)),
      agencies: Array.from(new Set(agencies)),
      activities,
    },
    item: unlinkedFields(
      {
        ...pick(filing, ...shared, 'type', 'posted_at', 'effective_on', 'amount', 'amount_kind'),
        ...pick(filing, 'agencies', 'lobbyists', 'affiliated_organizations'),
        registrant: pick(filing.registrant, 'ocd_id', 'name'),
        client: pick(filing.client, 'ocd_id', 'name'),
        activities,
        foreign_entities: pickAll(filing.foreign_entities, 'name', 'country'),
      },
      'source_url',
    ),
  }
}

function positionRow(position: LogEvent<'position.stated'>['body']['position']): Row {
  const { organization, bill, regulation } = position
  return {
    columns: {
      ...pick(position, 'stance', 'kind'),
      organization_ocd_id: organization.ocd_id,
      bill_ocd_id: bill?.ocd_id ?? null,
      jurisdiction: bill?.jurisdiction ?? null,
      session: bill?.session ?? null,
      bill_identifier: bill?.identifier ?? null,
      regulation_scheme: regulation?.scheme ?? null,
      regulation_number: regulation?.number ?? null,
      stated_on: calendarDay(position.stated_on),
    },
    item: unlinkedFields(
      {
        ...pick(position, 'stance', 'kind', 'stated_on', 'title', 'quote', 'source_url'),
        organization: pick(organization, 'ocd_id', 'name'),
        bill: bill && pick(bill, 'ocd_id', 'jurisdiction', 'session', 'identifier'),
        regulation: regulation && pick(regulation, 'scheme', 'number'),
      },
      'source_url',
    ),
  }
}

function observe(tables: OracleTables, event: LogEvent, table: string, { columns, item }: Row): void {
  const { id, ocd_id } = event.body
  const before = tables.of(table).get(id)
  const row: OracleRow = { ...before, id, ocd_id, ...columns, deleted: false, item: { id, ocd_id, ...item } }
  moveRow(row, event, [before === undefined ? 'introduced' : 'details'])
  tables.of(table).set(id, row)
}

function remove(
  tables: OracleTables,
  event: LogEvent,
  table: string,
  reason: string,
  emptied: OracleRow = {},
): void {
  const row = tables.of(table).get(event.body.id)
  if (row === undefined) return
  tombstoneRow(row, event, [reason])
  Object.assign(row, emptied)
}
