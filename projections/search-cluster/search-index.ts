import { pause } from '../../runtime/pause.ts'
import { billAlias, createIndex, liveIndex, switchTo } from '../../runtime/search-cluster/bill-index.ts'
import { endsOfLog, type FollowOptions, followLog, hasReached } from './follow-log.ts'

export type SearchIndexOptions = Omit<FollowOptions, 'index' | 'onApplied'>
type Options = SearchIndexOptions

/** How often a follower looks if another index is live now. */
const LOOK_MS = 5_000

/**
 * Keeps the live index up to date until the signal aborts. If there is none, it is built first, and Postgres answers until it
 * is live. After a rebuild, the new index is followed.
 */
export async function followLiveIndex(options: Options): Promise<void> {
  const { settings, cluster, log, signal } = options
  const alias = billAlias(settings)
  while (!signal.aborted) {
    const index = (await liveIndex(cluster, alias)) ?? (await buildFirst(options))
    if (index === undefined) return
    log.info({ index }, 'the search index follows the log')
    const moved = new AbortController()
    const both = AbortSignal.any([signal, moved.signal])
    const following = followLog({ ...options, index, signal: both })
    void untilMoved(options, alias, index, both).then(() => moved.abort())
    await following
  }
}

/** Undefined if it was stopped before. */
async function buildFirst(options: Options): Promise<string | undefined> {
  try {
    return await rebuildSearchIndex(options)
  } catch (error) {
    if (options.signal.aborted) return undefined
    throw error
  }
}

async function untilMoved({ cluster, log }: Options, alias: string, index: string, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(LOOK_MS, signal)
    const live = await liveIndex(cluster, alias).catch((error: unknown) => {
      log.warn({ err: error }, 'the live search index is not known')
      return index
    })
    if (live !== index) return
  }
}

/** Builds a new index from the first event, and lets readers find it when it has reached the log. */
export async function rebuildSearchIndex(
  options: Options & { readonly onProgress?: (done: { readonly left: bigint }) => void },
): Promise<string> {
  const { settings, cluster, signal, onProgress } = options
  const alias = billAlias(settings)
  const index = await createIndex(cluster, alias)
  const ends = await endsOfLog(options)
  const reached = new AbortController()
  await followLog({
    ...options,
    index,
    signal: AbortSignal.any([signal, reached.signal]),
    onApplied(positions) {
      const left = [...ends].reduce((sum, [place, end]) => sum + leftOf(end, positions.get(place)), 0n)
      onProgress?.({ left })
      if (hasReached(positions, ends)) reached.abort()
    },
  })
  signal.throwIfAborted()
  await cluster.send('POST', `/${index}/_refresh`)
  await switchTo(cluster, alias, index)
  return index
}

const leftOf = (end: bigint, next = 0n): bigint => (end > next ? end - next : 0n)
