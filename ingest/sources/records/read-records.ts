import { readFiles } from '../../files/file-input.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { brokenArchive, rejectedUnreadable, rejectionOf } from './rejections.ts'

export type RecordReading = {
  /** The jurisdiction of the record, as far as its name says. It is stored if the record is rejected. */
  readonly jurisdictionOf: (record: string) => string | null
  /** In a few words why nothing is taken from a record of this name; null where it is one of the source's. */
  readonly whyPassedOver: (record: string) => string | null
  /** A fault of the record, thrown on the way, rejects it: what was told of it before stays told. */
  readonly map: (record: ReadRecord) => Iterable<SourceItem>
}

/** The input of a source that maps it record by record. One that is bad ends nothing, none is dropped silently. */
export async function* readRecords(
  input: FileInput,
  { jurisdictionOf, whyPassedOver, map }: RecordReading,
): AsyncGenerator<SourceItem> {
  for await (const record of readFiles(input)) {
    const jurisdiction = jurisdictionOf(record.name)
    const broken = brokenArchive(record, jurisdiction)
    const why = broken === null ? whyPassedOver(record.name) : null
    if (broken !== null) yield broken
    else if (why !== null) input.passed_over?.(record.name, why)
    else if (record.kind === 'unreadable') yield rejectedUnreadable(record, jurisdiction)
    else {
      try {
        yield* map(record)
      } catch (error) {
        yield rejectionOf(record, error, jurisdiction)
      }
    }
  }
}
