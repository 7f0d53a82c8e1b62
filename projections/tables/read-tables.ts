import type { Table } from '../read-model/table.ts'
import { addressReleasesTable } from './address-release-table.ts'
import {
  advocacyOrganizationsTable,
  advocacyPositionsTable,
  lobbyingFilingsTable,
} from './advocacy-tables.ts'
import {
  billActionsTable,
  billDetailsTable,
  billSponsorsTable,
  billStatusesTable,
  billsTable,
  billVersionsTable,
  billWordsTable,
  relatedBillsTable,
} from './bill-tables.ts'
import { boundariesTable } from './boundary-table.ts'
import { billDerivationsTable } from './derivation-table.ts'
import { modelTextsTable } from './model-text-table.ts'
import {
  committeesTable,
  divisionsTable,
  jurisdictionsTable,
  nameMatchesTable,
  organizationsTable,
  peopleTable,
  sessionsTable,
} from './reference-tables.ts'
import { entityTable } from './registry-table.ts'
import {
  agencyCommentPeriodsTable,
  regulationDetailsTable,
  regulationsTable,
  regulationWordsTable,
} from './regulation-tables.ts'
import { scorecardsTable } from './scorecard-table.ts'
import { voteRollsTable, votesTable } from './vote-tables.ts'

/** Every table of a read schema. */
export const readTables: readonly Table[] = [
  entityTable,
  billsTable,
  billDetailsTable,
  billWordsTable,
  billStatusesTable,
  billActionsTable,
  billSponsorsTable,
  billVersionsTable,
  relatedBillsTable,
  votesTable,
  voteRollsTable,
  billDerivationsTable,
  peopleTable,
  committeesTable,
  organizationsTable,
  jurisdictionsTable,
  sessionsTable,
  nameMatchesTable,
  divisionsTable,
  boundariesTable,
  addressReleasesTable,
  modelTextsTable,
  scorecardsTable,
  advocacyOrganizationsTable,
  lobbyingFilingsTable,
  advocacyPositionsTable,
  regulationsTable,
  regulationDetailsTable,
  regulationWordsTable,
  agencyCommentPeriodsTable,
]

/** The table of the entities that these rows belong to: the table itself, or the one that its group refers to. */
export function ownerTable({ group, name }: Table): Table {
  const owners: Readonly<Record<string, Table>> = { bill_id: billsTable, regulation_id: regulationsTable }
  return group === null ? readTables.find((table) => table.name === name)! : owners[group]!
}
