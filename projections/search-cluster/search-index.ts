import { pause } from '../../runtime/pause.ts'
import {
  billAlias,
  createIndex,
  indexIsGone,
  liveIndex,
  newestIndex,
  readPositions,
  switchTo,
} from '../../runtime/search-cluster/bill-index.ts'
import { endsOfLog, type FollowOptions, followLog, hasReached, isIndexGone } from './follow-log.ts'

export type SearchIndexOptions = Omit<FollowOptions, 'index'>
type Options = SearchIndexOptions
type Progress = { readonly onProgress?: (done: { readonly left: bigint }) => void }

/** How often a follower looks if another index is live now. */
const LOOK_MS = 5_000
/** How often a build looks how far the index is. */
const BUILD_LOOK_MS = 500

/**
 * Keeps the live index up to date until the signal aborts. If there is none, it is built first, and Postgres answers until it
 * is live. After a rebuild, the new index is followed.
 */
export async function followLiveIndex(options: Options): Promise<void> {
  const { settings, cluster, log, signal } = options
  while (!signal.aborted) {
    const index = await liveIndex(cluster, billAlias(settings))
    if (index === undefined) {
      await buildFirst(options).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    } else {
      log.info({ index }, 'the search index follows the log')
      await whileLive(options, index, (both) => followLog({ ...options, index, signal: both }))
    }
  }
}

/** Continues the newest index, or makes one, until it is live or another build was quicker. */
async function buildFirst(options: Options): Promise<void> {
  const { settings, cluster, log } = options
  const alias = billAlias(settings)
  const index = await firstIndex(options, alias)
  log.info({ index }, 'no search index is live; this one is built')
  await whileLive(options, undefined, async (signal) => {
    if (!(await fillIndex({ ...options, index, signal }))) return
    const isAnotherLive = async () => (await liveIndex(cluster, alias)) !== undefined
    if (await isAnotherLive()) return
    try {
      await switchTo(cluster, alias, index)
    } catch (error) {
      if (!(await isAnotherLive())) throw error
    }
  })
}

async function firstIndex({ cluster }: Options, alias: string): Promise<string> {
  const unfinished = await newestIndex(cluster, alias)
  if (unfinished !== undefined) return unfinished
  try {
    return await createIndex(cluster, alias)
  } catch (error) {
    // Another follower that starts now may have made it.
    const made = await newestIndex(cluster, alias)
    if (made === undefined) throw error
    return made
  }
}

/** Works until the signal aborts or another index than this is live. */
async function whileLive(
  options: Options,
  index: string | undefined,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  void untilMoved(options, index, signal).then(() => ended.abort())
  try {
    await work(signal)
  } finally {
    ended.abort()
  }
}

async function untilMoved(
  { settings, cluster, log }: Options,
  index: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(LOOK_MS, signal)
    const live = await liveIndex(cluster, billAlias(settings)).catch((error: unknown) => {
      log.warn({ err: error }, 'the live search index is not known')
      return index
    })
    if (live !== index) return
  }
}

/** Builds a new index from the first event, and lets readers find it when it has reached the log. */
export async function rebuildSearchIndex(options: Options & Progress): Promise<string> {
  const { settings, cluster, signal } = options
  const alias = billAlias(settings)
  const index = await createIndex(cluster, alias)
  if (!(await fillIndex({ ...options, index }))) {
    signal.throwIfAborted()
    throw indexIsGone(index)
  }
  // A follower that started meanwhile may have built it too.
  if ((await liveIndex(cluster, alias)) !== index) await switchTo(cluster, alias, index)
  return index
}

/** Fills an index up to the present end of the log. False if the signal aborted, or the index is gone. */
async function fillIndex(options: FollowOptions & Progress): Promise<boolean> {
  const ends = await endsOfLog(options)
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const end = () => ended.abort()
  const [hasAll] = await Promise.all([
    waitUntilReached({ ...options, signal }, ends).finally(end),
    followLog({ ...options, signal }).finally(end),
  ])
  return hasAll && !options.signal.aborted
}

/** Looks at the stored positions, because other processes may have some of the partitions. */
async function waitUntilReached(
  options: FollowOptions & Progress,
  ends: ReadonlyMap<string, bigint>,
): Promise<boolean> {
  const { cluster, index, log, signal, onProgress } = options
  for (; !signal.aborted; await pause(BUILD_LOOK_MS, signal)) {
    try {
      const stored = await readPositions(cluster, index)
      const left = [...ends].reduce((sum, [place, end]) => sum + leftOf(end, stored.get(place)), 0n)
      onProgress?.({ left })
      if (hasReached(stored, ends)) return true
      if (await isIndexGone(options)) return false
    } catch (error) {
      log.warn({ err: error }, 'the positions of the search index are not known')
    }
  }
  return false
}

const leftOf = (end: bigint, next = 0n): bigint => (end > next ? end - next : 0n)
