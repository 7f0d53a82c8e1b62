import { type ChangingPath, type ItemOf, isTombstone, type ReadPage, type Tombstone } from './pages.ts'
import { ApiError } from './problem.ts'

/** Changes of one page. Save all of it in one transaction: then your copy is right wherever your program is stopped. */
export type ChangeBatch<Path extends ChangingPath> = {
  /** Empty your copy first: the feed was rebuilt, or the checkpoint is too old. The batch has no items. */
  readonly starts_over: boolean
  /** New and changed items. The same one may come twice: write by `id`. */
  readonly changed: readonly ItemOf<Path>[]
  readonly deleted: readonly Tombstone[]
  /** Give it to the next call, after a stop or for the next walk. It belongs to this path and these parameters. */
  readonly checkpoint: string
}

/** Within a walk, `since` stays and the cursor moves. Only the last page says where the next walk begins. */
type Place = { readonly since: string; readonly cursor: string | null }

const BEGINNING: Place = { since: '1970-01-01', cursor: null }

/**
 * Reads all changes since a checkpoint, and ends when there are none for now. Without a checkpoint it reads everything.
 * `read` asks for one page.
 */
export async function* readChanges<Path extends ChangingPath>(
  read: (place: Place) => Promise<ReadPage<Path>>,
  checkpoint: string | undefined,
): AsyncGenerator<ChangeBatch<Path>, void> {
  let place = checkpoint === undefined ? BEGINNING : placeOf(checkpoint)
  for (;;) {
    let page: ReadPage<Path>
    try {
      page = await read(place)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'resync_required') throw error
      if (place === BEGINNING) throw error
      place = BEGINNING
      yield { starts_over: true, changed: [], deleted: [], checkpoint: textOf(place) }
      continue
    }
    const { next_cursor, sync_through } = page
    if (next_cursor === null && sync_through === null) throw new Error('the last page has no X-Sync-Through')
    place =
      next_cursor === null ? { since: sync_through ?? '', cursor: null } : { ...place, cursor: next_cursor }
    const items = page.items as readonly unknown[]
    yield {
      starts_over: false,
      changed: items.filter((item) => !isTombstone(item)) as ItemOf<Path>[],
      deleted: items.filter(isTombstone),
      checkpoint: textOf(place),
    }
    if (next_cursor === null) return
  }
}

const textOf = (place: Place): string => JSON.stringify(place)

function placeOf(checkpoint: string): Place {
  const place = JSON.parse(checkpoint) as Place
  if (typeof place?.since !== 'string') throw new TypeError(`this is no checkpoint: ${checkpoint}`)
  return place
}
