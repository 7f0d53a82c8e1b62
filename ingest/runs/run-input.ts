import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { addressesOf } from '../fetch/feed-settings.ts'
import type { Pause } from '../fetch/http/pacer.ts'
import type { FeedCounts } from '../fetch/open-feed.ts'
import { leavesNothingOut, readWatermark } from '../run-context/last-fetch.ts'
import type { InputKind } from '../run-context/run-record.ts'
import type { FileInput, Source } from '../source-interface/source.ts'

/** The requested input of a run. */
export type InputChoice = {
  readonly source: Source
  /** Files and folders. Empty for the other two kinds. */
  readonly paths: readonly string[]
  /**
   * `fetch`: from the source's address. `archive`: all documents that were ever fetched, without requests. Default:
   * the files.
   */
  readonly from?: 'files' | 'fetch' | 'archive'
  /**
   * RFC 3339. For a fetch: read changes since then; default: the end of the last good run. For the archive: documents
   * fetched since then.
   */
  readonly since?: string | null
  readonly until?: string | null
}

/** The text in the run's row. */
export type ChosenInput = {
  readonly input_kind: InputKind
  readonly input: string
  readonly since: string | null
  readonly until: string | null
}

/**
 * Throws before anything is written: `usage` if the address or the span is invalid, `setting_invalid` if the key is
 * missing.
 */
export function checkInput(
  { source, paths, from = 'files', since = null, until = null }: InputChoice,
  settings: Settings,
): void {
  const refuse = (message: string): never => {
    throw new LegislogError('usage', message)
  }
  if (from !== 'files' && paths.length > 0) {
    refuse(`${source.name} is read from files or from its ${from}, not from both`)
  }
  if (since !== null && until !== null && Date.parse(since) >= Date.parse(until)) {
    refuse(`since ${since} is not before until ${until}`)
  }
  if (from === 'archive' && source.feed === undefined) {
    refuse(`${source.name} has no address, so it was never fetched: name files or folders`)
  }
  if (from === 'fetch') addressesOf(source, settings)
}

export async function chooseInput(
  choice: InputChoice,
  { database, is_retry }: { readonly database: Database; readonly is_retry: boolean },
): Promise<ChosenInput> {
  const { source, paths, from = 'files', since = null, until = null } = choice
  if (from === 'files') {
    return { input_kind: is_retry ? 'retry' : 'files', input: paths.join(' '), since: null, until: null }
  }
  const start = from === 'fetch' ? (since ?? (await readWatermark(database, source.name))) : since
  return { input_kind: from, input: `since ${start ?? 'ever'} until ${until ?? 'now'}`, since: start, until }
}

export type OpenInput = {
  readonly documents: FileInput['documents']
  /** The reason if the input is incomplete. */
  readonly failure: () => Error | null
  /** The start of the next fetch, if this run ends well and left nothing out. */
  readonly next_since: () => string | null
  /** The first day of a first fetch. No later run reads earlier changes. */
  readonly not_asked_before: string | null
  /** Call it after the run has ended: its documents are not given again. */
  readonly settle: () => Promise<void>
  readonly counts: () => FeedCounts | null
  readonly close: () => Promise<void>
}

export type InputContext = {
  readonly run_id: string
  readonly settings: Settings
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
  readonly onAnswer?: (soFar: FeedCounts) => void
  /** For tests: replaces pauses and random numbers of a fetch. */
  readonly pause?: Pause
  readonly random?: () => number
}

export async function openInput(
  source: Source,
  chosen: ChosenInput,
  context: InputContext,
): Promise<OpenInput> {
  const { database, settings } = context
  const { since, until } = chosen
  switch (chosen.input_kind) {
    case 'archive': {
      const { archivedDocuments } = await import('../fetch/open-feed.ts')
      const store = createObjectStore(settings)
      return { ...onlyFiles, documents: archivedDocuments(database, store, source.name, { since, until }) }
    }
    case 'fetch': {
      const { openFeed } = await import('../fetch/open-feed.ts')
      const watermark = await readWatermark(database, source.name)
      const feed = await openFeed({ ...context, source, store: createObjectStore(settings), since, until })
      return {
        documents: feed.documents(),
        failure: feed.failure,
        next_since: () => (leavesNothingOut(chosen, watermark) ? feed.next_since() : null),
        not_asked_before: watermark === null && until === null ? since : null,
        settle: feed.settle,
        counts: feed.counts,
        close: feed.close,
      }
    }
    default:
      return onlyFiles
  }
}

const onlyFiles: OpenInput = {
  documents: undefined,
  failure: () => null,
  next_since: () => null,
  not_asked_before: null,
  async settle() {},
  counts: () => null,
  async close() {},
}
