import { readFiles } from '../../files/file-input.ts'
import type { InputRecord, ReadRecord } from '../../files/records.ts'
import { listShapefiles, withoutShapefiles } from '../../files/shapefiles/shapefile-sets.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { faultOfRow } from '../address-rows/rejected-rows.ts'
import { brokenArchive, rejectedUnreadable, rejectionOf } from '../records/rejections.ts'
import { type AddressFileRow, rowsOfRecord, rowsOfSet } from './file-rows.ts'
import { observeFile } from './observe-file.ts'

/** Address points of counties, cities and states, in the columns of their publishers or of the project. */
export const openaddresses: Source = { name: 'openaddresses', mapper_version: 1, read }

const READ = /\.(?:csv|json|geojson|ndjson|jsonl)(?:#\d+)?$/iu
/** The project publishes these with a feature on each line. */
const IN_LINES = /[-_]addresses[-_]\w+\.geojson$/iu

type Input = FileInput & { readonly files_of_areas: Map<string, string> }

async function* read(paths: FileInput): AsyncGenerator<SourceItem> {
  // The newest release of an area is in force, so two files must not have the same one.
  const input = { ...paths, files_of_areas: new Map<string, string>() }
  yield* readTables({ ...input, ...withoutShapefiles(input), inLines: (name) => IN_LINES.test(name) })
  for await (const set of listShapefiles(input)) {
    const rows = async () => rowsOfSet(await set.load())
    yield* observe(set.name, rows, input)
  }
}

/** Lines of one file follow each other, and are one release. */
async function* readTables(input: Input): AsyncGenerator<SourceItem> {
  const records = readFiles(input)[Symbol.asyncIterator]()
  let next = await records.next()
  while (next.done !== true) {
    const { value: record } = next
    const file = fileOf(record)
    const broken = brokenArchive(record, null)
    if (broken !== null) yield broken
    else if (!READ.test(record.name)) input.passed_over?.(record.name, 'no table of addresses')
    else if (record.kind === 'unreadable' && record.name === file) yield rejectedUnreadable(record, null)
    else {
      const rows = async function* (): AsyncGenerator<AddressFileRow> {
        while (next.done !== true && fileOf(next.value) === file) {
          const { value: one } = next
          if (one.kind === 'unreadable') yield { fault: one.detail }
          else if (one.name === file) yield* rowsOfRecord(one)
          else yield* rowsOfLine(one)
          next = await records.next()
        }
      }
      yield* observe(file, async () => rows(), input)
      // A file at fault was not read to its end.
      while (next.done !== true && fileOf(next.value) === file) next = await records.next()
      continue
    }
    next = await records.next()
  }
}

/** A bad line is a bad row, and the rest of its file is read. */
async function* rowsOfLine(line: ReadRecord): AsyncGenerator<AddressFileRow> {
  try {
    yield* rowsOfRecord(line)
  } catch (error) {
    yield { fault: faultOfRow(error) }
  }
}

const fileOf = ({ name }: InputRecord): string => name.replace(/#\d+$/u, '')

/** Rejected files are kept by name only, because they may contain names of people. */
async function* observe(
  file: string,
  open: () => Promise<AsyncIterable<AddressFileRow> | Iterable<AddressFileRow>>,
  input: Input,
): AsyncGenerator<SourceItem> {
  try {
    const observed = await observeFile(file, await open(), input)
    if (observed !== null) yield observed
  } catch (error) {
    yield rejectionOf({ name: file, bytes: Buffer.from(file) }, error, null)
  }
}
