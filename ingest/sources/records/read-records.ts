import { readFiles } from '../../files/file-input.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { brokenArchive, rejectedUnreadable, rejectionOf } from './rejections.ts'

export type RecordReading = {
  /** The jurisdiction of the record, as far as its name says. It is stored if the record is rejected. */
  readonly jurisdictionOf: (record: string) => string | null
  /** A few words on why a record with this name is skipped; null if the source reads it. */
  readonly whyPassedOver: (record: string) => string | null
  /**
   * If it throws a fault of the record, the record is rejected. Observations that it gave before that stay.
   */
  readonly map: (record: ReadRecord) => Iterable<SourceItem>
}

/**
 * Reads the input of a source that maps it record by record. A bad record does not end the run, and no record
 * is dropped silently.
 */
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
