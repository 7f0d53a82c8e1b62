import pLimit from 'p-limit'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { indexText } from './index-text.ts'
import { dueTexts, nextSlice, noteProgress, noteUnread, type UnreadText } from './missing-texts.ts'

const RETRIED_AT_ONCE = 1_000
/** Texts per batch. After each batch it records which of them failed. */
const NOTED_AT_ONCE = 500

type IndexedTexts = { readonly indexed: number; readonly failed: number }

/**
 * Indexes every text that versions of bills name and that is not indexed yet, until none remains. Several processes
 * may do so together: each skips the texts that another has indexed.
 */
export async function indexTexts(options: {
  readonly database: Database
  readonly objects: ObjectStore
  /** Texts in parallel. */
  readonly workers: number
  readonly signal: AbortSignal
  readonly onProgress?: (done: IndexedTexts) => void
}): Promise<IndexedTexts> {
  const { database, workers, signal, onProgress } = options
  const atOnce = pLimit(workers)
  const done = { indexed: 0, failed: 0 }

  async function indexAll(texts: readonly string[]): Promise<void> {
    for (let from = 0; from < texts.length; from += NOTED_AT_ONCE) {
      const unread: UnreadText[] = []
      await Promise.all(
        texts.slice(from, from + NOTED_AT_ONCE).map((sha256) =>
          atOnce(async () => {
            signal.throwIfAborted()
            const reason = await indexText(options, sha256)
            done[reason === undefined ? 'indexed' : 'failed'] += 1
            if (reason !== undefined) unread.push({ sha256, reason })
            onProgress?.(done)
          }),
        ),
      )
      await noteUnread(database, unread)
    }
  }

  await indexAll(await dueTexts(database, RETRIED_AT_ONCE))
  for (;;) {
    signal.throwIfAborted()
    const slice = await nextSlice(database)
    if (slice === undefined) return done
    await indexAll(slice.missing)
    await noteProgress(database, slice)
    if (slice.is_last) return done
  }
}
