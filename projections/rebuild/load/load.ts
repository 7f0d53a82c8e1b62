import type { Log } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { addCounts } from '../fold/share-counts.ts'
import { LoadCulprits } from './load-culprits.ts'
import { LoadCounts, type LoadProgress, type LoadReport } from './load-progress.ts'
import type { Culprit, FromWorker } from './load-protocol.ts'
import { type LoadWorker, type LoadWorkerEvents, startHere, startThread } from './load-worker.ts'
import { planLoad } from './plan-load.ts'

/** This many events may fail whatever their share: a small log has few other events. */
const HANDFUL = 10
const SHARE = 0.01
/** The remaining memory is for encoded rows and decoded events. */
const FOR_MESSAGES = 0.75
/** So few are loaded before a thread has started. */
const FEW_EVENTS = 1_000

/**
 * Folds the log from its first event to `until` into a read schema that only has tables and to which no other
 * process writes. It skips partition numbers that are already at `until`, so that a killed load continues.
 * Writes only rows, parked events and positions of this read schema. Throws `positions_moved` if a position
 * is elsewhere, `projector_halted` if over one percent of the events fail, the reason of `signal`, and errors
 * of the log source. It retries transient errors without end.
 */
export async function loadReadSchema(options: {
  readonly settings: Settings
  readonly read_schema: string
  /** By `partitionKey`. */
  readonly until: ReadonlyMap<string, bigint>
  readonly workers: number
  readonly log: Log
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: LoadProgress) => void
}): Promise<LoadReport> {
  const { settings, read_schema, until, log, signal } = options
  signal?.throwIfAborted()
  const { todo, skipped, failed } = await planLoad(settings, read_schema, until)
  signal?.throwIfAborted()
  const events = todo.flat().reduce((total, { from, to }) => total + Number(to - from), 0)
  const counts = new LoadCounts(todo.length, events)
  const isSmall = events <= FEW_EVENTS
  const workers = Math.min(isSmall ? 1 : Math.max(options.workers, 1), todo.length)
  const budget_bytes = Math.ceil((settings.rebuild_memory_mb * 2 ** 20 * FOR_MESSAGES) / Math.max(workers, 1))
  const limit = Math.max(HANDFUL, Math.floor(events * SHARE))
  const waiting = [...todo]
  const running = new Set<LoadWorker>()
  const finished = Promise.withResolvers<void>()
  const culprits = new LoadCulprits<LoadWorker>(failed)
  // It may fail before anything waits for it.
  finished.promise.catch(() => {})

  const stop = () => finished.reject(signal?.reason)
  signal?.addEventListener('abort', stop)

  const handlers: LoadWorkerEvents = {
    onMessage: take,
    onError: finished.reject,
    onExit(worker) {
      running.delete(worker)
      if (running.size > 0) return
      if (counts.partitions === todo.length) finished.resolve()
      else finished.reject(new Error('the workers of the load ended before it did'))
    },
  }

  function take(worker: LoadWorker, message: FromWorker): void {
    switch (message.kind) {
      case 'done':
        counts.addPartition(message.times)
        for (const culprit of culprits.keep(worker)) log.error(culprit, 'parked an event and its key')
        options.onProgress?.(counts.progress())
        giveNext(worker)
        break
      case 'ready':
        giveNext(worker)
        break
      case 'counts':
        counts.loaded = addCounts(counts.loaded, message.counts)
        options.onProgress?.(counts.progress())
        break
      case 'again':
        counts.loaded = addCounts(counts.loaded, message.counts, -1)
        culprits.takeBack(worker)
        log.warn({ reason: message.reason }, 'could not load a partition; trying again')
        break
      case 'culprit':
        culprits.add(worker, message.culprit)
        if (culprits.count > limit) finished.reject(tooMany(limit, events, culprits.first!))
        break
      case 'failed':
        finished.reject(failureOf(message))
        break
    }
  }

  function giveNext(worker: LoadWorker): void {
    const spans = waiting.shift()
    worker.send(spans === undefined ? { kind: 'end' } : { kind: 'load', spans })
  }

  if (workers === 0) return counts.report(0, skipped)
  const start = isSmall ? startHere : startThread
  const own = { settings, read_schema, budget_bytes }
  while (running.size < workers) running.add(start(own, handlers))
  try {
    await finished.promise
    return counts.report(workers, skipped)
  } finally {
    signal?.removeEventListener('abort', stop)
    await Promise.all([...running].map((worker) => worker.end()))
  }
}

function tooMany(limit: number, events: number, { topic, partition, offset, error }: Culprit): LegislogError {
  return new LegislogError(
    'projector_halted',
    `over ${limit} of ${events} events could not be applied; the first: ${topic}:${partition} at ${offset}: ${error}`,
  )
}

function failureOf({ code, message, stack }: FromWorker & { kind: 'failed' }): Error {
  const failure = code === null ? new Error(message) : new LegislogError(code, message)
  failure.stack = stack
  return failure
}
