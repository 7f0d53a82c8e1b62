import type { Table } from './table.ts'
import {
  billActionsTable,
  billDetailsTable,
  billSponsorsTable,
  billStatusesTable,
  billsTable,
  billVersionsTable,
  relatedBillsTable,
} from './tables/bill-tables.ts'
import { boundariesTable } from './tables/boundary-table.ts'
import {
  committeesTable,
  divisionsTable,
  jurisdictionsTable,
  nameMatchesTable,
  organizationsTable,
  peopleTable,
  sessionsTable,
} from './tables/reference-tables.ts'
import { entityTable } from './tables/registry-table.ts'
import { regulationDetailsTable, regulationsTable } from './tables/regulation-tables.ts'
import { voteRollsTable, votesTable } from './tables/vote-tables.ts'

/** Every table of a read schema. */
export const readTables: readonly Table[] = [
  entityTable,
  billsTable,
  billDetailsTable,
  billStatusesTable,
  billActionsTable,
  billSponsorsTable,
  billVersionsTable,
  relatedBillsTable,
  votesTable,
  voteRollsTable,
  peopleTable,
  committeesTable,
  organizationsTable,
  jurisdictionsTable,
  sessionsTable,
  nameMatchesTable,
  divisionsTable,
  boundariesTable,
  regulationsTable,
  regulationDetailsTable,
]
