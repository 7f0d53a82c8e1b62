import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { observePosition } from '../advocacy/observe-advocacy.ts'
import { createOrganizationsOnce } from '../advocacy/organizations-once.ts'
import { readRecords } from '../records/read-records.ts'
import { rejectionOf } from '../records/rejections.ts'
import { fieldsOfRow, openTable, type Table } from '../records/table.ts'
import { readRow } from './read-row.ts'

/** Positions on bills and regulations, as a table that you write: docs/sources/positions.md. */
export const positions: Source = { name: 'positions', mapper_version: 1, read }

const COLUMNS = ['organization', 'position', 'date', 'source_url']

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const tables: { table: Table; observed_at: string }[] = []
  yield* readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver: (name) => (/\.csv$/iu.test(name) ? null : 'no table of positions'),
    map({ name, bytes, fetched_at }) {
      tables.push({ table: openTable(name, bytes, COLUMNS), observed_at: fetched_at ?? input.started_at })
      return []
    },
  })
  const organizations = createOrganizationsOnce()
  for (const { table, observed_at } of tables) yield* readTable(table, observed_at, organizations)
}

async function* readTable(
  table: Table,
  observed_at: string,
  organizations: ReturnType<typeof createOrganizationsOnce>,
): AsyncGenerator<SourceItem> {
  let readUpTo = 0
  try {
    for await (const { cells, from, to, line } of table.rows()) {
      readUpTo = to
      const record = `${table.name}#${line}`
      try {
        const { organization, position, jurisdiction, withdrawn } = readRow(fieldsOfRow(table, cells))
        const said = { record, observed_at }
        yield* organizations(organization, said)
        yield observePosition(position, { ...said, jurisdiction }, withdrawn)
      } catch (error) {
        const bytes = table.withHeader(table.bytes.subarray(from, to))
        yield rejectionOf({ name: record, bytes }, error, null)
      }
    }
  } catch (error) {
    yield rejectionOf({ name: table.name, bytes: table.bytes.subarray(readUpTo) }, error, null)
  }
}
