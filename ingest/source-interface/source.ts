import type { ArchivedDocument, Feed } from './feed.ts'
import type { ObservationGroup, ObservedType, Rejection } from './observation.ts'

export type NewObject = { readonly bytes: Buffer; readonly media_type: string }

export type SourceItem =
  | {
      readonly kind: 'observed'
      readonly group: ObservationGroup
      /** What the group points at by its SHA-256: put into the object store before the group is told. */
      readonly objects?: readonly NewObject[]
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** Copies of a record already given in this run: counted, not observed. */
  | {
      readonly kind: 'copies'
      readonly jurisdiction: string
      readonly entity: ObservedType
      readonly count: number
    }

export type FileInput = {
  readonly paths: readonly string[]
  /** What was fetched, now or once: read as files are. Comes while it is fetched: to be gone through once. */
  readonly documents?: AsyncIterable<ArchivedDocument> | Iterable<ArchivedDocument>
  /**
   * Called with how many more bytes of the paths' files, as stored on disk, have been read. A first look over all files,
   * which some sources take, is not counted.
   */
  readonly onRead?: (bytes: number) => void
  /** Told of each file, entry of an archive or record from which the source takes nothing, with the reason in a few words. */
  readonly passed_over?: (name: string, why: string) => void
  /** Most bytes that one file or document may unpack to: the setting ARCHIVE_BYTES. */
  readonly archive_bytes?: number | undefined
  /** Time of the run's start, RFC 3339: what `observed_at` falls back to. */
  readonly started_at: string
}

/** A source: reads its own formats from files, folders or its archive and says what it saw. No database, no log. */
export type Source = {
  readonly name: string
  /** Goes up with every change of its mapping: what that changes is backfill. */
  readonly mapper_version: number
  /** Streams; holds at most small keys of a folder in memory, never its records. */
  readonly read: (input: FileInput) => AsyncIterable<SourceItem>
  /** Where it can be fetched from; absent for what only comes as files. */
  readonly feed?: Feed
}
