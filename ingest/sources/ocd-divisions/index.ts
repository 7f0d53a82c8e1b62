import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { readRecords } from '../records/read-records.ts'
import { rejected, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { ocdDivisionsFeed } from './feed.ts'
import { createJoin, type ListedDivision } from './join-rows.ts'
import { mapDivision } from './map-division.ts'
import { type DivisionRow, readRows } from './read-rows.ts'

/** Ids of places and districts of the Open Civic Data project. */
export const ocdDivisions: Source = {
  name: 'ocd-divisions',
  mapper_version: 2,
  read,
  feed: ocdDivisionsFeed,
}

/**
 * Keeps the rows of all files, a few hundred bytes each, because the names of a division are in several
 * files.
 */
async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const join = createJoin()
  let observedAt: string | null = null
  yield* readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver: (name) => (/\.csv$/u.test(name) ? null : 'no list of divisions'),
    *map({ name, bytes, fetched_at }) {
      if (fetched_at !== null && fetched_at > (observedAt ?? '')) observedAt = fetched_at
      for (const row of readRows(textOfRecord(bytes))) {
        if (join.add(row) === 'no id') yield rejectRow(row, name)
      }
    },
  })
  for (const division of join.divisions()) yield* observe(division, observedAt ?? input.started_at)
}

function* observe(division: ListedDivision, observedAt: string): Generator<SourceItem> {
  const record = `ocd-divisions/${division.division_id}.csv`
  try {
    const seen = mapDivision(division, observedAt, record)
    yield { kind: 'observed', group: [seen] }
    const count = division.rows - 1
    if (count > 0) yield { kind: 'copies', jurisdiction: seen.jurisdiction, entity: 'division', count }
  } catch (error) {
    const rows = [...division.listed, ...division.same].map(({ row }) => row)
    yield rejectionOf({ name: record, bytes: tableOf(rows) }, error, null)
  }
}

function rejectRow(row: DivisionRow, record: string): SourceItem {
  const shown = JSON.stringify(row.id ?? null).slice(0, 80)
  const detail = `id is ${shown}, not a division id`
  return rejected({ record, reason: 'record_invalid', detail, bytes: tableOf([row]), jurisdiction: null })
}

/** Writes the rows as a file of the source, so that they can be read again. */
function tableOf(rows: readonly DivisionRow[]): Buffer {
  const columns = [...new Set(['id', ...rows.flatMap((row) => Object.keys(row))])]
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(line)
  return Buffer.from(`${lines.join('\n')}\n`)
}
