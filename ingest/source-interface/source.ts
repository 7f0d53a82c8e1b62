import type { ArchivedDocument, Feed } from './feed.ts'
import type { ObservationGroup, ObservedType, Rejection } from './observation.ts'

export type NewObject = { readonly bytes: Buffer; readonly media_type: string }

export type SourceItem =
  | {
      readonly kind: 'observed'
      readonly group: ObservationGroup
      /**
       * Objects to which the group refers by SHA-256. They are put into the object store before the group is emitted.
       */
      readonly objects?: readonly NewObject[]
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** Copies of a record that this run already gave: they are counted and not observed. */
  | {
      readonly kind: 'copies'
      readonly jurisdiction: string
      readonly entity: ObservedType
      readonly count: number
    }

export type FileInput = {
  readonly paths: readonly string[]
  /**
   * Documents that were fetched now or earlier. They are read like files, arrive during the fetch, and can be
   * iterated once.
   */
  readonly documents?: AsyncIterable<ArchivedDocument> | Iterable<ArchivedDocument>
  /**
   * Reports how many more bytes of the files have been read, as stored on disk. Some sources read all files twice;
   * the first reading is not counted.
   */
  readonly onRead?: (bytes: number) => void
  /**
   * Called for each file, archive entry or record from which the source takes nothing, with the reason in a few
   * words.
   */
  readonly passed_over?: (name: string, why: string) => void
  /** The most bytes that one file or document may unpack to: the setting ARCHIVE_BYTES. */
  readonly archive_bytes?: number | undefined
  /** Says whether a .geojson file has one feature on each line. It is then read line by line, however large it is. */
  readonly inLines?: (name: string) => boolean
  /** Start of the run, RFC 3339. `observed_at` falls back to it. */
  readonly started_at: string
}

/**
 * A source reads its own formats from files, folders or its archive and yields observations. It uses no database and
 * no log.
 */
export type Source = {
  readonly name: string
  /** Increases with every change of the mapping. Changes that a new mapper makes are backfill. */
  readonly mapper_version: number
  /** Streams the items. It keeps at most small keys of a folder in memory, never its records. */
  readonly read: (input: FileInput) => AsyncIterable<SourceItem>
  /** The feed from which the source is fetched. Absent if it only comes as files. */
  readonly feed?: Feed
}
